import { CurlError } from "./curl-error.ts";

/** An option as it was written, by its long name; null for the address. */
export interface CurlOption {
  readonly name: string | null;
  readonly value: string;
}

/** The options of curl that have a value, by their short names; the others have none. */
const shortNames: Readonly<Record<string, string>> = {
  A: "user-agent",
  b: "cookie",
  c: "cookie-jar",
  d: "data",
  e: "referer",
  E: "cert",
  F: "form",
  H: "header",
  K: "config",
  m: "max-time",
  o: "output",
  r: "range",
  T: "upload-file",
  u: "user",
  U: "proxy-user",
  w: "write-out",
  x: "proxy",
  X: "request",
  Y: "speed-limit",
  y: "speed-time",
  z: "time-cond",
  C: "continue-at",
  D: "dump-header",
  P: "ftp-port",
  Q: "quote",
  t: "telnet-option",
};

const shortFlags: Readonly<Record<string, string>> = {
  G: "get",
  I: "head",
  k: "insecure",
  L: "location",
};

const withValue: ReadonlySet<string> = new Set([
  ...Object.values(shortNames),
  "cacert",
  "connect-timeout",
  "data-ascii",
  "data-binary",
  "data-raw",
  "data-urlencode",
  "form-string",
  "interface",
  "json",
  "key",
  "max-redirs",
  "noproxy",
  "oauth2-bearer",
  "resolve",
  "retry",
  "retry-delay",
  "url",
  "url-query",
]);

/** The options of a command, in order. */
export function readOptions(words: readonly string[]): CurlOption[] {
  const options: CurlOption[] = [];
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === "--") {
      options.push(...rest.splice(0).map((value) => ({ name: null, value })));
    } else if (word.startsWith("--")) {
      const [name = "", ...given] = word.slice(2).split("=");
      const value = given.length > 0 && withValue.has(name) ? given.join("=") : null;
      options.push({ name, value: value ?? (withValue.has(name) ? take(rest, word) : "") });
    } else if (word.startsWith("-") && word.length > 1) options.push(...readShort(word, rest));
    else options.push({ name: null, value: word });
  }
  return options;
}

/** `-sSLX POST` is several options; the last one can have a value, in the same word or the next. */
function readShort(word: string, rest: string[]): CurlOption[] {
  const options: CurlOption[] = [];
  for (let at = 1; at < word.length; at += 1) {
    const letter = word.charAt(at);
    const name = shortNames[letter];
    if (name === undefined) {
      options.push({ name: shortFlags[letter] ?? letter, value: "" });
      continue;
    }
    const value = word.slice(at + 1);
    options.push({ name, value: value === "" ? take(rest, `-${letter}`) : value });
    break;
  }
  return options;
}

function take(rest: string[], option: string): string {
  const value = rest.shift();
  if (value === undefined) throw new CurlError(`${option} has no value: paste all of the command.`);
  return value;
}
