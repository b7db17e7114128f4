import { expect } from "vitest";

/** One message of a stream; a comment has neither event nor data. */
export interface Message {
  readonly id?: string;
  readonly event?: string;
  readonly data?: Record<string, unknown>;
  readonly comment?: string;
}

export interface OpenedStream {
  readonly status: number;
  /** The next message that is an event. */
  next(): Promise<Message>;
  /** The id that a reader would send after a break. */
  readonly lastId: string;
  readonly isEnded: boolean;
  readonly ended: Promise<void>;
  close(): void;
}

export interface OpenOptions {
  readonly query?: string;
  readonly lastEventId?: string;
}

/** Opens a stream as a reader does, and waits until it has begun. */
export async function openStream(
  from: string,
  key: string,
  { query = "", lastEventId }: OpenOptions = {},
): Promise<OpenedStream> {
  const abort = new AbortController();
  const headers = {
    "x-api-key": key,
    ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
  };
  const response = await fetch(`${from}/api/events${query}`, { headers, signal: abort.signal });
  const messages: Message[] = [];
  const state = { lastId: "", isEnded: false };
  const read = async (): Promise<void> => {
    let text = "";
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk as Uint8Array).toString();
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const message = parse(block);
        state.lastId = message.id ?? state.lastId;
        if (message.event !== undefined) messages.push(message);
      }
    }
  };
  const ended = read()
    .catch(() => {})
    .finally(() => (state.isEnded = true));
  if (response.status === 200) await expect.poll(() => state.lastId).not.toBe("");
  return {
    status: response.status,
    async next() {
      await expect.poll(() => messages.length, { timeout: 8000 }).toBeGreaterThan(0);
      return messages.shift() ?? {};
    },
    get lastId() {
      return state.lastId;
    },
    get isEnded() {
      return state.isEnded;
    },
    ended,
    close: () => abort.abort(),
  };
}

function parse(block: string): Message {
  const fields = new Map(
    block.split("\n").map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, at), line.slice(at + 2)];
    }),
  );
  const data = fields.get("data");
  return {
    ...(fields.has("id") ? { id: fields.get("id") ?? "" } : {}),
    ...(fields.has("event") ? { event: fields.get("event") ?? "" } : {}),
    ...(data === undefined ? {} : { data: JSON.parse(data) as Record<string, unknown> }),
  };
}
