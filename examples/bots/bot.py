#!/usr/bin/env python3
"""A bot for every game of fuda that plays any legal move.

    fuda match othello 'exec:python3 examples/bots/bot.py' random

One JSON object per line comes in on standard input, one goes out on standard
output; docs/bots.md says more. What is printed on standard error is shown
when the bot fails."""
import json
import sys


def choose(question, seat):
    """The move to play, as one of the texts in question["legal"]."""
    legal = question["legal"]
    # Think here. question["view"] is all that this seat may know,
    # question["events"] what has happened since the last question,
    # question["time"] the seconds there are, question["actions"] the number
    # of each legal move's action.
    # question["random"] comes from the seed of the match: by using it for all
    # chance, the same seed gives the same games.
    return legal[question["random"] % len(legal)]


def say(message):
    print(json.dumps(message), flush=True)


seat = None
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        # message["game"] and message["rules"] say what is going to be played.
        say({"type": "ready", "name": "random in Python"})
    elif message["type"] == "start":
        seat = message["seat"]
    elif message["type"] == "question":
        say({"type": "answer", "id": message["id"], "move": choose(message, seat)})
    elif message["type"] == "end":
        pass  # message["scores"] has the points of each seat.
