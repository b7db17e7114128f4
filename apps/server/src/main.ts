#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import path from "node:path";

// Nothing that this process writes is for others to read.
process.umask(0o077);
// Beside the code and never in a shared folder, for what lies there is run; where nothing can be
// written, starts are slower. Modules imported by a declaration would be compiled before this line.
enableCompileCache(path.join(import.meta.dirname, "../.cache/compiled"));
const { runCommand } = await import("./commands.ts");
process.exitCode = await runCommand(process.argv.slice(2));
