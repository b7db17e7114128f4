import process from "node:process";
import { createInterface } from "node:readline";

/** Whether a person can be asked: somebody who types, and who sees the question. */
export function canAsk(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}

/** Asks a question that only a clear yes answers; the end of the input and Ctrl-C are a no. */
export async function confirm(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await new Promise((resolve) => {
      lines.once("close", () => resolve(false));
      lines.question(`${question} [y/N] `, (answer) => resolve(/^y(?:es)?$/i.test(answer.trim())));
    });
  } finally {
    lines.close();
  }
}
