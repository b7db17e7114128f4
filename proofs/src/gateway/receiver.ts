import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A message of a webhook. */
export interface Message {
  readonly event: string;
  readonly delivery: string;
  readonly subjectId: string;
}

/** Takes every message of a webhook. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly received: readonly Message[];
}

export async function startReceiver(): Promise<Receiver> {
  const received: Message[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { data } = JSON.parse(body) as { readonly data: { readonly subject: { id: string } } };
      const event = String(request.headers["x-svc-event"]);
      const delivery = String(request.headers["x-svc-delivery"]);
      received.push({ event, delivery, subjectId: data.subject.id });
      response.end("ok");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
