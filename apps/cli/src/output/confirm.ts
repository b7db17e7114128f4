import process from "node:process";
import { createInterface } from "node:readline";

/** Whether a person can be asked: both input and output are a terminal. */
export function canAsk(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}

/** Asks a yes-no question. Only an explicit yes counts; the end of the input and Ctrl-C mean no. */
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
