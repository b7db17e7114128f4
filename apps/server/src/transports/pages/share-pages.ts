import type { FastifyInstance, FastifyReply } from "fastify";
import type { OutputOf } from "@lintel/contract/operation";
import { readSharedReport } from "@lintel/contract/operations/report-link";
import { readShared } from "@lintel/contract/operations/share-link";
import { changeSeverities } from "@lintel/contract/words/comparison";
import { markup, type Markup } from "@lintel/portal/html";
import { reportPrefix } from "../../platform/credentials/secret-format.ts";
import { Problem } from "../../platform/problem.ts";
import { explain } from "./explain.ts";
import { callForPage, visitorOf } from "./page-call.ts";
import { sendPage, type Page } from "./page-frame.ts";

type Shared = OutputOf<typeof readShared>;
type Change = NonNullable<Shared["comparison"]>["changes"][number];

/**
 * `/s/{token}`: what a share link shows, without a session and without a script. The cookies of a session are not
 * read, so that a link shows the same to everybody.
 */
export function mountShared(app: FastifyInstance): void {
  app.get("/s/:token", async (request, reply) => {
    const { token } = request.params as { token: string };
    try {
      if (token.startsWith(reportPrefix)) {
        const { html } = await callForPage(request, visitorOf(request), readSharedReport, {
          token,
        });
        return sendReport(reply, html);
      }
      const shared = await callForPage(request, visitorOf(request), readShared, { token });
      return send(reply, { title: titleOf(shared), isWide: true, body: writeShared(shared) });
    } catch (error) {
      return sendRefusal(reply, error);
    }
  });
}

/** A report is a page by itself, with its own style and no script: what a link leads to has no rights here. */
function sendReport(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .headers({
      "content-security-policy": reportPolicy,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
    })
    .type("text/html; charset=utf-8")
    .send(html);
}

/** The report narrows this further to the digest of its style. */
const reportPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox";

/** The address is a secret: it is named to no other site, and no search engine lists it. */
function send(reply: FastifyReply, page: Page): FastifyReply {
  return sendPage(reply.header("x-robots-tag", "noindex"), { ...page, hasSecretAddress: true });
}

function sendRefusal(reply: FastifyReply, error: unknown): FastifyReply {
  const isMissing = error instanceof Problem && [400, 404, 422].includes(error.status);
  if (!isMissing) {
    const { message, status } = explain(error, reply);
    return send(reply, { title: "Not now", status, body: markup`<p>${message}</p>` });
  }
  const body = markup`<p>The link is wrong, or it has ended. Ask the person who sent it for a new one.</p>`;
  return send(reply, { title: "Nothing is shared here", status: 404, body });
}

const titleOf = ({ spec, version, baseline }: Shared): string =>
  baseline === null ? `${spec} ${version}` : `${spec} ${baseline} → ${version}`;

function writeShared(shared: Shared): Markup {
  const { comparison, description, isPublished, expiresAt } = shared;
  const state = isPublished ? "Published version" : "Draft: it can still change";
  return markup`<p class="hint">${state}. This link ends on ${expiresAt.slice(0, 10)}.</p>
    ${description !== null && markup`<p>${description}</p>`}
    ${comparison === null ? writeEndpoints(shared) : writeComparison(comparison)}`;
}

function writeEndpoints({ endpoints }: Shared): Markup {
  if (endpoints.length === 0) return markup`<p>The version has no endpoints.</p>`;
  return markup`<table>
    <thead><tr><th scope="col">Endpoint</th><th scope="col">Summary</th></tr></thead>
    <tbody>
      ${endpoints.map(
        ({ method, path, summary, description, isDeprecated }) => markup`<tr>
          <td><code>${method.toUpperCase()} ${path}</code>${isDeprecated && markup` (deprecated)`}</td>
          <td>${summary ?? ""}${description !== null && markup`<p class="hint">${description}</p>`}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}

const headings = {
  breaking: "Breaking changes",
  warn: "Changes to check",
  info: "Safe changes",
} as const;

function writeComparison(comparison: NonNullable<Shared["comparison"]>): Markup {
  const { changes, counts, omittedChanges } = comparison;
  if (changes.length === 0) return markup`<p>The two versions mean the same.</p>`;
  return markup`<p>${counts.breaking} breaking, ${counts.warn} to check, ${counts.info} safe.</p>
    ${changeSeverities.map((severity) => {
      const own = changes.filter((change) => change.severity === severity);
      return own.length > 0 && markup`<h2>${headings[severity]}</h2>${writeChanges(own)}`;
    })}
    ${omittedChanges > 0 && markup`<p>${omittedChanges} more changes are not listed.</p>`}`;
}

function writeChanges(changes: readonly Change[]): Markup {
  return markup`<table>
    <thead><tr><th scope="col">Place</th><th scope="col">Change</th></tr></thead>
    <tbody>
      ${changes.map(
        ({ method, path, pointer, message }) => markup`<tr>
          <td><code>${method === null ? pointer : `${method.toUpperCase()} ${path ?? ""}`}</code></td>
          <td>${message}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}
