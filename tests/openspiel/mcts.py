"""OpenSpiel's MCTS bot as a GTP engine: mcts.py GAME [--simulations N] [--seed N]

For `catena match --opponent 'gtp,name=openspiel:PYTHON tests/openspiel/mcts.py hex'`. Games: havannah, hex, y.
Names of cells are passed on as they are; see compare.py for why that is right in Havannah.
"""

import argparse
import sys

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

COLORS = {"b": 0, "black": 0, "w": 1, "white": 1}


class Engine:
    def __init__(self, game, simulations, seed):
        self.name = game
        self.simulations = simulations
        self.rng = np.random.RandomState(seed)
        self.boardsize(5)

    def boardsize(self, size):
        self.game = pyspiel.load_game(self.name, {"board_size": int(size)})
        evaluator = mcts.RandomRolloutEvaluator(1, self.rng)
        self.bot = mcts.MCTSBot(
            self.game, 1.4, self.simulations, evaluator, solve=True, random_state=self.rng
        )
        self.state = self.game.new_initial_state()

    def play(self, color, name):
        self.check_turn(color)
        for action in self.state.legal_actions():
            if self.state.action_to_string(action).lower() == name.lower():
                self.state.apply_action(action)
                return ""
        raise ValueError(f"illegal move {name}")

    def genmove(self, color):
        self.check_turn(color)
        action = self.bot.step(self.state)
        name = self.state.action_to_string(action)
        self.state.apply_action(action)
        return name

    def check_turn(self, color):
        if self.state.is_terminal() or COLORS[color.lower()] != self.state.current_player():
            raise ValueError(f"it is not {color}'s turn")

    def answer(self, command, args):
        if command == "boardsize":
            self.boardsize(args[0])
            return ""
        if command == "clear_board":
            self.state = self.game.new_initial_state()
            return ""
        if command == "play":
            return self.play(*args)
        if command == "genmove":
            return self.genmove(*args)
        if command == "name":
            return "OpenSpiel MCTS"
        raise ValueError("unknown command")


def main():
    parser = argparse.ArgumentParser(description="OpenSpiel's MCTS bot over GTP.")
    parser.add_argument("game", choices=["havannah", "hex", "y"])
    parser.add_argument("--simulations", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    engine = Engine(args.game, args.simulations, args.seed)
    for line in sys.stdin:
        words = line.split()
        number = words.pop(0) if words and words[0].isdigit() else ""
        if not words:
            continue
        if words[0] == "quit":
            print(f"={number} \n", flush=True)
            return
        try:
            print(f"={number} {engine.answer(words[0], words[1:])}\n", flush=True)
        except (ValueError, KeyError, TypeError, pyspiel.SpielError) as error:
            print(f"?{number} {error}\n", flush=True)


if __name__ == "__main__":
    main()
