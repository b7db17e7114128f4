import { pino, type DestinationStream, type Logger } from "pino";

/** Lines are buffered up to this number of bytes or milliseconds. */
const minBytes = 4000;
const maxBytes = 4096;
const patienceMs = 20;

/** The log of a process, as lines of JSON on its standard output. Possible secrets are removed. */
export function createLog(level: string): Logger {
  const redact = [
    "req.headers",
    "headers",
    "*.apiKey",
    "*.key",
    "*.secret",
    "*.password",
    "*.token",
  ];
  const timestamp = pino.stdTimeFunctions.isoTime;
  return pino({ level, base: null, timestamp, redact }, gatherLines(process.stdout.fd));
}

/** A call does not cause a write of its own. Pino writes the buffer when the process exits. */
function gatherLines(fd: number): DestinationStream {
  const output = pino.destination({ fd, sync: false, minLength: minBytes, maxWrite: maxBytes });
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    timer = undefined;
    output.flush();
  };
  return {
    write(line) {
      output.write(line);
      timer ??= setTimeout(flush, patienceMs);
    },
  };
}
