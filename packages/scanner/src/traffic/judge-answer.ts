import type { Exchange } from "./exchange.types.ts";
import { headerOf } from "./header-of.ts";

/**
 * What an answer means for access.
 *
 * - `granted`: 2xx.
 * - `refused`: 401, 403, 404, 405, 410, a redirect to a page for signing in, or a connection that is
 *   refused because no certificate was shown.
 * - `limited`: 429, which says nothing about access.
 * - `failed`: 5xx, or no answer.
 * - `other`: everything else, such as 400 and 409.
 */
export type Verdict = "granted" | "refused" | "limited" | "failed" | "other";

const refusals = new Set([401, 403, 404, 405, 410]);
const signInPage = /log-?in|sign-?in|auth|sso|session/i;

export function judgeAnswer(exchange: Exchange): Verdict {
  const { status, responseHeaders } = exchange;
  if (status >= 200 && status < 300) return "granted";
  if (refusals.has(status) || isCertificateRefused(exchange)) return "refused";
  if (status === 429) return "limited";
  if (status === 0 || status >= 500) return "failed";
  const location = headerOf(responseHeaders, "location") ?? "";
  return status >= 300 && status < 400 && signInPage.test(location) ? "refused" : "other";
}

/** nginx answers 400 with one of these texts where the connection itself needs a certificate. */
const certificateText = /No required SSL certificate was sent|The SSL certificate error/;

/** Whether a request was refused for its certificate, or because it showed none. */
export const isCertificateRefused = (exchange: Exchange): boolean =>
  exchange.isCertificateRefused === true ||
  (exchange.status === 400 && certificateText.test(exchange.text));

/** Why an answer is no sign-in, for the end of a sentence. */
export const explainRefusal = ({ status, text }: Exchange): string =>
  status === 0 ? `no answer came (${text.replace(/\.$/, "")})` : `it answered ${status}`;

export const isGranted = (exchange: Exchange): boolean => judgeAnswer(exchange) === "granted";
export const isRefused = (exchange: Exchange): boolean => judgeAnswer(exchange) === "refused";
/** Whether an answer says that there is nothing at an address. */
export const isMissing = ({ status }: Exchange): boolean => status === 404 || status === 410;
