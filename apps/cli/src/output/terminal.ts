import process from "node:process";
import { isatty } from "node:tty";
import type { Environment } from "../command-line/command.types.ts";
import { defuseCommands } from "./clean-text.ts";
import { choosePaint, type Paint } from "./paint.ts";

/** Where the command writes. Its streams are opened when they are first used: that takes time. */
export interface Terminal {
  /** Opens the stream of the results ahead of its first use. */
  open(): void;
  /** A result for people, on stdout unless a document has that place. */
  say(text: string): void;
  /** What goes on, and what went wrong, on stderr. */
  note(text: string): void;
  /** A document for programs, on stdout, as it is. */
  emit(document: string): void;
  /** A file on stdout, to the byte: no line end is added. */
  print(text: string): void;
  /** A command for the CI system, as it is. */
  instruct(command: string): void;
  /** Colours for what is said. */
  readonly paint: Paint;
  /** Colours for what is noted. */
  readonly notePaint: Paint;
  /** Whether a line that changes can be shown. */
  readonly isLive: boolean;
  /** Shows one line that the next takes the place of; an empty one takes it away. */
  showLive(line: string): void;
  /** The columns that a live line may fill. */
  readonly liveColumns: number;
}

export interface TerminalOptions {
  readonly env: Environment;
  /** Stdout is for a document alone. */
  readonly hasDocument?: boolean;
}

export function createTerminal({ env, hasDocument = false }: TerminalOptions): Terminal {
  const place = hasDocument ? "stderr" : "stdout";
  const results = () => open(place);
  const isWatched = env["GITHUB_ACTIONS"] === "true";
  const defuse = (text: string): string =>
    isWatched ? text.split("\n").map(defuseCommands).join("\n") : text;
  let live = "";
  // One write a change, without an empty state between: no flicker.
  const showLive = (line: string): void => {
    if (line === live) return;
    live = line;
    open("stderr").write(`\r${line}\x1b[K`);
  };
  const write = (stream: NodeJS.WriteStream, text: string): void => {
    showLive("");
    stream.write(text.endsWith("\n") ? text : `${text}\n`);
  };
  return {
    open: () => void results(),
    say: (text) => write(results(), defuse(text)),
    note: (text) => write(open("stderr"), defuse(text)),
    instruct: (command) => write(results(), command),
    emit: (document) => write(open("stdout"), document),
    print: (text) => {
      showLive("");
      open("stdout").write(text);
    },
    showLive,
    paint: choosePaint(env, isatty(descriptors[place])),
    notePaint: choosePaint(env, isatty(descriptors.stderr)),
    isLive: isatty(descriptors.stderr) && env["TERM"] !== "dumb" && env["CI"] === undefined,
    get liveColumns() {
      return Math.max(1, (open("stderr").columns ?? 80) - 1);
    },
  };
}

// Asked by number, a terminal is known without a stream.
const descriptors = { stdout: 1, stderr: 2 } as const;

const opened = new Set<NodeJS.WriteStream>();

// A stream is made when it is first read from the process.
function open(name: "stdout" | "stderr"): NodeJS.WriteStream {
  const stream = process[name];
  if (opened.has(stream)) return stream;
  opened.add(stream);
  stream.on("error", (error: NodeJS.ErrnoException) => {
    // A reader such as `head` may go away early; the work and its exit code stay the same.
    if (error.code !== "EPIPE" && error.code !== "ERR_STREAM_DESTROYED") throw error;
  });
  return stream;
}

/** Ends when everything that was written has left, so that an exit cuts nothing off. */
export async function flushOutput(): Promise<void> {
  for (const stream of opened) {
    if (stream.writableLength === 0 || stream.destroyed) continue;
    await new Promise<void>((resolve) => {
      stream.write("", () => resolve());
    });
  }
}
