import type { Guidance } from "../findings/finding.types.ts";
import type { Exchange } from "../traffic/exchange.types.ts";
import { headerOf } from "../traffic/header-of.ts";
import { findBaseline, withHeader } from "./probing.ts";
import { skipped, type Labelled, type Observation, type Scanner } from "./scanner.types.ts";

const references = [
  "https://fetch.spec.whatwg.org/#http-cors-protocol",
  "https://owasp.org/API-Security/editions/2023/en/0xa8-security-misconfiguration/",
];

const withCredentials: Guidance = {
  id: "SVC08010",
  name: "AnyOriginWithCredentials",
  title: "Pages of any site may call the API with the user's cookies",
  severity: "high",
  owasp: "API8:2023",
  cwe: [346, 942],
  description:
    "The API repeats an unknown origin in Access-Control-Allow-Origin and allows credentials. A page that a user opens reads what the user may read.",
  remediation:
    "Compare the origin with a list, as a whole and not by its beginning or end, and send Access-Control-Allow-Credentials only to origins of the list.",
  references,
};

const anyOrigin: Guidance = {
  id: "SVC08011",
  name: "AnyOriginAllowed",
  title: "Pages of any site may read the answers of the API",
  severity: "low",
  owasp: "API8:2023",
  cwe: [942],
  description:
    "An operation that needs a credential allows pages of any origin to read its answers. Without cookies this is no direct theft, but pages within a company's network can call the API.",
  remediation:
    "Name the origins of your own pages, or send no CORS headers where no page calls the API.",
  references,
};

export const crossOrigin: Scanner = {
  id: "cross-origin",
  title: "Cross-origin requests",
  summary:
    "Sends origins that no API knows, two of each form: an invented one, null, and the target's own host with another ending or beginning.",
  needs: { identities: 1, writes: false, isIntrusive: false },
  control: "The answer to a request without an origin is compared.",
  isAuthorization: false,
  guidance: [withCredentials, anyOrigin],

  // The rule is one for the whole host in practice; two operations show where it is not.
  plan: ({ operations }) =>
    operations
      .filter(
        ({ isWrite, needsCredential, path }) => !isWrite && needsCredential && !path.includes("{"),
      )
      .slice(0, 2)
      .map((operation) => ({ operation, requests: 2 * originForms.length })),

  async run({ operation }, probe): Promise<readonly Observation[]> {
    const baseline = await findBaseline(probe, operation);
    if (typeof baseline === "string") return skipped(baseline);
    const { draft, exchange, identity } = baseline;
    const { hostname } = new URL(exchange.url);
    const found: Allowed[] = [];
    for (const form of originForms) {
      const attacks: Allowed[] = [];
      // Two different origins of a form, because a list may know one of them.
      for (const turn of ["first", "second"]) {
        const origin = form(probe.word(`${turn} origin`), hostname);
        const answer = await probe.send(withHeader(draft, "Origin", origin), identity);
        const named = headerOf(answer.responseHeaders, "access-control-allow-origin");
        if (named !== origin && named !== "*") break;
        const isCredentialed = named === origin && allowsCredentials(answer);
        attacks.push({ label: `Origin: ${origin}`, exchange: answer, isCredentialed });
      }
      if (attacks.length < 2) continue;
      found.push(...attacks);
      if (attacks.every(({ isCredentialed }) => isCredentialed)) break;
    }
    if (found.length === 0) return [];
    const credentialed = found.filter(({ isCredentialed }) => isCredentialed);
    const isWorse = credentialed.length > 1;
    const attacks = isWorse ? credentialed : found;
    return [
      {
        kind: "finding",
        guidance: isWorse ? withCredentials : anyOrigin,
        isHostWide: true,
        place: { location: "header", name: "Origin" },
        description: `Seen with ${operation.id}: ${attacks[0]?.label ?? ""} is allowed.`,
        proof: { controls: [{ label: "Without an origin", exchange }], attacks },
      },
    ];
  },
};

type Allowed = Labelled & { readonly isCredentialed: boolean };

/**
 * Origins that no API knows: an invented one; null; and those that pass where the beginning or the
 * ending is compared and nothing says where a name begins. Names below the API's own domain may be
 * known, and are left out.
 */
const originForms: readonly ((word: string, hostname: string) => string)[] = [
  (word) => `https://${word}.example`,
  () => "null",
  (word, hostname) => `https://${hostname}.${word}.example`,
  (word, hostname) => `https://${findDomain(hostname)}.${word}.example`,
  (word, hostname) => `https://${word}${findDomain(hostname)}`,
];

/** The domain that somebody registers: the last two labels, or three below such as `co.uk`. */
export function findDomain(hostname: string): string {
  if (/^[\d.]+$|^\[/.test(hostname)) return hostname;
  const labels = hostname.split(".");
  const isShared = /^(?:ac|co|com|edu|gov|net|org)$/.test(labels.at(-2) ?? "");
  return labels.slice(isShared && (labels.at(-1) ?? "").length === 2 ? -3 : -2).join(".");
}

const allowsCredentials = ({ responseHeaders }: Exchange): boolean =>
  headerOf(responseHeaders, "access-control-allow-credentials") === "true";
