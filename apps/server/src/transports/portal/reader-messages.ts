import { markup, type Markup } from "@lintel/portal/html";
import { writeReader } from "@lintel/portal/layout";
import { writeMessage } from "@lintel/portal/message";
import type { Reader } from "../../platform/credentials/reader-token.ts";
import type { OwnFiles } from "./portal-files.ts";
import { readyAnswer, type ReadyAnswer } from "./ready-answer.ts";
import { pageHeaders } from "./security-headers.ts";
import { textBody } from "./write-answer.ts";

/** What readers see about their sign-in. No message says whether a documentation exists. */
export interface ReaderMessages {
  /** The code of a sign-in is not valid, or belongs to another browser. */
  readonly failed: ReadyAnswer;
  refused(status: number, retryAfter: string | null): ReadyAnswer;
  /** A page of another origin sent a form. */
  readonly foreign: ReadyAnswer;
  /** @param signInPath - null: there is no page to return to */
  signedOut(signInPath: string | null): ReadyAnswer;
  /** The reader may not see the address, or there is nothing. */
  missing(reader: Reader, signOutPath: string): ReadyAnswer;
  ssoRequired(reader: Reader, signOutPath: string): ReadyAnswer;
}

export function createReaderMessages({ addresses }: OwnFiles): ReaderMessages {
  const say = (
    status: number,
    title: string,
    body: Markup,
    more: Readonly<Record<string, string>> = {},
  ): ReadyAnswer =>
    readyAnswer({
      status,
      headers: { ...messageHeaders, ...more },
      body: textBody(writeMessage({ title, body, home: null, isIndexed: false }, addresses)),
    });
  const refused: ReaderMessages["refused"] = (status, retryAfter) =>
    retryAfter === null
      ? say(status, notCompleted, failedBody)
      : say(status, notCompleted, limitedBody, { "retry-after": retryAfter });
  return {
    failed: refused(400, null),
    refused,
    foreign: say(403, "Not allowed", markup`<p>A page of another origin sent this form.</p>`),
    signedOut: (signInPath) =>
      say(
        200,
        "You are signed out",
        signInPath === null
          ? markup`<p><a href="/">All documentation</a></p>`
          : markup`<p><a href="${signInPath}">Sign in again</a></p>`,
      ),
    missing: ({ email }, signOutPath) =>
      say(
        404,
        "The page does not exist",
        markup`<p>The address may have changed, or the page may be for other readers.</p>
          ${writeReader({ name: email, signOutHref: signOutPath })}
          <p><a href="/">All documentation</a></p>`,
      ),
    ssoRequired: ({ email }, signOutPath) =>
      say(
        401,
        "Single sign-on is required",
        markup`<p>The organization accepts only sign-ins through its identity provider. Sign out, and sign in through it.</p>
          ${writeReader({ name: email, signOutHref: signOutPath })}
          <p><small>Code <code>SSO_REQUIRED</code></small></p>`,
        { "www-authenticate": 'Session realm="lintel"' },
      ),
  };
}

const notCompleted = "The sign-in was not completed";
const failedBody = markup`<p>The link was used before, is older than a minute, or belongs to another browser. Open the page of the documentation again.</p>
  <p><a href="/">All documentation</a></p>`;
const limitedBody = markup`<p>There were too many attempts from your address. Wait a minute, and open the page of the documentation again.</p>`;

const messageHeaders = {
  ...pageHeaders(null),
  "content-type": "text/html; charset=utf-8",
  "cache-control": "private, no-store",
  vary: "accept-encoding",
};
