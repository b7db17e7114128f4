import type { TestBody, TestRequest } from "@lintel/contract/shapes/test-request";
import { requestMethods } from "@lintel/contract/words/request-methods";
import { CurlError } from "./curl-error.ts";
import { readOptions, type CurlOption } from "./read-options.ts";
import { splitCommand } from "./split-command.ts";

export { CurlError };

export interface ParsedCurl {
  readonly request: TestRequest;
  /** What of the command the request does not have, for the person who pasted it. */
  readonly warnings: readonly string[];
}

/** The longest command that is read. */
const maxLength = 1_000_000;

const methods: ReadonlySet<string> = new Set(requestMethods);

/** Options without effect on the request, or with one that every request has. */
const ignored: ReadonlySet<string> = new Set(
  "compressed fail globoff http1.1 http2 include no-buffer no-progress-meter output progress-bar s S show-error silent v verbose f g i N # write-out dump-header".split(
    " ",
  ),
);

interface Building {
  method: string | null;
  url: string | null;
  readonly headers: [name: string, value: string][];
  readonly data: string[];
  readonly fields: [name: string, value: string][];
  isJson: boolean;
  isGet: boolean;
  followRedirects: boolean;
  auth: TestRequest["auth"] | undefined;
  timeoutMs: number | undefined;
  readonly warnings: string[];
}

/**
 * Reads a curl command, as people write it and as browsers copy it.
 * @throws CurlError if it is no command of curl, or has no address.
 */
export function parseCurl(text: string): ParsedCurl {
  if (text.length > maxLength)
    throw new CurlError("The command is too long: at most 1 MB is read.");
  const words = splitCommand(text.replace(/^\s*\$\s+/, ""));
  const start = words.findIndex((word) => /(?:^|[\\/])curl(?:\.exe)?$/i.test(word));
  if (start < 0) throw new CurlError("This is no curl command: it begins with curl.");
  const building: Building = {
    method: null,
    url: null,
    headers: [],
    data: [],
    fields: [],
    isJson: false,
    isGet: false,
    followRedirects: false,
    auth: undefined,
    timeoutMs: undefined,
    warnings: [],
  };
  for (const option of readOptions(words.slice(start + 1))) apply(building, option);
  return { request: finish(building), warnings: building.warnings };
}

type Apply = (building: Building, value: string, name: string) => void;

const addData: Apply = (building, value, name) => {
  if (value.startsWith("@") && name !== "data-raw") {
    building.warnings.push(`The file ${value.slice(1)} is not sent: paste its content.`);
  } else building.data.push(value);
};

const addEncoded: Apply = (building, value) => {
  const [, name = "", content = value] = /^([^=@]*)=(.*)$/s.exec(value) ?? [];
  const encoded = encodeURIComponent(content.toWellFormed());
  building.data.push(name === "" ? encoded : `${name}=${encoded}`);
};

const addField: Apply = (building, value, name) => {
  const at = value.indexOf("=");
  const content = value.slice(at + 1);
  if (name === "form" && /^[@<]/.test(content)) {
    building.warnings.push(`The file ${content.slice(1)} is not sent.`);
  } else building.fields.push([value.slice(0, at), content]);
};

const addHeader: Apply = (building, value) => {
  const [, name = "", content = ""] = /^([^:;]+)[:;]\s*(.*)$/s.exec(value) ?? [];
  // `Name:` removes a header that curl itself would send.
  if (name === "" || (content === "" && value.trimEnd().endsWith(":"))) return;
  building.headers.push([name.trim(), content]);
};

const appliers: Readonly<Record<string, Apply>> = {
  request: (building, value) => {
    building.method = value.toUpperCase();
  },
  url: (building, value) => {
    if (building.url === null) building.url = value;
    else building.warnings.push("Only the first address is used.");
  },
  header: addHeader,
  data: addData,
  "data-ascii": addData,
  "data-binary": addData,
  "data-raw": addData,
  "data-urlencode": addEncoded,
  json: (building, value, name) => {
    building.isJson = true;
    addData(building, value, name);
  },
  form: addField,
  "form-string": addField,
  user: (building, value) => {
    const [username = "", ...password] = value.split(":");
    building.auth = { type: "basic", username, password: password.join(":") };
  },
  "oauth2-bearer": (building, token) => {
    building.auth = { type: "bearer", token };
  },
  "user-agent": (building, value) => building.headers.push(["User-Agent", value]),
  referer: (building, value) => building.headers.push(["Referer", value]),
  range: (building, value) => building.headers.push(["Range", `bytes=${value}`]),
  cookie: (building, value) => {
    if (value.includes("=")) building.headers.push(["Cookie", value]);
    else building.warnings.push(`The file of cookies ${value} is not sent.`);
  },
  "max-time": (building, value) => {
    const ms = Math.round(Number(value) * 1000);
    if (ms >= 1) building.timeoutMs = Math.min(ms, 300_000);
  },
  get: (building) => {
    building.isGet = true;
  },
  head: (building) => {
    building.method ??= "HEAD";
  },
  location: (building) => {
    building.followRedirects = true;
  },
};

function apply(building: Building, { name, value }: CurlOption): void {
  const key = name ?? "url";
  const applier = Object.hasOwn(appliers, key) ? appliers[key] : undefined;
  if (applier !== undefined) applier(building, value, key);
  else if (!ignored.has(key)) {
    const shown = key.length === 1 ? `-${key}` : `--${key}`;
    building.warnings.push(`${shown.slice(0, 60)} has no counterpart and is left out.`);
  }
}

function finish(building: Building): TestRequest {
  const { url, headers, data, auth, timeoutMs, followRedirects } = building;
  if (url === null) throw new CurlError("The command has no address.");
  const isForm = building.fields.length > 0;
  const hasBody = (data.length > 0 && !building.isGet) || isForm;
  const method = building.method ?? (hasBody ? "POST" : "GET");
  if (!methods.has(method)) throw new CurlError(`The method ${method.slice(0, 40)} is not sent.`);
  const query = building.isGet && data.length > 0 ? data.join("&") : "";
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `http://${url}`;
  const separator = address.includes("?") ? "&" : "?";
  const body = hasBody ? makeBody(building) : undefined;
  return {
    method: method as TestRequest["method"],
    url: query === "" ? address : `${address}${separator}${query}`,
    ...(headers.length === 0 ? {} : { headers: joinHeaders(headers) }),
    ...(body === undefined ? {} : { body }),
    ...(auth === undefined ? {} : { auth }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    followRedirects,
  };
}

/** A header that is given several times has a list of values. */
function joinHeaders(headers: Building["headers"]): NonNullable<TestRequest["headers"]> {
  const joined = new Map<string, { name: string; values: string[] }>();
  for (const [name, value] of headers) {
    const known = joined.get(name.toLowerCase());
    if (known === undefined) joined.set(name.toLowerCase(), { name, values: [value] });
    else known.values.push(value);
  }
  const entries = [...joined.values()].map(({ name, values }) => [
    name,
    values.length === 1 ? (values[0] ?? "") : values,
  ]);
  return Object.fromEntries(entries) as NonNullable<TestRequest["headers"]>;
}

function makeBody(building: Building): TestBody {
  const { headers, data, fields } = building;
  if (fields.length > 0) {
    building.warnings.push("The parts of multipart/form-data are sent as a form.");
    return { type: "form", fields: Object.fromEntries(fields) };
  }
  const at = headers.findIndex(([name]) => name.toLowerCase() === "content-type");
  const [, given] = headers[at] ?? [];
  const text = data.join(building.isJson ? "" : "&");
  const contentType =
    given ?? (building.isJson ? "application/json" : "application/x-www-form-urlencoded");
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(contentType) || !isExactJson(text)) {
    if (at >= 0) headers.splice(at, 1);
    return { type: "text", text, contentType };
  }
  return { type: "json", value: JSON.parse(text) as unknown };
}

/** Whether a JSON text has the same meaning after it was parsed: large numbers lose digits. */
function isExactJson(text: string): boolean {
  try {
    JSON.parse(text);
    return !/\d{16}/.test(text);
  } catch {
    return false;
  }
}
