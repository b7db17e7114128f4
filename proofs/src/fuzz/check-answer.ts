import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type {
  ApiDescription,
  DescribedOperation,
  DescribedResponse,
  Schema,
} from "./api-description.ts";
import type { BuiltRequest } from "./build-request.ts";
import { checkRight } from "./check-right.ts";
import type { Answer } from "./send-request.ts";
import type { Step } from "./step-arbitrary.ts";
import { Violation } from "./violation.ts";
import { parseJson, pathValues, readNumber, readText, sameMediaType } from "./read-wire.ts";

/** The context of one exchange. */
export interface Exchange {
  readonly step: Step;
  readonly request: BuiltRequest;
  readonly answer: Answer | null;
  /** The organization of the caller. */
  readonly ownToken: string;
}

export interface AnswerCheck {
  /** @throws Violation */
  check(exchange: Exchange): void;
}

/** Checks responses against the document, without the validators of the server. */
export function createAnswerCheck(
  api: ApiDescription,
  problemCodes: ReadonlyMap<string, number>,
): AnswerCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  addFormats.default(ajv);
  const compiled = new Map<Schema, ValidateFunction>();
  const refusalOf = (schema: Schema, value: unknown): string | null => {
    const check = compiled.get(schema) ?? ajv.compile({ ...schema, components: api.components });
    compiled.set(schema, check);
    return check(value) ? null : ajv.errorsText(check.errors);
  };

  function checkProblem(place: string, answer: Answer, isHead: boolean): string {
    const { status, headers } = answer;
    if (!(headers["content-type"] ?? "").startsWith("application/problem+json"))
      throw new Violation(
        "an error is a problem",
        place,
        `${status} is ${headers["content-type"]}`,
      );
    if (isHead) return "";
    const problem = parseJson(answer.body) as Record<string, unknown> | undefined;
    const code = String(problem?.["code"]);
    if (problemCodes.get(code) !== status && status !== 408)
      throw new Violation(
        "an error has a known code",
        place,
        `${status} ${answer.body.toString()}`,
      );
    if (typeof problem?.["detail"] !== "string" || problem["detail"] === "")
      throw new Violation("an error is explained", place, answer.body.toString());
    if (headers["x-request-id"] !== undefined && problem["requestId"] !== headers["x-request-id"])
      throw new Violation("a problem repeats the request's id", place, answer.body.toString());
    return code;
  }

  function checkDeclared(operation: DescribedOperation, answer: Answer, code: string): void {
    const place = operation.name;
    const declared = operation.responses.get(answer.status);
    if (declared === undefined)
      throw new Violation(
        "a status is declared",
        `${place} ${answer.status}`,
        answer.body.toString().slice(0, 500),
      );
    if (code !== "" && !declared.codes.includes(code))
      throw new Violation("a code is declared", `${place} ${code}`, answer.body.toString());
    checkHeaders(place, declared, answer);
    if (answer.isCut) return;
    const types = Object.keys(declared.content);
    if (types.length === 0) {
      if (answer.body.length > 0)
        throw new Violation("no body where none is declared", place, answer.body.toString());
      return;
    }
    const type = types.find((one) => sameMediaType(one, answer.headers["content-type"] ?? ""));
    if (type === undefined)
      throw new Violation(
        "a media type is declared",
        place,
        String(answer.headers["content-type"]),
      );
    // Lines of JSON are no JSON document, and the document describes them as a text.
    if (!/[/+]json\b/.test(type) || declared.content[type]?.schema["type"] === "string") return;
    const value = parseJson(answer.body);
    const refusal =
      value === undefined
        ? "it is no JSON"
        : refusalOf(declared.content[type]?.schema ?? {}, value);
    if (refusal !== null)
      throw new Violation(
        "a body fits its schema",
        `${place} ${answer.status}`,
        `${refusal}: ${answer.body.toString().slice(0, 2000)}`,
      );
  }

  function checkHeaders(place: string, declared: DescribedResponse, answer: Answer): void {
    for (const [name, { required, schema }] of Object.entries(declared.headers)) {
      const text = answer.headers[name];
      if (text === undefined) {
        if (required || name === "location")
          throw new Violation("a declared header is there", place, name);
        continue;
      }
      const value = schema["type"] === "integer" ? readNumber(text) : text;
      const refusal = refusalOf(schema, value);
      if (refusal !== null)
        throw new Violation("a header fits its schema", place, `${name}: ${text}: ${refusal}`);
    }
  }

  /** Checks an accepted request against the declared schemas. */
  function checkAccepted(operation: DescribedOperation, request: BuiltRequest): void {
    const place = operation.name;
    const names = pathValues(operation.path, request.target);
    const query = new URLSearchParams(request.target.split("?")[1] ?? "");
    for (const { name, in: where, required, schema } of operation.parameters) {
      if (where === "header") continue;
      const given = where === "path" ? [names[name] ?? ""] : query.getAll(name);
      if (given.length > 1) throw new Violation("a parameter is given once", place, request.target);
      if (given.length === 0) {
        if (required)
          throw new Violation(
            "a required parameter is there",
            place,
            `${name} in ${request.target}`,
          );
        continue;
      }
      const refusal = refusalOf(schema, readText(schema, given[0] ?? ""));
      if (refusal !== null)
        throw new Violation(
          "an accepted parameter fits its schema",
          `${place} ${name}`,
          `${given[0]}: ${refusal}`,
        );
    }
    if (operation.body === null) return;
    const type = request.headers.find(([name]) => name === "content-type")?.[1] ?? "";
    if (!/^application\/json\b/i.test(type))
      throw new Violation("an accepted body is application/json", place, type);
    checkBody(place, operation.body, request.body ?? Buffer.alloc(0));
  }

  function checkBody(place: string, schema: Schema, bytes: Buffer): void {
    const value = parseJson(bytes);
    if (value === undefined)
      throw new Violation(
        "an accepted body is JSON in UTF-8",
        place,
        bytes.toString("latin1").slice(0, 2000),
      );
    const refusal = refusalOf(schema, value);
    if (refusal !== null)
      throw new Violation(
        "an accepted body fits its schema",
        place,
        `${refusal}: ${bytes.toString().slice(0, 2000)}`,
      );
  }

  function checkMethod(path: string, step: Step, request: BuiltRequest, answer: Answer): void {
    const methods = api.methods.get(path) ?? [];
    const place = `${request.method} ${path}`;
    const isSane = step.oddities.every(({ kind }) => kind === "method" || kind === "contentType");
    // With a path whose id is not valid, the router finds another operation or none.
    if (!isSane || !isSaneTarget(request.target) || isOperation(request)) return;
    if (answer.status !== 405)
      throw new Violation("an unknown method is a 405", place, String(answer.status));
    const allow = (answer.headers["allow"] ?? "").split(", ").filter((name) => name !== "");
    if (!methods.every((name) => allow.includes(name)))
      throw new Violation(
        "Allow names the methods",
        place,
        `${allow.join()} for ${methods.join()}`,
      );
  }

  /** Whether the address also matches another operation: `suites/order` also matches a suite. */
  function isOperation({ method, target }: BuiltRequest): boolean {
    const path = target.split("?", 1)[0] ?? "";
    return [...api.methods].some(
      ([template, methods]) =>
        methods.includes(method) &&
        new RegExp(`^${template.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path),
    );
  }

  function check({ step, request, answer, ownToken }: Exchange): void {
    const { operation, oddities } = step;
    const place =
      request.rawWay === null ? `${request.method} ${operation.path}` : `raw: ${request.rawWay}`;
    if (answer === null) {
      if (request.rawWay === null)
        throw new Violation("a request is answered", place, "the line was closed");
      return;
    }
    const { status } = answer;
    checkPrivacy(place, answer, ownToken);
    if (status >= 500 && !(status === 503 && answer.headers["retry-after"] !== undefined))
      throw new Violation("no 5xx", `${place} ${status}`, answer.body.toString());
    const isHead = request.method === "HEAD" && request.rawWay !== "bad method";
    if (isHead && answer.body.length > 0)
      throw new Violation("HEAD has no body", place, answer.body.toString());
    // Below its own addresses, SCIM has errors of its own (RFC 7644 §3.12).
    if (isOfScim(request.target) && sameMediaType("application/scim+json", typeOf(answer))) return;
    const code = status >= 400 ? checkProblem(place, answer, isHead) : "";
    if (status >= 300 && status < 400)
      throw new Violation("a status is declared", place, String(status));
    if (request.rawWay !== null) return;
    if (oddities.some(({ kind }) => kind === "path")) return;
    if (request.method !== operation.method) {
      const others = api.methods.get(operation.path) ?? [];
      if (!others.includes(request.method)) checkMethod(operation.path, step, request, answer);
      return;
    }
    if (!isSaneTarget(request.target)) return;
    checkDeclared(operation, answer, code);
    if (status >= 300) return;
    checkAccepted(operation, request);
    checkRight(step, request, status);
  }

  return { check };
}

const isOfScim = (target: string): boolean => /^(?:\/us)?\/scim(?:\/|$)/.test(target);

const typeOf = ({ headers }: Answer): string => headers["content-type"] ?? "";

function checkPrivacy(place: string, answer: Answer, ownToken: string): void {
  const text = `${JSON.stringify(answer.headers)} ${answer.body.toString("latin1")}`;
  const foreign = Array.from(text.matchAll(/canary\d+z/g), ([token]) => token).find(
    (token) => token !== ownToken,
  );
  if (foreign !== undefined)
    throw new Violation(
      "nothing of another organization is seen",
      place,
      `${foreign}: ${text.slice(0, 2000)}`,
    );
}

/**
 * Ids that match another route, or that the router refuses as a path, say nothing about the
 * operation.
 */
function isSaneTarget(target: string): boolean {
  const parts = (target.split("?", 1)[0] ?? "").split("/").slice(1);
  const fixed = ["order", "import"];
  const others = fixed.includes(parts.at(-1) ?? "") ? parts.slice(0, -1) : parts;
  return others.every(
    (part) => /^[\w.-]{1,200}$/.test(part) && !["..", ".", ...fixed].includes(part),
  );
}
