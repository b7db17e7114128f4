import process from "node:process";
import { Failure } from "../outcome/failure.ts";

const endOfLine = new Set(["\r", "\n", "\u0004"]);
const erasures = new Set(["\u007f", "\b"]);

/**
 * Prompts in the terminal without an echo.
 * @throws Failure on Ctrl-C
 */
export async function askHidden(question: string): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write(question);
  stdin.setRawMode(true);
  stdin.setEncoding("utf8");
  let typed = "";
  try {
    for await (const chunk of stdin as AsyncIterable<string>) {
      for (const character of chunk) {
        if (character === "\u0003") throw refuseInterrupted();
        if (endOfLine.has(character)) return typed;
        typed = erasures.has(character) ? typed.slice(0, -1) : typed + character;
      }
    }
    return typed;
  } finally {
    stdin.setRawMode(false);
    stderr.write("\n");
  }
}

function refuseInterrupted(): Failure {
  return new Failure({
    exit: "incomplete",
    code: "INTERRUPTED",
    what: "Interrupted; nothing was stored.",
    fix: "Start it again when you are ready.",
  });
}
