/**
 * Where an address has the id of a record: in its path, or in a query parameter for ids. Null if it
 * does not name the record.
 *
 * @param record - the address of the record, whose id is its last segment or the value of its query
 */
export function findRecordId(
  address: string,
  record: string,
): { readonly start: number; readonly end: number } | null {
  const [, id = ""] = /([^/=]+)$/.exec(record) ?? [];
  const query = address.includes("?") ? address.indexOf("?") : address.length;
  const at = record.includes("?") ? -1 : address.indexOf(record);
  const end = at + record.length;
  if (at >= 0 && end <= query && (end === query || address[end] === "/"))
    return { start: end - id.length, end };
  for (const { index, 0: whole, 1: value } of address.matchAll(/[?&][\w-]*id=([^&]*)/gi)) {
    const last = index + whole.length;
    if (value === id) return { start: last - id.length, end: last };
  }
  return null;
}
