import fastify from "fastify";
import { expect, it } from "vitest";
import { Problem } from "../../platform/problem.ts";
import { sendHeld } from "./send-output.ts";

it("sends the headers of a held call at once, however late its output is", async () => {
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

it("ends a held call that fails with the Problem, after the status was sent", async () => {
  const app = fastify({ logger: false });
  const failed = Promise.reject(new Problem("UNAVAILABLE", "Ask again."));
  failed.catch(() => {});
  app.get("/held", (request, reply) => sendHeld(request, reply, () => "", failed, 3_600_000));
  const answer = await app.inject("/held");
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({ status: 503, code: "UNAVAILABLE", detail: "Ask again." });
  await app.close();
});
