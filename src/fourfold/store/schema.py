"""The tables, as the newest of the migrations leaves them."""

from sqlalchemy import BigInteger, Column, Double, ForeignKey, Integer, MetaData, Table, Text

METADATA = MetaData()

GAMES = Table(
    "fourfold_games",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("version", BigInteger, nullable=False),
    Column("sequence", BigInteger, nullable=False),
    Column("created", Double, nullable=False),
    Column("updated", Double, nullable=False),
    Column("rules", Text, nullable=False),
    Column("position", Text, nullable=False),
    Column("plies", Integer, nullable=False),
    Column("result", Text),
    Column("first_name", Text, nullable=False),
    Column("second_name", Text, nullable=False),
    Column("first_agent", Text),
    Column("second_agent", Text),
    Column("first_player", Text),
    Column("second_player", Text),
    Column("game", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("counted", Text),
    Column("changed", Double, nullable=False),
)

COUNTER = Table(  # one row: the number of the last change
    "fourfold_counter",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("value", BigInteger, nullable=False),
)

CLOCK = Table(  # one row: the database's own time, see `clock`
    "fourfold_clock",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("time", Double, nullable=False),
    Column("source", Text, nullable=False),
    Column("reading", Double, nullable=False),
)

LEASES = Table(  # who thinks about which game
    "fourfold_leases",
    METADATA,
    Column("game", Text, ForeignKey("fourfold_games.id", ondelete="CASCADE"), primary_key=True),
    Column("version", BigInteger, nullable=False),
    Column("owner", Text, nullable=False),
    Column("until", Double, nullable=False),
)

PROOFS = Table(  # what analyses have proven
    "fourfold_proofs",
    METADATA,
    Column("key", Text, primary_key=True),
    Column("proofs", Text, nullable=False),
    Column("saved", Double, nullable=False),
)

EXPLORER = Table(  # what was played in the positions of finished games, see `explorer`
    "fourfold_explorer",
    METADATA,
    Column("key", BigInteger, primary_key=True),
    Column("move", Integer, primary_key=True),
    Column("wins", Integer, nullable=False),
    Column("draws", Integer, nullable=False),
    Column("losses", Integer, nullable=False),
)

SEARCH = Table(  # what games are searched by, see `search_index`
    "fourfold_search",
    METADATA,
    Column("created", Double, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("rules", Text, nullable=False),
    Column("size", Text, nullable=False),
    Column("result", Text),
    Column("first_name", Text, nullable=False),
    Column("second_name", Text, nullable=False),
    Column("first_agent", Text),
    Column("second_agent", Text),
    Column("first_kind", Text),
    Column("second_kind", Text),
    Column("first_player", Text),
    Column("second_player", Text),
)

NAMES = Table(  # every name of a player that can be searched for
    "fourfold_names",
    METADATA,
    Column("name", Text, primary_key=True),
)

TALLIES = Table(  # the results against each agent, of everybody and of each name
    "fourfold_tallies",
    METADATA,
    Column("player", Text, primary_key=True),
    Column("agent", Text, primary_key=True),
    Column("games", BigInteger, nullable=False),
    Column("wins", BigInteger, nullable=False),
    Column("draws", BigInteger, nullable=False),
    Column("losses", BigInteger, nullable=False),
)

PLAYERS = Table(  # the people of browsers, by the hash of their code
    "fourfold_players",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("created", Double, nullable=False),
    Column("seen", Double, nullable=False),
    Column("profile", Text, nullable=False),
)

RESULTS = Table(  # how the people at its seats did when a game first ended
    "fourfold_results",
    METADATA,
    Column("game", Text, primary_key=True),
    Column("side", Text, primary_key=True),
    Column("player", Text),
    Column("name", Text, nullable=False),
    Column("opponent", Text),
    Column("opponent_name", Text, nullable=False),
    Column("agent", Text),
    Column("rules", Text, nullable=False),
    Column("result", Text, nullable=False),
    Column("counted", Integer, nullable=False),
    Column("took_back", Integer, nullable=False),
    Column("ended", Double, nullable=False),
)

ACCURACIES = Table(  # of both players in games that were reviewed
    "fourfold_accuracies",
    METADATA,
    Column("game", Text, ForeignKey("fourfold_games.id", ondelete="CASCADE"), primary_key=True),
    Column("position", Text, nullable=False),
    Column("first", Double),
    Column("second", Double),
)

EMOTES = Table(  # what people have just sent each other; by the number of the change
    "fourfold_emotes",
    METADATA,
    Column("number", BigInteger, primary_key=True),
    Column("game", Text, ForeignKey("fourfold_games.id", ondelete="CASCADE"), nullable=False),
    Column("side", Text, nullable=False),
    Column("emote", Text, nullable=False),
    Column("sent", Double, nullable=False),
)

SEEKS = Table(  # who looks for a game in the lobby, and until when they count as there
    "fourfold_seeks",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("secret", Text, nullable=False),
    Column("player", Text),
    Column("wishes", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("until", Double, nullable=False),
    Column("game", Text),
)

VERSION = Table(  # a row for each migration that was run
    "fourfold_version",
    METADATA,
    Column("version", Integer, primary_key=True),
    Column("applied", Double, nullable=False),
)
