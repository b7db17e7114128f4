/** A status as calls take it: 404, 4 for 4XX, 0 for default; null if the text is none. */
export function toStatusNumber(text: string): number | null {
  if (text === "default") return 0;
  const range = /^([1-5])XX$/i.exec(text)?.[1];
  if (range !== undefined) return Number(range);
  return /^[1-5]\d\d$/.test(text) ? Number(text) : null;
}
