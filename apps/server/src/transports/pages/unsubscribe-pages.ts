import type { FastifyInstance } from "fastify";
import { unsubscribeFromNotices } from "@lintel/contract/operations/notice";
import { markup } from "@lintel/portal/html";
import { callForPage, visitorOf } from "./page-call.ts";
import { sendPage } from "./page-frame.ts";
import { pagePath } from "./page-path.ts";

/**
 * `/unsubscribe/{token}`: a person confirms; a mail program posts without asking (RFC 8058).
 * It has no cookie and another origin, so the token alone counts.
 */
export function mountUnsubscribe(app: FastifyInstance): void {
  const path = "/unsubscribe/:token";
  app.get(path, async (request, reply) => {
    const { token } = request.params as { token: string };
    const target = pagePath(request, `/unsubscribe/${encodeURIComponent(token)}`);
    return sendPage(reply, {
      title: "Get no more mail of this kind",
      body: markup`<form method="post" action="${target}">
        <button class="primary">Unsubscribe</button>
      </form>`,
    });
  });
  void app.register(async (posts) => {
    // The form that RFC 8058 §3.2 prefers. The header alone makes a mail program send it, so it is not read.
    posts.addContentTypeParser("multipart/form-data", { parseAs: "buffer" }, async () => ({}));
    posts.post(path, async (request, reply) => {
      const { token } = request.params as { token: string };
      await callForPage(request, visitorOf(request), unsubscribeFromNotices, { token });
      return sendPage(reply, {
        title: "You are unsubscribed",
        body: markup`<p>You get no more mail of this kind.</p>`,
      });
    });
  });
}
