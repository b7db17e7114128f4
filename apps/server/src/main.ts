#!/usr/bin/env node
import module from "node:module";
import path from "node:path";

// First, and importing nothing that an older version lacks: its own error would name an export of Node's.
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    `Lintel needs Node.js 24 or newer; this is ${process.version} (${process.execPath}).\nNext: install Node.js 24 from https://nodejs.org, or use the image.\n`,
  );
  process.exit(1);
}
// Nothing that this process writes is for others to read.
process.umask(0o077);
// Beside the code and never in a shared folder, for what lies there is run; where nothing can be
// written, starts are slower. Modules imported by a declaration would be compiled before this line.
module.enableCompileCache(path.join(import.meta.dirname, "../.cache/compiled"));
const { runCommand } = await import("./commands.ts");
process.exitCode = await runCommand(process.argv.slice(2));
