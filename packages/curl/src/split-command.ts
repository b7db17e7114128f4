import { CurlError } from "./curl-error.ts";

const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/** The words of one part of a command, and where it ended. */
interface Reading {
  readonly text: string;
  at: number;
}

// A line that is continued right behind a word ends the word: people forget the blank.

/**
 * The words of a command as a POSIX shell reads them (POSIX.1-2024, Shell Command Language §2.2), with `$'…'` and the
 * ends of lines that browsers copy for cmd (`^`). Variables and substitutions stay as they are: nothing is executed.
 */
export function splitCommand(text: string): string[] {
  const reading = { text: text.trim(), at: 0 };
  const words: string[] = [];
  let word: string | null = null;
  while (reading.at < reading.text.length) {
    const here = reading.text.charAt(reading.at);
    if (/\s/.test(here) || isContinued(reading)) {
      reading.at += /\s/.test(here) ? 1 : continuation(reading).length;
      if (word !== null) words.push(word);
      word = null;
      continue;
    }
    if (/[|;&<>]/.test(here)) break;
    word = (word ?? "") + readPart(reading);
  }
  if (word !== null) words.push(word);
  return words;
}

const continuation = ({ text, at }: Reading): string =>
  /^[\\^]\r?\n/.exec(text.slice(at, at + 3))?.[0] ?? "";

const isContinued = (reading: Reading): boolean => continuation(reading) !== "";

function readPart(reading: Reading): string {
  const { text, at } = reading;
  const here = text.charAt(at);
  if (here === "'") return readSingle(reading);
  if (here === '"') return readDouble(reading);
  if (here === "$" && text.charAt(at + 1) === "'") return readAnsi(reading);
  if (here === "\\") {
    reading.at += 2;
    return text.charAt(at + 1);
  }
  reading.at += 1;
  return here;
}

function readSingle(reading: Reading): string {
  const end = reading.text.indexOf("'", reading.at + 1);
  if (end < 0) throw unclosed("'");
  const content = reading.text.slice(reading.at + 1, end);
  reading.at = end + 1;
  return content;
}

function readDouble(reading: Reading): string {
  const { text } = reading;
  let content = "";
  for (let at = reading.at + 1; at < text.length; at += 1) {
    const here = text.charAt(at);
    if (here === '"') {
      reading.at = at + 1;
      return content;
    }
    const next = text.charAt(at + 1);
    if (here === "\\" && /[\\"$`\n]/.test(next)) {
      content += next === "\n" ? "" : next;
      at += 1;
    } else content += here;
  }
  throw unclosed('"');
}

/** `$'…'` with the escapes that browsers write. */
function readAnsi(reading: Reading): string {
  const { text } = reading;
  let content = "";
  for (let at = reading.at + 2; at < text.length; at += 1) {
    const here = text.charAt(at);
    if (here === "'") {
      reading.at = at + 1;
      return content;
    }
    if (here !== "\\") {
      content += here;
      continue;
    }
    const code = /^(?:u([0-9A-Fa-f]{1,4})|x([0-9A-Fa-f]{1,2}))/.exec(text.slice(at + 1, at + 6));
    const digits = code?.[1] ?? code?.[2];
    const next = text.charAt(at + 1);
    content +=
      digits === undefined
        ? (escapes[next] ?? next)
        : String.fromCharCode(Number.parseInt(digits, 16));
    at += code?.[0].length ?? 1;
  }
  throw unclosed("'");
}

const unclosed = (quote: string) =>
  new CurlError(`The command ends within ${quote}: paste all of it.`);
