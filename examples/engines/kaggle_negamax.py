#!/usr/bin/env python3
"""The negamax agent that comes with Kaggle's environments, for `kaggle:`.

pip install --no-deps --target kaggle kaggle-environments
KAGGLE=kaggle fourfold match kaggle:examples/engines/kaggle_negamax.py greedy
"""

import os
from runpy import run_path

_folder = os.environ.get("KAGGLE", "kaggle")
agent = run_path(f"{_folder}/kaggle_environments/envs/connectx/connectx.py")["negamax_agent"]
