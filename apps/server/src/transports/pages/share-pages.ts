import type { FastifyInstance, FastifyReply } from "fastify";
import type { OutputOf } from "@lintel/contract/operation";
import { readSharedReport } from "@lintel/contract/operations/report-link";
import { readShared } from "@lintel/contract/operations/share-link";
import { changeSeverities } from "@lintel/contract/words/comparison";
import { writeBadge, writeMethod } from "@lintel/portal/badge";
import { markup, type Markup } from "@lintel/portal/html";
import { writeReportPage } from "@lintel/portal/report-page";
import { reportPrefix } from "../../platform/credentials/secret-format.ts";
import { Problem } from "../../platform/problem.ts";
import { explain } from "./explain.ts";
import { callForPage, visitorOf } from "./page-call.ts";

type Shared = OutputOf<typeof readShared>;
type Change = NonNullable<Shared["comparison"]>["changes"][number];

/**
 * `/s/{token}`: what a share link shows, without a session and without a script. The cookies of a session are not
 * read, so that a link shows the same to everybody. All these pages have the frame of a report.
 */
export function mountShared(app: FastifyInstance): void {
  app.get("/s/:token", async (request, reply) => {
    const { token } = request.params as { token: string };
    const visitor = visitorOf(request);
    try {
      if (!token.startsWith(reportPrefix))
        return send(reply, writePage(await callForPage(request, visitor, readShared, { token })));
      const { html } = await callForPage(request, visitor, readSharedReport, { token });
      return send(reply, html);
    } catch (error) {
      return sendRefusal(reply, error);
    }
  });
}

/**
 * A page by itself, with its own style and no script: what a link leads to has no rights here. The address is a
 * secret: it is named to no other site, and no search engine lists it.
 */
function send(reply: FastifyReply, html: string, status = 200): FastifyReply {
  return reply
    .code(status)
    .headers({
      "content-security-policy": policy,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
    })
    .type("text/html; charset=utf-8")
    .send(html);
}

/** The page narrows this further to the digest of its style. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox";

function sendRefusal(reply: FastifyReply, error: unknown): FastifyReply {
  const isMissing = error instanceof Problem && [400, 404, 422].includes(error.status);
  if (isMissing) return send(reply, missing, 404);
  const { message, status } = explain(error, reply);
  return send(reply, writeNote("Not now", message), status);
}

const writeNote = (title: string, text: string): string =>
  writeReportPage({ kind: "Shared page", title, body: markup`<h1>${title}</h1><p>${text}</p>` });

const missing = writeNote(
  "Nothing is shared here",
  "The link is wrong, or it has ended. Ask the person who sent it for a new one.",
);

function writePage(shared: Shared): string {
  const { comparison, description, isPublished, expiresAt } = shared;
  const title = titleOf(shared);
  const state = isPublished
    ? writeBadge("good", "✓", "Published")
    : writeBadge("plain", "◌", "Draft: it can still change");
  return writeReportPage({
    kind: comparison === null ? "API version" : "Comparison of two API versions",
    title,
    body: markup`<div class="head"><h1>${title}</h1>${state}</div>
      ${description !== null && markup`<p class="soft">${description}</p>`}
      ${comparison === null ? writeEndpoints(shared) : writeComparison(comparison)}`,
    footer: markup`This link ends on ${expiresAt.slice(0, 10)}.`,
  });
}

const titleOf = ({ spec, version, baseline }: Shared): string =>
  baseline === null ? `${spec} ${version}` : `${spec} ${baseline} → ${version}`;

function writeEndpoints({ endpoints }: Shared): Markup {
  if (endpoints.length === 0) return markup`<p>The version has no endpoints.</p>`;
  const count = endpoints.length === 1 ? "1 endpoint" : `${endpoints.length} endpoints`;
  return markup`<h2>${count}</h2>
    ${endpoints.map(
      ({ method, path, summary, description, isDeprecated }) => markup`<div class="row">
        <p class="path">${writeMethod(method)}${path}${isDeprecated && markup` ${writeBadge("warn", "!", "Deprecated")}`}</p>
        ${summary !== null && markup`<p>${summary}</p>`}
        ${description !== null && markup`<p class="soft">${description}</p>`}
      </div>`,
    )}`;
}

const looks = {
  breaking: { heading: "Breaking changes", tone: "bad", sign: "✕", word: "breaking" },
  warn: { heading: "Changes to check", tone: "warn", sign: "!", word: "to check" },
  info: { heading: "Safe changes", tone: "plain", sign: "✓", word: "safe" },
} as const;

function writeComparison(comparison: NonNullable<Shared["comparison"]>): Markup {
  const { changes, counts, omittedChanges } = comparison;
  if (changes.length === 0) return markup`<p>The two versions mean the same.</p>`;
  return markup`<div class="head counted">${changeSeverities.map((severity) => {
    const { tone, sign, word } = looks[severity];
    return writeBadge(tone, sign, `${counts[severity]} ${word}`);
  })}</div>
    ${changeSeverities.map((severity) => {
      const own = changes.filter((change) => change.severity === severity);
      return own.length > 0 && markup`<h2>${looks[severity].heading}</h2>${own.map(writeChange)}`;
    })}
    ${omittedChanges > 0 && markup`<p>${omittedChanges} more changes are not listed.</p>`}`;
}

const writeChange = ({ method, path, pointer, message }: Change): Markup => markup`<div class="row">
    <p class="path">${method === null ? pointer : markup`${writeMethod(method)}${path ?? ""}`}</p>
    <p>${message}</p>
  </div>`;
