// A bot for every game of fuda that plays any legal move.
//
//     fuda match othello 'exec:node examples/bots/bot.js' random
//
// One JSON object per line comes in on standard input, one goes out on
// standard output; docs/bots.md says more. What is printed on standard error
// is shown when the bot fails.
"use strict";
const lines = require("readline").createInterface({ input: process.stdin });

// The move to play, as one of the texts in question.legal.
function choose(question, seat) {
  // Think here. question.view is all that this seat may know, question.events
  // what has happened since the last question, question.time the seconds there
  // are, question.actions the number of each legal move's action.
  // question.random comes from the seed of the match: by using it for all
  // chance, the same seed gives the same games.
  return question.legal[question.random % question.legal.length];
}

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

let seat = null;
lines.on("line", (line) => {
  const message = JSON.parse(line);
  switch (message.type) {
    case "hello": // message.game and message.rules say what is going to be played.
      return say({ type: "ready", name: "random in JavaScript" });
    case "start":
      seat = message.seat;
      return;
    case "question":
      return say({ type: "answer", id: message.id, move: choose(message, seat) });
    case "end": // message.scores has the points of each seat.
      return;
  }
});
