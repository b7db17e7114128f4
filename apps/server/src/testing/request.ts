import type { TestApp } from "./test-app.ts";

export interface TestRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD" | "OPTIONS";
  readonly path: string;
  readonly key?: string;
  /** The access token of a session, sent as its cookie by a page of the server. */
  readonly session?: string;
  readonly region?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly text: string;
  /** The parsed body, or undefined if it is empty or not JSON. */
  readonly body: ResponseBody;
}

/** JSON that a test reads without a declared shape. The shape was already checked. */
// A recursive index type instead of `any`: every member can be read and compared.
export interface ResponseBody {
  readonly [member: string]: ResponseBody;
}

/** Sends a request to the app, which checks the answer against the published document. */
export async function request(testApp: TestApp, wanted: TestRequest): Promise<TestResponse> {
  const response = await testApp.app.inject({
    method: wanted.method,
    url: wanted.path,
    headers: {
      ...(wanted.key === undefined ? {} : { "x-api-key": wanted.key }),
      ...(wanted.session === undefined ? {} : cookieOf(wanted.session, wanted.region ?? "eu")),
      ...(wanted.region === undefined ? {} : { "x-svc-region": wanted.region }),
      ...wanted.headers,
    },
    ...(wanted.body === undefined ? {} : { payload: wanted.body as object }),
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.payload,
    body: parse(response.payload),
  };
}

const cookieOf = (session: string, region: string) => ({
  cookie: `__Host-lintel-${region}=${session}`,
  host: "localhost",
  origin: "http://localhost",
});

function parse(text: string): ResponseBody {
  try {
    return JSON.parse(text) as ResponseBody;
  } catch {
    return undefined as unknown as ResponseBody;
  }
}
