import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { noteAnswerFault } from "./answer-faults.ts";
import {
  publishedComponents,
  publishedOperations,
  type PublishedResponse,
} from "./published-document.ts";

/** Headers of HTTP itself, which the document does not need to describe. */
const commonHeaders = new Set([
  "cache-control",
  "connection",
  "content-length",
  "content-type",
  "date",
  "keep-alive",
  "transfer-encoding",
  "x-accel-buffering",
  "x-content-type-options",
]);

/** An answer as it was sent. */
interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Checks every answer of an app against the published document. A difference fails the test. */
export function holdAnswers(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    watchAnswer(reply, (answer) => {
      const fault = checkAnswer(request, answer);
      if (fault === null) return;
      const { status, headers, text } = answer;
      const seen = `${status} ${JSON.stringify(headers)} ${text.slice(0, 2000)}`;
      noteAnswerFault(`${request.method} ${request.originalUrl} was answered ${seen}\n${fault}`);
    });
    done();
  });
}

// Checked before the last bytes are sent, so that the test is still running.
function watchAnswer({ raw }: FastifyReply, onAnswer: (answer: Answer) => void): void {
  const chunks: Buffer[] = [];
  const collect = (chunk: unknown): void => {
    if (typeof chunk === "string" || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  let written: object = {};
  const writeHead = raw.writeHead.bind(raw);
  const write = raw.write.bind(raw);
  const end = raw.end.bind(raw);
  // On a raw connection, headers are written directly and never set.
  raw.writeHead = (...args: unknown[]) => {
    const headers = args.at(-1);
    if (typeof headers === "object" && headers !== null) written = headers;
    return writeHead(...(args as Parameters<typeof writeHead>));
  };
  raw.write = ((...args: Parameters<typeof write>) => {
    collect(args[0]);
    return write(...args);
  }) as typeof raw.write;
  raw.end = ((...args: Parameters<typeof end>) => {
    collect(args[0]);
    const text = Buffer.concat(chunks).toString();
    onAnswer({ status: raw.statusCode, headers: { ...raw.getHeaders(), ...written }, text });
    return end(...args);
  }) as typeof raw.end;
}

function checkAnswer(request: FastifyRequest, answer: Answer): string | null {
  if (request.isForwarded) return null;
  const { url } = request.routeOptions;
  if (url === undefined) return isPage(request, answer) ? null : checkUnrouted(answer);
  const template = url.replaceAll(/:(\w+)/g, "{$1}");
  const method = request.method === "HEAD" ? "GET" : request.method;
  const responses = publishedOperations.get(`${method} ${template}`);
  // Probes, the tool server and the document itself are no operations.
  if (responses === undefined) return null;
  const response = responses.get(answer.status);
  if (response === undefined) return "The status is not declared.";
  return (
    checkHeaders(response, answer) ??
    (request.method === "HEAD" ? checkNoBody(answer) : checkBody(response, answer))
  );
}

/** A page for a browser, or the way to one, outside of the REST interface: pages are no operations. */
function isPage({ headers, url }: FastifyRequest, answer: Answer): boolean {
  const isHtml =
    String(answer.headers["content-type"]).startsWith("text/html") || answer.status === 303;
  return isHtml && headers.accept?.includes("text/html") === true && !url.startsWith("/api/");
}

function checkUnrouted(answer: Answer): string | null {
  const [any] = publishedOperations.values();
  const response = any?.get(answer.status);
  if (answer.status < 400 || response === undefined)
    return "An address without a route is refused by a problem.";
  return checkHeaders(response, answer);
}

function checkHeaders(declared: PublishedResponse, { headers }: Answer): string | null {
  const undeclared = Object.keys(headers).find(
    (name) => !commonHeaders.has(name) && !Object.hasOwn(declared.headers, name),
  );
  if (undeclared !== undefined) return `The header ${undeclared} is not declared.`;
  for (const [name, { required, schema }] of Object.entries(declared.headers)) {
    const value = headers[name];
    if (value === undefined) {
      if (required === true) return `The header ${name} is missing.`;
      continue;
    }
    const isInteger = "type" in schema && schema.type === "integer";
    const refusal = refusalOf(schema, isInteger ? Number(value) : String(value));
    if (refusal !== null) return `The header ${name} is not as declared: ${refusal}.`;
  }
  return null;
}

function checkNoBody({ text }: Answer): string | null {
  return text === "" ? null : "There is a body where none is declared.";
}

function checkBody(declared: PublishedResponse, answer: Answer): string | null {
  const types = Object.keys(declared.content);
  if (types.length === 0) return checkNoBody(answer);
  const given = String(answer.headers["content-type"]).toLowerCase();
  const type = types.find((one) => withoutCharset(one) === withoutCharset(given));
  if (type === undefined) return `The media type ${given} is not declared.`;
  const schema = declared.content[type]?.schema;
  if (schema === undefined) return null;
  if (!/json/.test(type)) return refusalOf(schema, answer.text);
  let value: unknown;
  try {
    value = JSON.parse(answer.text);
  } catch {
    return "The body is no JSON.";
  }
  return refusalOf(schema, value) ?? checkCode(declared, answer.status, value);
}

// Every problem has one schema; which codes an operation answers is in the response's description.
function checkCode({ description }: PublishedResponse, status: number, body: unknown) {
  if (status < 400) return null;
  const { code } = body as { code: string };
  return description.includes(`\`${code}\``) ? null : `The code ${code} is not declared.`;
}

function withoutCharset(mediaType: string): string {
  return mediaType.split(";", 1)[0]?.trim() ?? "";
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
const checks = new Map<object, ValidateFunction>();

function refusalOf(schema: object, value: unknown): string | null {
  const check = checks.get(schema) ?? ajv.compile({ ...schema, components: publishedComponents });
  checks.set(schema, check);
  return check(value) ? null : ajv.errorsText(check.errors);
}
