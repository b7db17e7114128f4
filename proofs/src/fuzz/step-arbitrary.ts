import fc from "fast-check";
import type { DescribedOperation } from "./api-description.ts";
import { hostileTexts, hostileValue } from "./hostile-values.ts";

/** The caller. The last three never had a valid key. */
const actors = [
  "owner",
  "secondOwner",
  "admin",
  "member",
  "viewer",
  "scopedWide",
  "scopedRead",
  "scopedHere",
  "otherOrganization",
  "revoked",
  "gone",
  "nobody",
  "garbage",
] as const;
export type Actor = (typeof actors)[number];

/** A change of a valid value: its place, by the number of the part, and the new value. */
export interface Mutation {
  readonly kind: "replace" | "remove" | "add" | "rename";
  readonly pick: number;
  readonly value: unknown;
  readonly name: string;
}

/** An unusual property of the request on the wire. */
export type Oddity =
  | { readonly kind: "contentType"; readonly value: string | null }
  | { readonly kind: "brokenText"; readonly way: (typeof brokenWays)[number] }
  | { readonly kind: "method"; readonly value: string }
  | { readonly kind: "path"; readonly way: number }
  | { readonly kind: "query"; readonly text: string }
  | { readonly kind: "header"; readonly name: string; readonly value: string }
  | { readonly kind: "bodyAnyway"; readonly contentType: string; readonly text: string }
  | { readonly kind: "raw"; readonly way: (typeof rawWays)[number] };

/** One request before ids are filled in. */
export interface Step {
  readonly operation: DescribedOperation;
  readonly actor: Actor;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly mutations: readonly Mutation[];
  readonly oddities: readonly Oddity[];
}

const brokenWays = [
  "truncated",
  "trailing comma",
  "appended",
  "duplicate member",
  "infinite number",
  "not a number",
  "single quotes",
  "invalid utf-8",
  "overlong utf-8",
  "utf-16",
  "byte order mark",
  "empty",
  "blanks",
  "gzip",
  "bare value",
  "deep",
] as const;

const rawWays = [
  "no host",
  "two hosts",
  "bad header name",
  "header with NUL",
  "folded header",
  "bare LF",
  "bad version",
  "bad method",
  "two lengths",
  "length and chunks",
  "bad chunk",
  "negative length",
  "long target",
  "many headers",
  "space in target",
  "http2 preface",
  "nothing but CRLF",
] as const;

export function weighted<T>(...entries: [number, fc.Arbitrary<T>][]): fc.Arbitrary<T> {
  return fc.oneof(...entries.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

export const actor = weighted<Actor>([30, fc.constant("owner")], [70, fc.constantFrom(...actors)]);

export const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom("replace", "remove", "add", "rename"),
  pick: fc.nat(200),
  value: hostileValue,
  name: fc.constantFrom(
    "extra",
    "__proto__",
    "constructor",
    "ID",
    "",
    "\u0000",
    "row_version",
    "id",
  ),
});

const asciiTexts = hostileTexts.filter((text) => /^[\x20-\x7E]+$/.test(text));

const headers = fc.oneof(
  fc
    .constantFrom("EU", "us", "mars", "", "eu,us")
    .map((value) => ({ name: "x-svc-region", value })),
  fc
    .constantFrom("*", "text/html", "application/xml;q=1", ";;;")
    .map((value) => ({ name: "accept", value })),
  fc.constantFrom("DELETE", "x").map((value) => ({ name: "x-http-method-override", value })),
  fc
    .constantFrom("gzip", "br", "identity;q=0")
    .map((value) => ({ name: "accept-encoding", value })),
  fc.constantFrom("bytes=0-1", "bytes=a").map((value) => ({ name: "range", value })),
  fc.constantFrom("anything", "v1.x").map((value) => ({ name: "x-svc-hop", value })),
  fc.constantFrom("Bearer x", "Basic eA==").map((value) => ({ name: "authorization", value })),
  fc.constantFrom('"x"', "*", 'W/"a"').map((value) => ({ name: "if-none-match", value })),
  fc.constantFrom("a".repeat(9000), "ü", "x=1; y").map((value) => ({ name: "cookie", value })),
);

export const oddity: fc.Arbitrary<Oddity> = weighted<Oddity>(
  [
    3,
    fc.record({
      kind: fc.constant("contentType" as const),
      value: fc.constantFrom(
        null,
        "text/plain",
        "application/xml",
        "application/json; charset=utf-16",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "APPLICATION/JSON",
        "application/vnd.x+json",
        "x",
        "",
      ),
    }),
  ],
  [5, fc.record({ kind: fc.constant("brokenText" as const), way: fc.constantFrom(...brokenWays) })],
  [
    2,
    fc.record({
      kind: fc.constant("method" as const),
      value: fc.constantFrom(
        "GET",
        "HEAD",
        "OPTIONS",
        "POST",
        "PUT",
        "PATCH",
        "DELETE",
        "TRACE",
        "QUERY",
        "PROPFIND",
        "LOCK",
      ),
    }),
  ],
  [3, fc.record({ kind: fc.constant("path" as const), way: fc.nat(14) })],
  [4, fc.record({ kind: fc.constant("query" as const), text: queryTexts() })],
  [3, headers.map((header) => ({ kind: "header" as const, ...header }))],
  [
    2,
    fc.record({
      kind: fc.constant("bodyAnyway" as const),
      contentType: fc.constantFrom("application/json", "text/plain", "x/y"),
      text: fc.constantFrom("", "{}", "[1]", "{", "null", "x"),
    }),
  ],
  [1, fc.record({ kind: fc.constant("raw" as const), way: fc.constantFrom(...rawWays) })],
);

function queryTexts(): fc.Arbitrary<string> {
  const names = fc.constantFrom(
    "take",
    "skip",
    "projectId",
    "name",
    "format",
    "waitMs",
    "status",
    "x",
    "__proto__",
    "take[]",
    "take[a]",
    "from",
    "api_key",
    "%00",
    "",
  );
  const values = fc.oneof(
    fc.constantFrom(
      ...asciiTexts,
      "1",
      "-1",
      "1.5",
      "1e1",
      "%zz",
      "%C0%AF",
      "%ED%A0%80",
      "a&b=c",
      "+5",
      " 5",
    ),
    fc.integer().map(String),
  );
  return fc
    .array(fc.tuple(names, values), { minLength: 1, maxLength: 3 })
    .map((pairs) =>
      pairs.map(([name, value]) => `${name}=${value.replaceAll(/[ #"<>]/g, "%20")}`).join("&"),
    );
}
