import type { SentRequest } from "@lintel/contract/shapes/sent-request";

type Response = NonNullable<SentRequest["response"]>;

/** So long a body is indented; a longer one is shown as it came. */
const maxPretty = 300_000;

/** The body for people: JSON with indentation, bytes as how many there are. */
export function showPretty(
  { encoding, content, isCut }: NonNullable<Response["body"]>,
  headers: Response["headers"],
): string {
  const type = headers.find(({ name }) => name === "content-type")?.value ?? "no type";
  if (encoding === "base64") return `Bytes of ${type}, which are no text.`;
  const isJson = /\bjson\b/i.test(type) || /^\s*[[{]/.test(content);
  if (!isJson || isCut || content.length > maxPretty) return content;
  return indent(content);
}

/** The same text with line ends and indentation, so that numbers keep their digits. */
function indent(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  let depth = 0;
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|[[{]\s*[\]}]|[[\]{},:]|\s+/g, (token) => {
    if (token === "{" || token === "[") return `${token}\n${"  ".repeat((depth += 1))}`;
    if (token === "}" || token === "]") return `\n${"  ".repeat((depth -= 1))}${token}`;
    if (token === ",") return `,\n${"  ".repeat(depth)}`;
    if (token === ":") return ": ";
    return token.startsWith('"') ? token : token.replaceAll(/\s+/g, "");
  });
}

export const showMs = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`;

export const showBytes = (bytes: number): string =>
  bytes < 1024
    ? `${bytes} B`
    : bytes < 1024 * 1024
      ? `${(bytes / 1024).toFixed(1)} KB`
      : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
