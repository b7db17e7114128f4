// Loaded before every program of the checkout (`node --require`), in syntax that every Node parses: an old Node fails on the sources with an error that does not help.
"use strict";

var wanted = parseInt(/\d+/.exec(require("../package.json").engines.node)[0], 10);
if (parseInt(process.versions.node, 10) < wanted) {
  process.stderr.write(
    "Lintel needs Node.js " +
      wanted +
      " or newer; this is " +
      process.version +
      " (" +
      process.execPath +
      ").\n" +
      "Next: install Node.js " +
      wanted +
      " from https://nodejs.org. On Linux and Windows `npm ci` " +
      "installs it for every `npm run`.\n",
  );
  process.exit(1);
}
