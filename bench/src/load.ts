import autocannon from "autocannon";

/** One request of the load, which is sent unchanged. */
export interface LoadRequest {
  readonly method: "GET" | "PATCH" | "POST";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface LoadResult {
  /** Responses of 2xx per second. */
  readonly rate: number;
  readonly count: number;
  /** Milliseconds. */
  readonly median: number;
  readonly p99: number;
}

/** Sends every request once, to warm up caches. */
export async function warmUp(url: string, requests: readonly LoadRequest[]): Promise<void> {
  await load(url, requests, { connections: 20, amount: requests.length });
}

/**
 * Sends the requests in turn over keep-alive connections for some seconds. A response that is not
 * 2xx ends the bench.
 */
export async function loadFor(
  url: string,
  requests: readonly LoadRequest[],
  options: { readonly connections: number; readonly seconds: number },
): Promise<LoadResult> {
  const began = performance.now();
  const { connections, seconds } = options;
  const result = await load(url, requests, { connections, duration: seconds });
  return describe(result, performance.now() - began);
}

/**
 * Sends each request once over keep-alive connections. A response that is not 2xx ends the bench.
 */
export async function loadEach(
  url: string,
  requests: readonly LoadRequest[],
  { connections }: { readonly connections: number },
): Promise<LoadResult> {
  const began = performance.now();
  let answeredAt = began;
  // The load generator checks only once a second whether all requests are answered.
  const setupClient = (client: autocannon.Client) =>
    void client.on("response", () => (answeredAt = performance.now()));
  const amount = requests.length;
  const result = await load(url, requests, { connections, amount, setupClient });
  return describe(result, answeredAt - began);
}

function describe(result: autocannon.Result, milliseconds: number): LoadResult {
  const { p50, p99 } = result.latency;
  const count = result["2xx"];
  return { rate: (count * 1000) / milliseconds, count, median: p50, p99 };
}

async function load(
  url: string,
  requests: readonly LoadRequest[],
  options: Omit<autocannon.Options, "url" | "requests">,
): Promise<autocannon.Result> {
  let next = 0;
  const { method } = requests[0] ?? { method: "GET" };
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    const wanted = requests[next % requests.length];
    next += 1;
    const { path, headers, body }: LoadRequest = wanted ?? { method, path: "/" };
    return { ...request, path, headers: { ...headers }, ...(body === undefined ? {} : { body }) };
  };
  const result = await autocannon({
    url,
    ...options,
    // A constant request is built once, so that the load generator itself takes little time.
    requests: [requests.length === 1 ? setupRequest({}) : { method, path: "/", setupRequest }],
  });
  if (result.non2xx + result.errors > 0 || result["2xx"] === 0) {
    const counts = JSON.stringify(result.statusCodeStats);
    throw new Error(`Of the answers, ${counts}; ${result.errors} errors. All should be 2xx.`);
  }
  return result;
}
