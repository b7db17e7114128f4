import { isObject } from "@lintel/json/value";

export interface Serialization {
  readonly style: string;
  readonly explode: boolean;
  readonly allowReserved: boolean;
}

const writePlain = (value: unknown): string =>
  (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).toWellFormed();

/**
 * Percent-encodes all characters except unreserved ones (RFC 3986 §2.3), or except unreserved and
 * reserved ones (§2.2).
 */
function encode(text: string, allowReserved: boolean): string {
  const encoded = encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (found) => `%${(found.codePointAt(0) ?? 0).toString(16).toUpperCase()}`,
  );
  if (!allowReserved) return encoded;
  return encoded.replaceAll(/%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/g, decodeURIComponent);
}

const listItems = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** The value of a path variable: simple, label and matrix (§4.12.2.3). */
export function serializePath(
  name: string,
  value: unknown,
  { style, explode, allowReserved }: Serialization,
): string {
  const write = (item: unknown): string => encode(writePlain(item), allowReserved);
  const between = { label: ".", matrix: ";" }[style] ?? ",";
  const start = { label: ".", matrix: ";" }[style] ?? "";
  const prefix = style === "matrix" ? `${encode(name, false)}=` : "";
  if (isObject(value)) {
    const pairs = Object.entries(value);
    if (explode)
      return start + pairs.map(([key, item]) => `${write(key)}=${write(item)}`).join(between);
    return start + prefix + pairs.flatMap(([key, item]) => [write(key), write(item)]).join(",");
  }
  const items = listItems(value).map(write);
  if (!explode || items.length < 2) return start + prefix + items.join(",");
  return start + items.map((item) => prefix + item).join(between);
}

const separators: Readonly<Record<string, string>> = {
  spaceDelimited: "%20",
  pipeDelimited: "%7C",
};

/** A parameter of the query as percent-encoded pairs (§4.12.2.3). */
export function serializeQuery(
  name: string,
  value: unknown,
  { style, explode, allowReserved }: Serialization,
): string[] {
  const write = (item: unknown): string => encode(writePlain(item), allowReserved);
  const key = encode(name, false);
  const separator = separators[style] ?? ",";
  if (isObject(value)) {
    const pairs = Object.entries(value);
    if (style === "deepObject")
      return pairs.map(([inner, item]) => `${key}%5B${encode(inner, false)}%5D=${write(item)}`);
    if (explode) return pairs.map(([inner, item]) => `${encode(inner, false)}=${write(item)}`);
    return [
      `${key}=${pairs.flatMap(([inner, item]) => [write(inner), write(item)]).join(separator)}`,
    ];
  }
  const items = listItems(value).map(write);
  if (explode && style === "form") return items.map((item) => `${key}=${item}`);
  return [`${key}=${items.join(separator)}`];
}

/** A header's or cookie's value; characters that a header does not allow are percent-encoded. */
export function serializeHeader(value: unknown, explode: boolean): string {
  const text = isObject(value)
    ? Object.entries(value)
        .flatMap(([key, item]) =>
          explode ? [`${key}=${writePlain(item)}`] : [key, writePlain(item)],
        )
        .join(",")
    : listItems(value).map(writePlain).join(",");
  return text
    .toWellFormed()
    .replaceAll(/[^ -~]+/gu, (found) => encodeURIComponent(found))
    .trim();
}

/** A field name of HTTP (RFC 9110 §5.1). */
export const isToken = (name: string): boolean => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name);
