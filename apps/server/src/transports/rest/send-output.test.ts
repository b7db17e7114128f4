import fastify from "fastify";
import { expect, it } from "vitest";
import { sendHeld } from "./send-output.ts";

it("sends the headers of a held call at once, whenever its output comes", async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const app = fastify();
  app.get("/held", (request, reply) =>
    sendHeld(request, reply, (_, value) => JSON.stringify(value), promise, 3_600_000),
  );
  const address = await app.listen({ host: "127.0.0.1", port: 0 });
  try {
    const answer = await fetch(`${address}/held`);
    expect(answer.status).toBe(200);
    resolve({ isDone: true });
    expect(await answer.text()).toBe(' {"isDone":true}');
  } finally {
    await app.close();
  }
});
