import type { WarningHeaders } from "@lintel/traffic/treat-at";

const dropped = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-connection",
  "te",
  "transfer-encoding",
  "upgrade",
]);

export type Fields = Record<string, string | string[]>;

/** The fields of a response without those of the connection, with what announces the end. */
export function makeResponseFields(
  status: number,
  upstream: Readonly<Record<string, string | string[] | undefined>>,
  headers: WarningHeaders | null,
): Fields {
  const fields: Fields = {};
  const named = listNamed(upstream["connection"]);
  for (const name in upstream) {
    const value = upstream[name];
    if (value === undefined || dropped.has(name) || named?.includes(name) === true) continue;
    fields[name] = value;
  }
  // It has no body, but some clients would wait for one, or take it from the next answer (RFC 9110 §8.6).
  if (status === 204) delete fields["content-length"];
  const via = fields["via"];
  fields["via"] = via === undefined ? "1.1 lintel" : [via, "1.1 lintel"].flat().join(", ");
  if (headers !== null) addWarnings(fields, headers);
  return fields;
}

/** Replaces the upstream's own dates and adds to its links. */
export function addWarnings(fields: Fields, { deprecation, sunset, links }: WarningHeaders): void {
  if (deprecation !== null) fields["deprecation"] = deprecation;
  fields["sunset"] = sunset;
  if (links.length > 0) fields["link"] = [fields["link"] ?? [], [...links]].flat();
}

function listNamed(connection: string | string[] | undefined): string[] | null {
  if (connection === undefined) return null;
  const text = String(connection);
  if (/^(?:keep-alive|close)$/i.test(text)) return null;
  return text.split(",").map((name) => name.trim().toLowerCase());
}
