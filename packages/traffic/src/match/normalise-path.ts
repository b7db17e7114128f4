/** What can make a path differ from its normal form, or be read in several ways. */
const isUnusual = /%|\/\/|\/\.|\\|;/;

/**
 * The path of a request target in normal form, as RFC 3986 §6.2.2 describes it, for comparison and not
 * for sending: percent-encoded characters decoded (bytes, as a text of Latin-1), dot segments removed,
 * slashes merged. An encoded slash stays encoded, because servers differ in how they read it.
 *
 * @param target - the target of a request line; its query is not part of the path
 */
export function normalisePath(target: string): string {
  const path = cutQuery(target);
  return isUnusual.test(path) ? mergeSegments(decodeBytes(path)) : path;
}

/**
 * Every path that some server could read in a target, the usual reading first: servers decode an encoded slash or
 * not, take a backslash for a slash or not, and drop the parameters of a segment (`;v=1`) or not.
 */
export function listReadings(target: string): string[] {
  const path = cutQuery(target);
  if (!isUnusual.test(path)) return [path];
  const decoded = decodeBytes(path);
  const split = decoded.replaceAll(/%2F|\\/gi, "/");
  const readings = [
    decoded,
    split,
    decoded.replaceAll(/;[^/]*/g, ""),
    split.replaceAll(/;[^/]*/g, ""),
  ];
  return [...new Set(readings.map(mergeSegments))];
}

const dotSegment = /(?:^|[/\\]|%2f|%5c)(?:\.|%2e){1,2}(?:;[^/]*)?(?:$|[/\\]|%2f|%5c)/i;

/** Whether some server could read a dot segment in a target, which leads out of the path before it. */
export const hasDotSegments = (target: string): boolean => dotSegment.test(cutQuery(target));

function cutQuery(target: string): string {
  const end = target.search(/[?#]/);
  return end < 0 ? target : target.slice(0, end);
}

/** An encoded slash becomes `%2F`, an encoded percent sign stays one, so that nothing is decoded twice. */
const decodeBytes = (path: string): string =>
  path.replaceAll(/%([0-9A-Fa-f]{2})/g, (encoded, hex: string) => {
    const byte = Number.parseInt(hex, 16);
    if (byte === 0x2f) return "%2F";
    return byte === 0x25 ? encoded : String.fromCharCode(byte);
  });

/** Removes dot segments and empty ones; a slash at the end is kept. */
function mergeSegments(path: string): string {
  const kept: string[] = [];
  const parts = path.split("/");
  for (const part of parts) {
    if (part === "..") kept.pop();
    else if (part !== "" && part !== ".") kept.push(part);
  }
  const last = parts.at(-1);
  const isFolder = last === "" || last === "." || last === "..";
  return `/${kept.join("/")}${isFolder && kept.length > 0 ? "/" : ""}`;
}
