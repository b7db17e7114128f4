import type { TestAuth, TestBody, TestRequest } from "@lintel/contract/shapes/test-request";
import type { SuiteDefaults } from "@lintel/contract/shapes/test-suite";
import type { ProblemList } from "../problems/problem-list.ts";
import { compileTemplate, constant } from "../template/compile-template.ts";
import type { Template } from "../template/template.types.ts";
import { checkScheme } from "./check-address.ts";
import type { CompiledAuth, CompiledBody, CompiledRequest } from "./plan.types.ts";

type Headers = NonNullable<TestRequest["headers"]>;

/**
 * The case's headers in addition to the suite's. Names are case-insensitive, and the case's header
 * wins.
 */
function mergeHeaders(defaults: Headers = {}, own: Headers = {}): Headers {
  const names = new Set(Object.keys(own).map((name) => name.toLowerCase()));
  const kept = Object.entries(defaults).filter(([name]) => !names.has(name.toLowerCase()));
  return Object.fromEntries([...kept, ...Object.entries(own)]);
}

export function compileAuth(auth: TestAuth): CompiledAuth {
  const { type, ...fields } = auth;
  return { type, fields: compileTemplate(fields) };
}

const contentTypes = {
  json: "application/json",
  form: "application/x-www-form-urlencoded",
  text: "text/plain; charset=utf-8",
} as const;

function readContent(body: TestBody): unknown {
  if (body.type === "json") return body.value;
  return body.type === "form" ? body.fields : body.text;
}

function compileBody(body: TestBody): CompiledBody {
  const own = body.type === "text" ? body.contentType : undefined;
  const content = compileTemplate(readContent(body));
  return { type: body.type, content, contentType: own ?? contentTypes[body.type] };
}

/** A case that sets an Authorization header does not use the suite's default authentication. */
function findAuth(request: TestRequest, defaults: SuiteDefaults): TestAuth | undefined {
  const names = Object.keys(request.headers ?? {});
  const hasOwnHeader = names.some((name) => name.toLowerCase() === "authorization");
  return request.auth ?? (hasOwnHeader ? undefined : defaults.auth);
}

/** Settings that all requests of a run share. */
export interface RequestDefaults {
  readonly suite: SuiteDefaults;
  readonly authOverride: CompiledAuth | null;
}

/** Compiles a request, with the suite's defaults for what it does not set. */
export function compileRequest(
  request: TestRequest,
  defaults: RequestDefaults,
  field: string,
  problems: ProblemList,
): CompiledRequest {
  const read = (part: string, work: () => Template): Template =>
    problems.attempt(`${field}.${part}`, work) ?? constant(null);
  const { suite } = defaults;
  const auth = findAuth(request, suite);
  const { body } = request;
  const url = read("url", () => compileTemplate(request.url));
  checkScheme(url, `${field}.url`, problems);
  return {
    method: request.method,
    url,
    headers: read("headers", () => compileTemplate(mergeHeaders(suite.headers, request.headers))),
    query: read("query", () => compileTemplate(request.query ?? {})),
    body:
      body === undefined
        ? null
        : (problems.attempt(`${field}.body`, () => compileBody(body)) ?? null),
    auth:
      auth === undefined
        ? null
        : (problems.attempt(`${field}.auth`, () => compileAuth(auth)) ?? null),
    authOverride: request.auth?.type === "none" ? null : defaults.authOverride,
    timeoutMs: request.timeoutMs ?? suite.timeoutMs,
    followRedirects: request.followRedirects ?? suite.followRedirects ?? true,
  };
}
