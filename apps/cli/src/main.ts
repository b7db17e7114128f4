#!/usr/bin/env node
import process from "node:process";
import { exitCodes } from "./outcome/exit-codes.ts";
import { flushOutput } from "./output/terminal.ts";
import { runCli } from "./run-cli.ts";

// `npm --prefix … run lintel` changes the folder; paths are relative to the folder in which npm was
// called.
const { npm_lifecycle_event: script, INIT_CWD: calledIn } = process.env;
if (script === "lintel" && calledIn !== undefined) process.chdir(calledIn);
process.exitCode = exitCodes[await runCli(process.argv.slice(2), process.env)].code;
await flushOutput();
// Idle connections would keep the process alive.
process.exit();
