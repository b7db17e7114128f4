/** A message of an event stream (HTML Living Standard, "Server-sent events"). */
export interface StreamMessage {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/** Reads the messages of a stream until it ends. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamMessage> {
  const decoder = new TextDecoder();
  let rest = "";
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const parts = (rest + decoder.decode(value, { stream: true })).split("\n\n");
      rest = parts.pop() ?? "";
      for (const part of parts) {
        const message = parseMessage(part);
        if (message !== null) yield message;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** null for a comment. */
function parseMessage(text: string): StreamMessage | null {
  const fields = { id: "", event: "message", data: "" };
  let isEmpty = true;
  for (const line of text.split("\n")) {
    const [, name = "", value = ""] = /^(id|event|data): ?(.*)$/.exec(line) ?? [];
    if (name === "id" || name === "event") fields[name] = value;
    if (name === "data") fields.data += value;
    if (name !== "") isEmpty = false;
  }
  return isEmpty ? null : fields;
}
