import type { OutgoingFile } from "@lintel/contract/operation";

/** The text of a file that an operation returns. */
export async function readText(content: OutgoingFile["content"]): Promise<string> {
  if (typeof content === "string") return content;
  if (content instanceof Uint8Array) return Buffer.from(content).toString("utf8");
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}
