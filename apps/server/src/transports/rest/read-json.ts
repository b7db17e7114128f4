import type { FastifyInstance } from "fastify";
import { Problem } from "../../platform/problem.ts";

/** The one media type of bodies. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  app.removeContentTypeParser(["text/plain", "application/json"]);
  app.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    (request, body: Buffer, done) => {
      let text: string;
      try {
        text = utf8.decode(body);
      } catch {
        // Decoded loosely, what is stored would not be what was sent (RFC 8259 §8.1).
        return done(new Problem("INVALID_JSON", "The body is not valid UTF-8."));
      }
      return parse(request, text, done);
    },
  );
}
