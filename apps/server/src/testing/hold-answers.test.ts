import fastify, { type FastifyReply } from "fastify";
import { afterAll, describe, expect, it } from "vitest";
import { takeAnswerFaults } from "./answer-faults.ts";
import { holdAnswers } from "./hold-answers.ts";

const problem = {
  type: "urn:svc:problem:not-found",
  title: "Not found",
  status: 404,
  code: "NOT_FOUND",
  detail: "There is no such key.",
  instance: "/api/keys/1",
  requestId: "1",
};
const asProblem = (reply: FastifyReply, body: object = problem) =>
  reply
    .code(404)
    .type("application/problem+json")
    .send(Buffer.from(JSON.stringify(body)));

describe("an answer that the published document", () => {
  const app = fastify();
  holdAnswers(app);
  let answer: (reply: FastifyReply) => FastifyReply;
  app.get("/api/keys/:id", async (_, reply) => answer(reply));
  afterAll(() => app.close());

  const checkHeld = async (give: typeof answer): Promise<string> => {
    answer = give;
    await app.inject({ url: "/api/keys/1" });
    return takeAnswerFaults().join("");
  };

  it("allows is no fault", async () => {
    expect(await checkHeld((reply) => asProblem(reply))).toBe("");
  });

  it.each<[string, (reply: FastifyReply) => FastifyReply, string]>([
    ["has no status for", (reply) => reply.code(418).send(), "status is not declared"],
    ["has no header for", (reply) => asProblem(reply.header("x-new", "1")), "header x-new"],
    ["has a header for", (reply) => reply.code(401).send(problem), "www-authenticate is missing"],
    [
      "has no media type for",
      (reply) => reply.code(404).type("text/html").send("<p>"),
      "text/html",
    ],
    ["has another shape for", (reply) => reply.code(200).send({ id: 5 }), "must have required"],
    [
      "has no code for",
      (reply) => asProblem(reply, { ...problem, code: "SLUG_TAKEN" }),
      "SLUG_TAKEN",
    ],
  ])("%s is a fault", async (_, give, fault) => {
    expect(await checkHeld(give)).toContain(fault);
  });
});
