import type { TestAuth, TestRequest } from "@lintel/contract/shapes/test-request";

/** A request as it is edited: every part as the text that a person typed. */
export interface RequestDraft {
  readonly method: TestRequest["method"];
  readonly url: string;
  /** A header a line: `Name: value`. */
  readonly headers: string;
  readonly body: string;
  /** "" : no body is sent. */
  readonly contentType: string;
  readonly auth: TestAuth | null;
  readonly followRedirects: boolean;
}

export const emptyDraft: RequestDraft = {
  method: "GET",
  url: "",
  headers: "",
  body: "",
  contentType: "",
  auth: null,
  followRedirects: true,
};

type Headers = NonNullable<TestRequest["headers"]>;

/** The request to be sent. A JSON body stays text, so that its numbers and spaces are sent as typed. */
export function toRequest(draft: RequestDraft): TestRequest {
  const headers = readHeaders(draft.headers);
  const { method, url, auth, contentType, body, followRedirects } = draft;
  return {
    method,
    url: url.trim(),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(contentType === "" ? {} : { body: { type: "text", text: body, contentType } }),
    ...(auth === null ? {} : { auth }),
    followRedirects,
  };
}

/** A repeated name has a list of values. Lines without a colon are left out. */
export function readHeaders(text: string): Headers {
  const headers = new Map<string, string[]>();
  for (const line of text.split("\n")) {
    const at = line.indexOf(":");
    const name = line.slice(0, Math.max(0, at)).trim();
    if (name !== "") headers.set(name, [...(headers.get(name) ?? []), line.slice(at + 1).trim()]);
  }
  const entries = Array.from(headers, ([name, values]): [string, string | string[]] => [
    name,
    values.length === 1 ? (values[0] ?? "") : values,
  ]);
  return Object.fromEntries(entries);
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** The draft of a request that was sent before, or that a curl command describes. */
export function toDraft(request: TestRequest): RequestDraft {
  const { method, headers = {}, query = {}, auth = null, followRedirects = true } = request;
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    listOf(value).map((one) => `${name}: ${String(one)}`),
  );
  const fields = Object.entries(query).flatMap(([name, value]) =>
    listOf(value).map((one) => `${encode(name)}=${encode(String(one))}`),
  );
  const separator = request.url.includes("?") ? "&" : "?";
  const url = fields.length === 0 ? request.url : `${request.url}${separator}${fields.join("&")}`;
  return { method, url, headers: lines.join("\n"), auth, followRedirects, ...toText(request.body) };
}

/** Variables stay as they are. */
export const keepVariables = (text: string): string =>
  text.replaceAll("%7B%7B", "{{").replaceAll("%7D%7D", "}}");
const encode = (text: string): string => keepVariables(encodeURIComponent(text.toWellFormed()));

function toText(body: TestRequest["body"]): Pick<RequestDraft, "body" | "contentType"> {
  if (body === undefined) return { body: "", contentType: "" };
  if (body.type === "json")
    return { body: JSON.stringify(body.value, null, 2), contentType: "application/json" };
  if (body.type === "form") {
    const text = keepVariables(new URLSearchParams(body.fields).toString());
    return { body: text, contentType: "application/x-www-form-urlencoded" };
  }
  return { body: body.text, contentType: body.contentType ?? "text/plain; charset=utf-8" };
}

/** Whether an address names its host; one that begins with a variable may. */
export const isAbsolute = (url: string): boolean => /^(?:[a-z][a-z0-9+.-]*:\/\/|\{\{)/i.test(url);

/** An absolute address, as samples show it. */
export const resolveUrl = (url: string, baseUrl: string | null): string =>
  isAbsolute(url) || baseUrl === null
    ? url
    : `${baseUrl.replace(/\/+$/, "")}/${url.replace(/^\/+/, "")}`;
