const decoder = new TextDecoder();

/** The first bytes of a text without splitting a character, and a mark if something was removed. */
export function cutText(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes) return text;
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes - 3;
  // A byte of the form 10xxxxxx continues a character (RFC 3629 §3).
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return `${decoder.decode(bytes.subarray(0, end))}…`;
}
