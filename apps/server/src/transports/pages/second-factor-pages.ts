import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { renderSVG } from "uqr";
import {
  enableSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from "@lintel/contract/operations/second-factor";
import { markup } from "@lintel/portal/html";
import { copyScript } from "./copy-script.ts";
import { changeAccount, type AccountCall } from "./account-call.ts";
import { alert, textField } from "./form-parts.ts";
import { formField } from "./page-call.ts";
import { sendPage } from "./page-frame.ts";
import { pagePath } from "./page-path.ts";

/** `/account/second-factor`: sets up, renews and removes the codes of an app. */
export function mountSecondFactor(app: FastifyInstance): void {
  const own = "/account/second-factor";
  app.post(own, (request, reply) =>
    changeAccount(request, reply, (call) => showSecret(request, reply, call)),
  );
  app.post(`${own}/enable`, (request, reply) =>
    changeAccount(
      request,
      reply,
      async (call) => {
        const code = formField(request, "code").trim();
        return showCodes(request, reply, await call(enableSecondFactor, { code }));
      },
      (call, failed) => showSecret(request, reply, call, failed),
    ),
  );
  app.post(`${own}/recovery-codes`, (request, reply) =>
    changeAccount(request, reply, async (call) =>
      showCodes(request, reply, await call(renewRecoveryCodes, {})),
    ),
  );
  app.post(`${own}/remove`, (request, reply) =>
    changeAccount(request, reply, async (call) => {
      await call(removeSecondFactor, {});
      return reply.redirect(pagePath(request, "/account"), 303);
    }),
  );
}

async function showSecret(
  request: FastifyRequest,
  reply: FastifyReply,
  call: AccountCall,
  failed: { readonly message: string | null; readonly status: number } = {
    message: null,
    status: 200,
  },
): Promise<FastifyReply> {
  const { secret, uri } = await call(startSecondFactor, {});
  const image = `data:image/svg+xml;base64,${Buffer.from(renderSVG(uri, { border: 3 })).toString("base64")}`;
  return sendPage(reply, {
    title: "Set up a second factor",
    status: failed.status,
    body: markup`<p>Scan the code with an app for one-time codes, or enter the secret in the app.</p>
      ${alert(failed.message)}
      <p><img class="qr" src="${image}" width="240" height="240" alt="QR code of the secret below" /></p>
      <p>Secret: <code>${secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}</code></p>
      <form method="post" action="${pagePath(request, "/account/second-factor/enable")}">
        ${textField({ name: "code", label: "Code", autocomplete: "one-time-code", isFirst: true, hint: "The six digits that the app shows now." })}
        <button class="primary">Enable</button>
      </form>
      <p><a href="${pagePath(request, "/account")}">Your account</a></p>`,
  });
}

function showCodes(
  request: FastifyRequest,
  reply: FastifyReply,
  { recoveryCodes }: { readonly recoveryCodes: readonly string[] },
): FastifyReply {
  const text = `${recoveryCodes.join("\n")}\n`;
  return sendPage(reply, {
    title: "Your recovery codes",
    scripts: [copyScript],
    body: markup`<p class="note" role="status">Keep these codes now. They are shown only once.</p>
      <p>Each code signs you in once if you do not have the app.</p>
      <ul class="rows">${recoveryCodes.map((code) => markup`<li><code>${code}</code></li>`)}</ul>
      <p class="actions">
        <button type="button" data-copy="${text}" hidden>Copy codes</button>
        <a class="button" download="lintel-recovery-codes.txt" href="data:text/plain;charset=utf-8,${encodeURIComponent(text)}">Download codes</a>
      </p>
      <p><a href="${pagePath(request, "/account")}">Your account</a></p>`,
  });
}
