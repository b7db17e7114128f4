import process from "node:process";
import { isatty } from "node:tty";
import type { Environment } from "../command-line/command.types.ts";
import { defuseCommands } from "./clean-text.ts";
import { choosePaint, type Paint } from "./paint.ts";

/** The output of the command. Streams are opened on first use, because that takes time. */
export interface Terminal {
  /** Opens the stream of the results before its first use. */
  open(): void;
  /** A result for people: on stdout, or on stderr if stdout is for a document. */
  say(text: string): void;
  /** Progress and errors, on stderr. */
  note(text: string): void;
  /** A document for programs, unchanged on stdout. */
  emit(document: string): void;
  /** A file on stdout, byte for byte: no line break is added. */
  print(text: string): void;
  /** A command for the CI system, unchanged. */
  instruct(command: string): void;
  /** Colours for results. */
  readonly paint: Paint;
  /** Colours for messages. */
  readonly notePaint: Paint;
  /** Whether a changing line can be shown. */
  readonly isLive: boolean;
  /** Shows a line that the next call replaces; an empty line removes it. */
  showLive(line: string): void;
  /** The maximum width of the changing line. */
  readonly liveColumns: number;
}

export interface TerminalOptions {
  readonly env: Environment;
  /** Stdout is only for a document. */
  readonly hasDocument?: boolean;
}

export function createTerminal({ env, hasDocument = false }: TerminalOptions): Terminal {
  const place = hasDocument ? "stderr" : "stdout";
  const results = () => open(place);
  const isWatched = env["GITHUB_ACTIONS"] === "true";
  const defuse = (text: string): string =>
    isWatched ? text.split("\n").map(defuseCommands).join("\n") : text;
  let live = "";
  // One write per change, without an empty state between: no flicker.
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

// A stream is created when the process's property is first read.
function open(name: "stdout" | "stderr"): NodeJS.WriteStream {
  const stream = process[name];
  if (opened.has(stream)) return stream;
  opened.add(stream);
  stream.on("error", (error: NodeJS.ErrnoException) => {
    // A reader such as `head` may exit early; this does not affect the work or the exit code.
    if (error.code !== "EPIPE" && error.code !== "ERR_STREAM_DESTROYED") throw error;
  });
  return stream;
}

/** Resolves when all output has been written, so that an exit does not truncate it. */
export async function flushOutput(): Promise<void> {
  for (const stream of opened) {
    if (stream.writableLength === 0 || stream.destroyed) continue;
    await new Promise<void>((resolve) => {
      stream.write("", () => resolve());
    });
  }
}
