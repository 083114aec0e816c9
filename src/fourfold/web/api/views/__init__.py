"""Views: functions that build the models of `responses` from games, agents and analyses."""
