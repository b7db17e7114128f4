#!/usr/bin/env node
import process from "node:process";
import { exitCodes } from "./outcome/exit-codes.ts";
import { flushOutput } from "./output/terminal.ts";
import { runCli } from "./run-cli.ts";

process.exitCode = exitCodes[await runCli(process.argv.slice(2), process.env)].code;
await flushOutput();
// Connections that are kept open would keep the process.
process.exit();
