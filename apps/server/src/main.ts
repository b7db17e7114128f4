#!/usr/bin/env node
import module from "node:module";
import path from "node:path";

// First, with no imports that an older Node lacks, because their error would name a missing export of Node.
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    `Lintel needs Node.js 24 or newer; this is ${process.version} (${process.execPath}).\nNext: install Node.js 24 from https://nodejs.org, or use the image.\n`,
  );
  process.exit(1);
}
// Files that this process writes are not readable by others.
process.umask(0o077);
// In a folder next to the code and never in a shared one, because its content is executed. If it is not writable,
// starts are slower. Modules of an import declaration would be compiled before this line.
module.enableCompileCache(path.join(import.meta.dirname, "../.cache/compiled"));
const { runCommand } = await import("./commands.ts");
process.exitCode = await runCommand(process.argv.slice(2));
