"""Plays whole games with `catena gtp` and OpenSpiel side by side; after every ply both must say the same.

Compared are the legal moves, whether the game is over, who won and after how many plies. The engine is
driven by OpenSpiel's own GTP client (open_spiel.python.bots.gtp). Conventions of OpenSpiel 2.0:

* Player 0 moves first: our Black. In Hex it joins top and bottom, as in ours, and the cell names agree.
* Y: the same names.
* Havannah: the name is column letter and row number where ours is row letter and column number. The same
  names, mirrored: the mirror is a symmetry of board and rules, so names are passed on as they are.
* OpenSpiel does not tell by which figure a Havannah game was won, so that is not compared.
* The swap move is `swap` in Hex and the cell of the first stone in Havannah, ours is `swap-pieces` in both.
  Y has no swap there.
* Hex 1: OpenSpiel misses that the only cell joins both sides, so Hex starts at size 2.
"""

import argparse
import itertools
import random
import signal
import sys

import pyspiel
from open_spiel.python.bots import gtp

# Game, size, swap rule. Games are spread evenly over these.
BOARDS = [
    ("havannah", 2, "off"),
    ("havannah", 3, "off"),
    ("havannah", 4, "off"),
    ("havannah", 4, "on"),
    ("havannah", 5, "off"),
    ("havannah", 6, "off"),
    ("havannah", 8, "off"),
    ("havannah", 10, "off"),
    ("hex", 2, "off"),
    ("hex", 3, "off"),
    ("hex", 5, "off"),
    ("hex", 5, "on"),
    ("hex", 8, "off"),
    ("hex", 11, "off"),
    ("y", 1, "off"),
    ("y", 2, "off"),
    ("y", 4, "off"),
    ("y", 7, "off"),
    ("y", 11, "off"),
]

COLORS = ("black", "white")

# Who chooses the moves, in turn from game to game. Games in which nobody wins while there is another move
# fill the board: long chains, late figures and draws, which random games hardly ever reach.
STYLES = ("random", "evasive", "genmove")

# One of so many plies also tries a move that must be refused.
REFUSALS = 8

SECONDS_PER_GAME = 60


class Difference(Exception):
    """The engine and OpenSpiel disagree."""


class Match:
    """One board, one engine process, any number of games."""

    def __init__(self, binary, game, size, swap):
        self.title = f"{game} {size}, swap {swap}"
        self.has_swap = swap == "on"
        params = {"board_size": size} | ({"swap": True} if self.has_swap else {})
        self.game = pyspiel.load_game(game, params)
        command = [binary, "gtp", "--game", game, "--size", str(size), "--swap", swap, "--player", "random"]
        self.engine = gtp.GTPBot(self.game, command, player_colors=COLORS)
        self.moves = []

    def play(self, style, rng):
        """Plays a game to its end and returns its number of plies."""
        self.engine.restart()
        self.moves = []
        state = self.game.new_initial_state()
        self.compare(state)
        while not state.is_terminal():
            if rng.randrange(REFUSALS) == 0:
                self.try_refused(state, rng)
            self.make_move(state, style, rng)
            self.compare(state)
        self.try_refused(state, rng)
        self.compare(state)
        return len(self.moves)

    def make_move(self, state, style, rng):
        player = state.current_player()
        if style == "genmove" and player == 1:
            name = self.engine.gtp_cmd("genmove", COLORS[player])
            actions = {self.name(state, action): action for action in state.legal_actions()}
            self.moves.append(name)
            if name not in actions:
                raise Difference(f"genmove made the move {name!r}, which is illegal in OpenSpiel")
            state.apply_action(actions[name])
            return
        action = choose(state, style, rng)
        name = self.name(state, action)
        self.moves.append(name)
        try:
            if name == "swap-pieces":
                self.engine.gtp_cmd("play", COLORS[player], name)
            else:
                self.engine.inform_action(state, player, action)
        except gtp.CommandError as error:
            raise Difference(f"{name} is legal in OpenSpiel, refused by the engine: {error}") from error
        state.apply_action(action)

    def name(self, state, action):
        """The name of an action in our GTP."""
        name = state.action_to_string(action)
        if self.has_swap and len(self.moves) == 1 and name in ("swap", self.moves[0]):
            return "swap-pieces"
        return name

    def compare(self, state):
        """Legal moves, end, winner and number of plies."""
        theirs = {self.name(state, action) for action in state.legal_actions()}
        listed = self.engine.gtp_cmd("all_legal_moves").split()
        ours = set(listed)
        if ours != theirs or len(listed) != len(ours):
            raise Difference(
                "legal moves: "
                f"only in OpenSpiel: {' '.join(sorted(theirs - ours)) or '-'}; "
                f"only in the engine: {' '.join(sorted(ours - theirs)) or '-'}; "
                f"the engine lists {len(listed)}, {len(ours)} of them different"
            )
        winner = "none"
        if state.is_terminal():
            value = state.returns()[0]
            winner = "draw" if value == 0 else COLORS[value < 0]
        answer = self.engine.gtp_cmd("game_result")
        words = answer.split()
        has_how = len(words) == 3 and (words[2] != "-") == (winner in COLORS)
        if words[:2] != [winner, str(len(self.moves))] or not has_how:
            raise Difference(f"result: OpenSpiel says {winner} after {len(self.moves)}, the engine {answer!r}")

    def try_refused(self, state, rng):
        """Tries an occupied cell, or any cell after the end; the caller compares that nothing has changed."""
        stones = [move for move in self.moves if move != "swap-pieces"]
        if "swap-pieces" in self.moves or not stones:
            return
        cell = rng.choice(stones)
        color = COLORS[len(self.moves) % 2]
        try:
            self.engine.gtp_cmd("play", color, cell)
        except gtp.CommandError:
            return
        raise Difference(f"the engine let {color} play {cell}, which is occupied")


def choose(state, style, rng):
    """A random move; in the evasive style one that does not end the game, if there is one."""
    actions = state.legal_actions()
    rng.shuffle(actions)
    if style == "evasive":
        return next((action for action in actions if not state.child(action).is_terminal()), actions[0])
    return actions[0]


def out_of_time(*_):
    raise Difference(f"no end within {SECONDS_PER_GAME} seconds")


def main():
    parser = argparse.ArgumentParser(description="Compares catena with OpenSpiel.")
    parser.add_argument("binary", help="the catena binary")
    parser.add_argument("--games", type=int, default=380, help="number of games [%(default)s]")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random moves [%(default)s]")
    args = parser.parse_args()

    signal.signal(signal.SIGALRM, out_of_time)
    matches = []
    games = plies = 0
    for board, number in zip(itertools.cycle(range(len(BOARDS))), range(args.games)):
        style = STYLES[number // len(BOARDS) % len(STYLES)]
        match = None
        try:
            signal.alarm(SECONDS_PER_GAME)
            if board == len(matches):
                matches.append(Match(args.binary, *BOARDS[board]))
            match = matches[board]
            # Each game has its own seed, so that one can be looked at without those before it.
            plies += match.play(style, random.Random(f"{args.seed} {number}"))
            games += 1
        except (Difference, gtp.CommandError, OSError) as problem:
            signal.alarm(0)
            where = match.title if match else " ".join(map(str, BOARDS[board]))
            print(f"openspiel: a difference in game {number} of seed {args.seed}: {where}, style {style}")
            print(f"  {problem or type(problem).__name__}")
            print(f"  moves: {' '.join(match.moves) if match else ''}")
            print(f"openspiel: {games} games, {plies} plies compared, 1 difference")
            return 1
        finally:
            signal.alarm(0)
    for match in matches:
        match.engine.close()
    print(f"openspiel: {games} games, {plies} plies compared, 0 differences")
    return 0


if __name__ == "__main__":
    sys.exit(main())
