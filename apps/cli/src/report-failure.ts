import type { Environment } from "./command-line/command.types.ts";
import { exitCodes, type Exit } from "./outcome/exit-codes.ts";
import { Failure } from "./outcome/failure.ts";
import { cleanText } from "./output/clean-text.ts";
import { createTerminal } from "./output/terminal.ts";

/** Reports what happened, why, and what to do next; the stack trace only with LINTEL_DEBUG=1. */
export function reportFailure(error: unknown, env: Environment, isJson: boolean): Exit {
  const failure = toFailure(error);
  const terminal = createTerminal({ env, hasDocument: isJson });
  const paint = terminal.notePaint;
  const lines = [
    `${paint("red", "Error:")} ${cleanText(failure.message)}`,
    ...failure.why.map((line) => `  ${cleanText(line)}`),
    `${paint("cyan", "Next:")} ${cleanText(failure.fix)}`,
  ];
  terminal.note(lines.join("\n"));
  if (env["LINTEL_DEBUG"] === "1") terminal.note(traceOf(error));
  if (isJson) terminal.emit(JSON.stringify(toDocument(failure), null, 2));
  return failure.exit;
}

function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  return new Failure({
    exit: "incomplete",
    code: "UNEXPECTED",
    what: "An unexpected error occurred.",
    why: [error instanceof Error ? error.message : String(error)],
    fix: "Set LINTEL_DEBUG=1 to see where, and report it to the operator of the service.",
    cause: error,
  });
}

function toDocument({ exit, code, message, why, fix }: Failure) {
  return { exitCode: exitCodes[exit].code, error: { code, message, why, fix } };
}

function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : `\nCaused by ${traceOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
