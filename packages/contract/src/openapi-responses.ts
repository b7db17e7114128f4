import { isFile, isStream, type AnyOperation, type FileOutput } from "./declare/operation.ts";
import { bodySchema } from "./declare/wire.ts";
import { bodyCodes, commonCodes, problemTable, type ProblemCode } from "./words/problems.ts";

type Json = Record<string, unknown>;
type RestOf = NonNullable<AnyOperation["rest"]>;

/** Codes of HTTP itself, which any call can return: each has one shared response. */
const protocolCodes = [
  "METHOD_NOT_ALLOWED",
  "REQUEST_TIMEOUT",
  "EXPECTATION_FAILED",
  "HEADERS_TOO_LARGE",
  "LOOP_DETECTED",
] as const satisfies readonly ProblemCode[];

/** Headers of most answers; responses refer to them. */
export const sharedHeaders = {
  RequestId: textHeader("The request's id, which the log and problems also contain."),
  RateLimit: textHeader(
    "The remaining calls of the key's budget, and the seconds until it is renewed.",
  ),
  RateLimitPolicy: textHeader(
    "The key's budget: calls, and the seconds over which they are counted.",
  ),
};

const commonHeaders = {
  "X-Request-Id": { $ref: "#/components/headers/RequestId" },
  RateLimit: { $ref: "#/components/headers/RateLimit" },
  "RateLimit-Policy": { $ref: "#/components/headers/RateLimitPolicy" },
};

/** Headers that an answer of this status must have. */
const problemHeaders: Readonly<Record<number, Json>> = {
  401: { "WWW-Authenticate": required(textHeader("How to send a credential (RFC 9110 §11.6.1).")) },
  403: {
    "WWW-Authenticate": textHeader(
      "For an OAuth client that lacks a permission: what to ask for (RFC 6750 §3.1).",
    ),
  },
  405: { Allow: required(textHeader("The methods that the address supports.")) },
  429: { "Retry-After": required(secondsHeader("Seconds until the next call is accepted.")) },
  503: { "Retry-After": required(secondsHeader("Seconds to wait.")) },
};

/** Refusals that most operations share, by their codes. Operations with a body share more of them. */
const sharedProblems = new Map([
  ...nameProblems([...commonCodes, ...protocolCodes, ...bodyCodes], "WithBody"),
  ...nameProblems([...commonCodes, ...protocolCodes], ""),
]);

export const sharedResponses = Object.fromEntries(
  [...sharedProblems.values()].map(({ name, status, codes }) => [
    name,
    describeProblem(status, codes),
  ]),
);

/** Every status that an operation can return, with headers, media type and schema. */
export function describeResponses(operation: AnyOperation, rest: RestOf): Json {
  return { ...describeSuccess(operation, rest), ...describeProblems(operation) };
}

/** Whether answers have an entity tag, so that an unchanged one is not sent again. */
export function isTagged(rest: RestOf): boolean {
  return Object.values(rest.headers ?? {}).includes("ETag");
}

/** Every code that a call of the operation can return. */
export function codesOf(operation: AnyOperation): ProblemCode[] {
  const body = operation.rest?.method === "GET" ? [] : bodyCodes;
  return [...new Set([...commonCodes, ...protocolCodes, ...body, ...operation.problems])];
}

function describeSuccess(operation: AnyOperation, rest: RestOf): Json {
  const { output } = operation;
  const status = String(rest.status ?? (output === null ? 204 : 200));
  const content = output === null ? undefined : describeContent(operation, output);
  return {
    [status]: {
      description: output === null ? "Done; there is no body." : describeDone(rest),
      headers: { ...commonHeaders, ...successHeaders(operation, rest) },
      ...(content === undefined ? {} : { content }),
    },
    ...(isTagged(rest) ? { "304": describeUnchanged() } : {}),
  };
}

const describeDone = ({ isHeld }: RestOf): string =>
  isHeld === true
    ? "Done. Headers are sent once the call is accepted: if it fails later, the body is a Problem with its own `status` and `code`."
    : "Done.";

function successHeaders({ output }: AnyOperation, rest: RestOf): Json {
  const headers: Json = {};
  if (rest.location !== undefined)
    headers["Location"] = required(textHeader("The address of the new resource."));
  for (const name of Object.values(rest.headers ?? {})) {
    if (name !== undefined) headers[name] = required(textHeader("The version that was read."));
  }
  if (output !== null && isFile(output))
    headers["Content-Disposition"] = required(textHeader("The name under which to save the file."));
  return headers;
}

function describeUnchanged(): Json {
  const ETag = required(textHeader("The version that was read."));
  return {
    description: "Nothing has changed; there is no body.",
    headers: { ...commonHeaders, ETag },
  };
}

function describeContent(
  operation: AnyOperation,
  output: NonNullable<AnyOperation["output"]>,
): Json {
  if (isStream(output)) return { "text/event-stream": describeStream(output.message) };
  if (!isFile(output)) return { "application/json": { schema: describeBody(operation) } };
  return Object.fromEntries(output.mediaTypes.map((type) => [type, describeFile(output, type)]));
}

/** OpenAPI 3.1 has no word for the items of a stream. */
const describeStream = (message: object): Json => ({
  schema: { type: "string", description: "Server-sent events; `data` is JSON." },
  "x-event-schema": message,
});

function describeBody(operation: AnyOperation): unknown {
  const schema = bodySchema(operation);
  if (operation.rest?.isHeld !== true) return schema;
  return { anyOf: [schema, { $ref: "#/components/schemas/Problem" }] };
}

/** Binary content has no schema (OpenAPI 3.1, "Considerations for File Uploads"). */
function describeFile({ schemas }: FileOutput, mediaType: string): Json {
  const schema = schemas[mediaType];
  if (schema !== undefined) return { schema };
  return /^text\/|xml|yaml/.test(mediaType) ? { schema: { type: "string" } } : {};
}

function describeProblems(operation: AnyOperation): Json {
  return Object.fromEntries(
    groupByStatus(codesOf(operation)).map(([status, codes]) => {
      const shared = sharedProblems.get(codes.join());
      return shared === undefined
        ? [status, describeProblem(status, codes)]
        : [status, { $ref: `#/components/responses/${shared.name}` }];
    }),
  );
}

function groupByStatus(codes: readonly ProblemCode[]): [number, ProblemCode[]][] {
  return [...Map.groupBy(codes, (code) => problemTable[code].status)];
}

function nameProblems(all: readonly ProblemCode[], suffix: string) {
  return groupByStatus(all).map(([status, codes]) => {
    const name = `Problem${status}${suffix}`;
    return [codes.join(), { name, status, codes }] as const;
  });
}

function describeProblem(status: number, codes: readonly ProblemCode[]): Json {
  return {
    description: codes.map((code) => `\`${code}\` ${problemTable[code].title}.`).join(" "),
    headers: { ...commonHeaders, ...problemHeaders[status] },
    content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
  };
}

function textHeader(description: string): Json {
  return { description, schema: { type: "string" } };
}

function secondsHeader(description: string): Json {
  return { description, schema: { type: "integer", minimum: 1 } };
}

function required(header: Json): Json {
  return { required: true, ...header };
}
