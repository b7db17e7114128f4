import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { allOperations } from "@lintel/contract/catalog";
import type { AnyOperation } from "@lintel/contract/operation";
import { codesOf, sharedSchemas } from "@lintel/contract/openapi";
import { bodySchema } from "@lintel/contract/wire";
import { Problem as ProblemShape } from "@lintel/contract/shapes/problem";
import type { TestApp } from "./test-app.ts";

export interface TestRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD" | "OPTIONS";
  readonly path: string;
  readonly key?: string;
  readonly region?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly text: string;
  /** The parsed body; undefined where it is empty or no JSON. */
  readonly body: ResponseBody;
}

/** JSON that a test looks into without naming its shape first; its shape was checked. */
// A recursive index type in place of `any`: every member may be looked into, and compared.
export interface ResponseBody {
  readonly [member: string]: ResponseBody;
}

const ajv = new Ajv({ allErrors: true, strict: false });
addFormats.default(ajv);
/** The bodies that operations declare, with the components that they refer to. */
const bodySchemas = new Map(
  allOperations.flatMap((operation) => {
    const schema = bodySchema(operation);
    return schema === null
      ? []
      : [[operation, { ...schema, components: { schemas: sharedSchemas } }] as const];
  }),
);
const checks = new Map<object, ReturnType<typeof ajv.compile>>();

/** Sends a request to the app and holds the answer against what the operation declares. */
export async function request(testApp: TestApp, wanted: TestRequest): Promise<TestResponse> {
  const response = await testApp.app.inject({
    method: wanted.method,
    url: wanted.path,
    headers: {
      ...(wanted.key === undefined ? {} : { "x-api-key": wanted.key }),
      ...(wanted.region === undefined ? {} : { "x-svc-region": wanted.region }),
      ...wanted.headers,
    },
    ...(wanted.body === undefined ? {} : { payload: wanted.body as object }),
  });
  const answer = {
    status: response.statusCode,
    headers: response.headers,
    text: response.payload,
    body: parse(response.payload),
  };
  checkAnswer(wanted, answer);
  return answer;
}

function parse(text: string): ResponseBody {
  try {
    return JSON.parse(text) as ResponseBody;
  } catch {
    return undefined as unknown as ResponseBody;
  }
}

function checkAnswer(wanted: TestRequest, answer: TestResponse): void {
  const operation = findOperation(wanted.method, wanted.path.split("?", 1)[0] ?? "");
  if (answer.status >= 400) {
    expectShape(ProblemShape, answer, wanted);
    if (
      operation !== undefined &&
      !codesOf(operation).some((code) => code === String(answer.body["code"]))
    ) {
      throw new Error(
        `${operation.name} answers ${String(answer.body["code"])}, which it does not declare.`,
      );
    }
  } else if (operation !== undefined && answer.status !== 304) {
    const schema = bodySchemas.get(operation);
    if (schema !== undefined) expectShape(schema, answer, wanted);
  }
}

function expectShape(schema: object, answer: TestResponse, wanted: TestRequest): void {
  const check = checks.get(schema) ?? ajv.compile(schema);
  checks.set(schema, check);
  if (!check(answer.body)) {
    throw new Error(
      `${wanted.method} ${wanted.path} answers ${answer.status} ${answer.text}, which its schema refuses: ${ajv.errorsText(check.errors)}`,
    );
  }
}

function findOperation(method: string, path: string): AnyOperation | undefined {
  const matching = allOperations.filter(
    (operation) =>
      operation.rest?.method === method &&
      new RegExp(`^${operation.rest.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path),
  );
  // A literal segment is meant before a variable.
  const countVariables = ({ rest }: AnyOperation) => rest?.path.match(/\{/g)?.length ?? 0;
  return matching.toSorted((left, right) => countVariables(left) - countVariables(right))[0];
}
