import { allOperations, operations, type OperationName } from "@lintel/contract/catalog";
import { headerName, wireFields } from "@lintel/contract/wire";
import { runServerCommand } from "../scene/server-process.ts";

/** A response over HTTP, or the output of the operator's command. */
export interface Answered {
  readonly isSuccess: boolean;
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** Calls operations by name, and records their responses and which operations were called. */
export interface Caller {
  /** Over HTTP; an answer that creates a key may hold that key. */
  call(name: OperationName, key: string, fields?: Fields): Promise<Answered>;
  /** By the operator's command. */
  command(name: OperationName, ...flags: string[]): Promise<Answered>;
  /** Any other command of the server: its complete output is searched. */
  run(...args: string[]): Promise<number | null>;
  /** Operations that were not called with success, and with a refusal. */
  uncovered(): string[];
  /** All responses so far, by their source. */
  readonly answered: ReadonlyMap<string, string>;
}

export function createCaller(url: string, settings: Readonly<Record<string, string>>): Caller {
  const succeeded = new Set<string>();
  const refused = new Set<string>();
  const answered = new Map<string, string>();

  function keep(place: string, name: string, isSuccess: boolean, text: string): void {
    (isSuccess ? succeeded : refused).add(name);
    answered.set(`${answered.size} ${place}`, text);
  }

  async function command(name: OperationName, ...flags: string[]): Promise<Answered> {
    const { admin } = operations[name] as { admin?: { command: string } };
    if (admin === undefined) throw new Error(`${name} has no command.`);
    const line = ["admin", ...admin.command.split(" "), ...flags, "--json"];
    const { code, stdout, stderr } = await runServerCommand(line, settings);
    const body = code === 0 ? (JSON.parse(stdout) as Fields) : {};
    // The one place where a key is shown.
    const shown = name === "createApiKey" ? stdout.replace(String(body["key"]), "KEY") : stdout;
    keep(`command ${admin.command}`, name, code === 0, shown + stderr);
    return { isSuccess: code === 0, body, text: stdout + stderr };
  }

  return {
    answered,
    command,
    async call(name, key, fields = {}) {
      const request = toRequest(name, fields);
      const response = await fetch(url + request.target, {
        method: request.method,
        headers: {
          "x-api-key": key,
          ...(request.body === null ? {} : { "content-type": "application/json" }),
          ...request.headers,
        },
        body: request.body,
      });
      const text = await readText(response);
      const headers = JSON.stringify([...response.headers]);
      const body = parse(text);
      const shown = hideShownOnce(name, text, body);
      keep(`answer of ${name}`, name, response.ok, `${headers}\n${shown}`);
      return { isSuccess: response.ok, body, text };
    },
    async run(...args) {
      const { code, stdout, stderr } = await runServerCommand(args, settings);
      answered.set(`${answered.size} ${args.join(" ")}`, stdout + stderr);
      return code;
    },
    uncovered: () =>
      allOperations
        .filter(isReached)
        .flatMap(({ name }) => [
          ...(succeeded.has(name) ? [] : [`${name} with success`]),
          ...(refused.has(name) ? [] : [`${name} with a refusal`]),
        ]),
  };
}

/** Operations that only agents call also use the kernel, but not this caller. */
function isReached({ rest, admin }: (typeof allOperations)[number]): boolean {
  return rest !== undefined || admin !== undefined;
}

/** A response without the secret that it shows, which nothing else may show. */
function hideShownOnce(name: OperationName, text: string, body: Fields): string {
  if (name === "createApiKey") return text.replace(String(body["key"]), "KEY");
  if (name === "createWebhook" || name === "rotateWebhookSecret")
    return text.replace(String(body["secret"]), "SECRET");
  if (name === "createShareLink" || name === "createReportLink")
    return text.replace(String(body["address"]), "ADDRESS");
  return name === "createStagingToken" ? text.replace(String(body["token"]), "TOKEN") : text;
}

function toRequest(name: OperationName, fields: Fields) {
  const operation = operations[name];
  if (!("rest" in operation)) throw new Error(`${name} is not served over HTTP.`);
  const places = new Map<string, string>(
    wireFields(operation as never).map((field) => [field.name, field.place]),
  );
  const hasBody = [...places.values()].includes("body");
  const body: Record<string, unknown> = {};
  const headers: Record<string, string> = {};
  const query = new URLSearchParams();
  let path: string = operation.rest.path;
  for (const [field, value] of listGiven(fields)) {
    const place = places.get(field) ?? (hasBody ? "body" : "query");
    if (place === "path") path = path.replace(`{${field}}`, encodeURIComponent(String(value)));
    else if (place === "header") headers[headerName(field)] = String(value);
    else if (place === "query") query.set(field, String(value));
    else body[field] = value;
  }
  const target = query.size === 0 ? path : `${path}?${query.toString()}`;
  const { method } = operation.rest;
  return { method, target, headers, body: hasBody ? JSON.stringify(body) : null };
}

/** The whole body; of a stream, what comes within a second. */
async function readText(response: Response): Promise<string> {
  if (response.headers.get("content-type") !== "text/event-stream") return response.text();
  const chunks: Uint8Array[] = [];
  const reader = response.body?.getReader();
  const timer = setTimeout(() => void reader?.cancel(), 1000);
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read())
    chunks.push(part.value);
  clearTimeout(timer);
  return Buffer.concat(chunks).toString();
}

/** Fields without a value are left out. */
const listGiven = (fields: Fields): [string, unknown][] =>
  Object.entries(fields).filter(([, value]) => value !== undefined);

function parse(text: string): Fields {
  try {
    return JSON.parse(text) as Fields;
  } catch {
    return {};
  }
}
