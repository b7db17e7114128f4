import { gzipSync } from "node:zlib";
import type { KnownIds } from "./known-ids.ts";
import { mutate } from "./mutate-value.ts";
import { nounOf, subjectOf, type Lineage } from "./read-records.ts";
import { kindOfField, refPattern } from "./schema-values.ts";
import type { Oddity, Step } from "./step-arbitrary.ts";

/** A request as it is sent. */
export interface BuiltRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer | null;
  /** Whether an HTTP client would send it; others are written directly to the socket. */
  readonly rawWay: string | null;
  /** The path, or a project in the query, belongs to another organization. */
  readonly namesForeign: boolean;
  /** The ids in its path. */
  readonly named: Lineage;
}

interface Scene {
  readonly known: KnownIds;
  readonly targetUrl: string;
  readonly key: string | null;
}

/** Fills in ids and versions, applies the mutations, and serializes the request. */
export function buildRequest(step: Step, scene: Scene): BuiltRequest {
  const { operation } = step;
  const filler = createFiller(step, scene);
  const named = filler.fillPath();
  const path = Object.entries(named).reduce(
    (text, [name, id]) => text.replace(`{${name}}`, () => encodeSegment(id)),
    operation.path,
  );
  const isForeignInPath = filler.namesForeign();
  const query = Object.entries(filler.fill(step.query) as object).map(
    ([name, value]) => `${name}=${encodeURIComponent(wellFormed(String(value)))}`,
  );
  const isForeignInAddress =
    isForeignInPath || ("projectId" in step.query && filler.namesForeign());
  const body =
    step.body === undefined
      ? undefined
      : mutate(filler.fillOrder(filler.fill(step.body)), step.mutations);
  const text = body === undefined ? null : (JSON.stringify(body) ?? "null");
  return {
    ...dress(step, { path, query, text, key: scene.key, namesForeign: isForeignInAddress }),
    named,
  };
}

/** Fields that determine the possible values of others, the most important first. */
const deciding = [
  "responseHeaderId",
  "responseId",
  "endpointId",
  "endpointIds",
  "componentId",
  "suiteId",
  "versionId",
  "specId",
  "projectId",
];

interface Filler {
  fillPath(): Record<string, string>;
  fill(value: unknown): unknown;
  /** Half of all orders name every existing item, as a valid order must. */
  fillOrder(body: unknown): unknown;
  namesForeign(): boolean;
}

/** Replaces references by ids that belong together, unless something else is requested. */
function createFiller({ operation, path, query, body }: Step, { known, targetUrl }: Scene): Filler {
  let namesForeign = false;
  let subject = "";
  let within: Lineage = levelOf(operation.path, query, body);

  const take = (field: string, pick: number): string => {
    const decided = pick < 60 ? within[field] : undefined;
    const kind = kindOfField(operation.path, field);
    const picked = decided === undefined ? known.pick(kind, pick, within) : undefined;
    namesForeign ||= picked?.origin === "foreign";
    const id = decided ?? picked?.value ?? "";
    if (deciding.includes(field)) within = { ...known.lineageOf(id), [field]: id, ...within };
    return id;
  };
  const fillText = (text: string): string => {
    if (text === "\uE000target") return targetUrl;
    if (text.startsWith("\uE000ref") && text.includes(","))
      return text.split(",").map(fillText).join(",");
    const [, field = "", pick = "0"] = refPattern.exec(text) ?? [];
    if (field === "") return text;
    return field === "rowVersion"
      ? versionFor(known, subjectOf(nounOf(operation.path), subject, within), Number(pick))
      : take(field, Number(pick));
  };
  const fill = (value: unknown): unknown => {
    if (typeof value === "string") return fillText(value);
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value);
    const filled = new Map<string, unknown>();
    for (const name of deciding) {
      const own = Object.getOwnPropertyDescriptor(value, name);
      if (own === undefined) continue;
      filled.set(name, fill(own.value));
      if (name === "componentId") subject = String(filled.get(name));
    }
    // By entries, so that a member named __proto__ stays a member.
    return Object.fromEntries(
      entries.map(([name, member]) => [name, filled.has(name) ? filled.get(name) : fill(member)]),
    );
  };
  return {
    fill,
    fillPath() {
      const names = Object.keys(path).toReversed();
      const filled = names.map((name): [string, string] => {
        const id = fillText(path[name] ?? "");
        within = { ...known.lineageOf(id), [name]: id, ...within };
        return [name, id];
      });
      subject = filled[0]?.[1] ?? "";
      return Object.fromEntries(filled.toReversed());
    },
    fillOrder(filledBody) {
      const { ids, kind, itemPublicIds } = (filledBody ?? {}) as Readonly<Record<string, unknown>>;
      // The children of a folder; for the root, which no lineage names, the items without a folder.
      if (Array.isArray(itemPublicIds) && itemPublicIds.length > 1)
        return { ...(filledBody as object), itemPublicIds: [...known.all("doc-item", within)] };
      if (!Array.isArray(ids) || ids.length < 2) return filledBody;
      const of = typeof kind === "string" ? kind : kindOfField(operation.path, "ids");
      return { ...(filledBody as object), ids: [...known.all(of, within)].toReversed() };
    },
    namesForeign: () => namesForeign,
  };
}

/** Header components and policies belong to a level, which the address or a field determines. */
function levelOf(path: string, query: Step["query"], body: unknown): Lineage {
  if (path.startsWith("/api/header-")) return { level: "organization" };
  if (path.includes("/header-policies")) return { level: "project" };
  const level = query["level"] ?? (body as { level?: unknown } | undefined)?.level;
  return typeof level === "string" ? { level } : {};
}

function versionFor(known: KnownIds, subject: string, pick: number): string {
  const present = known.versionOf(subject);
  return pick < 85 && present !== undefined ? present : pick < 93 ? "AAAAAAAAAAE=" : "//////////8=";
}

function wellFormed(text: string): string {
  return text.toWellFormed();
}

/**
 * Printable characters are sent unchanged, so that unusual paths reach the server; others are
 * encoded.
 */
function encodeSegment(id: string): string {
  return /^[\x21-\x22\x24-\x3E\x40-\x7E]+$/.test(id) ? id : encodeURIComponent(wellFormed(id));
}

interface Undressed {
  readonly path: string;
  readonly query: readonly string[];
  readonly text: string | null;
  readonly key: string | null;
  readonly namesForeign: boolean;
}

function dress(
  step: Step,
  { path, query, text, key, namesForeign }: Undressed,
): Omit<BuiltRequest, "named"> {
  let method = step.operation.method;
  let target = path + (query.length === 0 ? "" : `?${query.join("&")}`);
  let body: Buffer | null = text === null ? null : Buffer.from(text);
  let contentType: string | null = text === null ? null : "application/json";
  let rawWay: string | null = null;
  const headers: [string, string][] = key === null ? [] : [["x-api-key", key]];
  for (const oddity of step.oddities) {
    if (oddity.kind === "contentType") contentType = oddity.value;
    else if (oddity.kind === "brokenText" && text !== null) {
      body = breakText(text, oddity.way);
      if (oddity.way === "gzip") headers.push(["content-encoding", "gzip"]);
    } else if (oddity.kind === "method") method = oddity.value;
    else if (oddity.kind === "path") target = bendPath(target, oddity.way);
    else if (oddity.kind === "query")
      target += `${target.includes("?") ? "&" : "?"}${encodeQuery(oddity.text)}`;
    else if (oddity.kind === "header") addHeader(headers, oddity);
    else if (oddity.kind === "bodyAnyway" && text === null) {
      body = Buffer.from(oddity.text);
      contentType = oddity.contentType;
    } else if (oddity.kind === "raw") rawWay = oddity.way;
  }
  if (contentType !== null) headers.push(["content-type", contentType]);
  return { method, target, headers, body, rawWay, namesForeign };
}

function addHeader(
  headers: [string, string][],
  { name, value }: Extract<Oddity, { kind: "header" }>,
): void {
  headers.push([name, Buffer.from(value).toString("latin1")]);
}

function encodeQuery(text: string): string {
  return text.replaceAll(/[^\x21-\x7E]/g, (letter) => encodeURIComponent(letter));
}

function bendPath(target: string, way: number): string {
  const [path = "", ...rest] = target.split("?");
  const bent = [
    `${path}/`,
    `/${path}`,
    path.toUpperCase(),
    path.replace("/api", "/us/api"),
    path.replace("/api", "/api/../api"),
    path.replace("/api", "/%61pi"),
    path.replace("/api", "/api%2f"),
    `${path}/%2e%2e/%2e%2e`,
    `${path};a=b`,
    `${path}%00`,
    `${path}%zz`,
    `${path}/${"a/".repeat(200)}`,
    `/scim/v2${path}`,
    `/us/scim${path}`,
    `${path}\\..`,
  ][way];
  return [bent, ...rest].join("?");
}

function breakText(text: string, way: Extract<Oddity, { kind: "brokenText" }>["way"]): Buffer {
  const open = text.startsWith("{") && text.length > 2;
  const inside = (member: string): string =>
    open ? text.replace("{", `{${member},`) : `{${member}}`;
  switch (way) {
    case "truncated":
      return Buffer.from(text.slice(0, Math.max(1, text.length - 2)));
    case "trailing comma":
      return Buffer.from(text.replace(/\}$/, ",}"));
    case "appended":
      return Buffer.from(`${text} x`);
    case "duplicate member":
      return Buffer.from(inside('"name":1'));
    case "infinite number":
      return Buffer.from(inside('"iterations":1e999'));
    case "not a number":
      return Buffer.from(inside('"iterations":NaN'));
    case "single quotes":
      return Buffer.from(text.replaceAll('"', "'"));
    case "invalid utf-8":
      return Buffer.concat([
        Buffer.from(inside('"name":"a').slice(0, -1)),
        Buffer.from([0xff, 0xfe]),
        Buffer.from('"}'),
      ]);
    case "overlong utf-8":
      return Buffer.concat([
        Buffer.from('{"name":"'),
        Buffer.from([0xc0, 0xaf]),
        Buffer.from(`",${open ? text.slice(1) : '"a":1}'}`),
      ]);
    case "utf-16":
      return Buffer.from(text, "utf16le");
    case "byte order mark":
      return Buffer.from(`\uFEFF${text}`);
    case "empty":
      return Buffer.alloc(0);
    case "blanks":
      return Buffer.from(" \r\n\t");
    case "gzip":
      return gzipSync(text);
    case "bare value":
      return Buffer.from('"text"');
    case "deep":
      return Buffer.from("[".repeat(100_000));
    default:
      return Buffer.from(text);
  }
}
