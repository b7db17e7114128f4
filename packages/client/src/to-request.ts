import type { HttpRequest } from "./http.types.ts";
import type { Route } from "./routes.generated.ts";

export interface Address {
  readonly baseUrl: string;
  /** Null where `send` adds the credential. */
  readonly apiKey: string | null;
  readonly region?: "eu" | "us";
}

/** Puts the fields of a call where the route has them: path, header, body or query. */
export function toRequest(
  address: Address,
  route: Route,
  input: Readonly<Record<string, unknown>>,
): HttpRequest {
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  const headers: Record<string, string> = { accept: "application/json" };
  if (address.apiKey !== null) headers["x-api-key"] = address.apiKey;
  if (address.region === "us") headers["x-svc-region"] = "us";
  if (route.hasBody) headers["content-type"] = "application/json";
  let path: string = route.path;
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    const header = route.headers?.[name];
    if (path.includes(`{${name}}`)) {
      path = path.replace(`{${name}}`, encodeURIComponent(toText(value)));
    } else if (header !== undefined) headers[header] = toText(value);
    else if (route.hasBody) body[name] = value;
    else query.append(name, toText(value));
  }
  const search = query.size === 0 ? "" : `?${query.toString()}`;
  return {
    method: route.method,
    url: address.baseUrl.replace(/\/+$/, "") + path + search,
    headers,
    body: route.hasBody ? JSON.stringify(body) : null,
  };
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
