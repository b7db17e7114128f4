import {
  serializeHeader,
  serializePath,
  serializeQuery,
} from "@lintel/reference/samples/serialize-parameter";
import type { DeclaredParameter } from "./declared-parameter.ts";
import { keepVariables, resolveUrl, type RequestDraft } from "./request-draft.ts";

/** A declared parameter with what a person set. */
export interface ParameterValue {
  readonly parameter: DeclaredParameter;
  readonly text: string;
  /** Whether the request has it; one that is required always is. */
  readonly isSent: boolean;
}

/** At first a request has what is required, with examples. */
export const startValues = (parameters: readonly DeclaredParameter[]): ParameterValue[] =>
  parameters.map((parameter) => ({
    parameter,
    text: parameter.initial,
    isSent: parameter.isRequired,
  }));

/** The parameters that a request needs, and that have no value. */
export const listMissing = (url: string, values: readonly ParameterValue[]): ParameterValue[] =>
  values.filter(
    ({ parameter, text }) =>
      parameter.isRequired &&
      text.trim() === "" &&
      (parameter.location !== "path" || url.includes(`{${parameter.name}}`)),
  );

/**
 * The request as it is sent: its address and headers with the declared parameters.
 *
 * @param server - precedes the address unless that is absolute; null: the base URL of the environment does
 */
export function fillRequest(
  draft: RequestDraft,
  values: readonly ParameterValue[],
  server: string | null,
): RequestDraft {
  const sent = values.filter(({ isSent }) => isSent);
  const url = addQuery(fillPath(draft.url.trim(), values), sent);
  return { ...draft, url: resolveUrl(url, server), headers: addHeaders(draft.headers, sent) };
}

const toStyle = ({ style, explode }: DeclaredParameter) => ({
  style,
  explode,
  allowReserved: false,
});

function fillPath(url: string, values: readonly ParameterValue[]): string {
  const inPath = values.filter(
    ({ parameter, text }) => parameter.location === "path" && text !== "",
  );
  return inPath.reduce((text, { parameter, text: value }) => {
    const { name } = parameter;
    const written = serializePath(name, readValue(parameter, value), toStyle(parameter));
    return text.replaceAll(`{${name}}`, (found, at: number) =>
      // A variable of the environment has two braces.
      text[at - 1] === "{" ? found : keepVariables(written),
    );
  }, url);
}

function addQuery(url: string, values: readonly ParameterValue[]): string {
  const pairs = values.flatMap(({ parameter, text }) => {
    const { name, location } = parameter;
    if (location === "querystring") return text === "" ? [] : [text];
    if (location !== "query") return [];
    return serializeQuery(name, readValue(parameter, text), toStyle(parameter)).map(keepVariables);
  });
  if (pairs.length === 0) return url;
  return `${url}${url.includes("?") ? "&" : "?"}${pairs.join("&")}`;
}

/** Declared cookies and those that were typed are one header (RFC 6265 §5.4). */
function addHeaders(text: string, values: readonly ParameterValue[]): string {
  const write = ({ parameter, text: value }: ParameterValue): string =>
    serializeHeader(readValue(parameter, value), parameter.explode);
  const inPlace = (place: string) => values.filter(({ parameter }) => parameter.location === place);
  const headers = inPlace("header").map((each) => `${each.parameter.name}: ${write(each)}`);
  const cookies = inPlace("cookie").map((each) => `${each.parameter.name}=${write(each)}`);
  const typed = text.split("\n").filter((line) => line.trim() !== "");
  const own = cookies.length === 0 ? [] : typed.filter((line) => /^\s*cookie\s*:/i.test(line));
  const all = [...cookies, ...own.map((line) => line.slice(line.indexOf(":") + 1).trim())];
  return [
    ...headers,
    ...(all.length === 0 ? [] : [`Cookie: ${all.join("; ")}`]),
    ...typed.filter((line) => !own.includes(line)),
  ].join("\n");
}

/** A list is written with commas or as JSON, an object as JSON. */
export function readValue({ kind }: DeclaredParameter, text: string): unknown {
  if (kind === "text") return text;
  const isJson = /^\s*[[{]/.test(text) && !text.trimStart().startsWith("{{");
  if (isJson)
    try {
      return JSON.parse(text);
    } catch {
      // Half of a value is sent as it is typed.
      return text;
    }
  return kind === "list" && text.includes(",") ? text.split(",").map((each) => each.trim()) : text;
}
