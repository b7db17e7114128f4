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
    "Sends origins that no API knows: an invented one, null, and the target's own host with another ending or beginning.",
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
      .map((operation) => ({ operation, requests: 4 })),

  async run({ operation }, probe): Promise<readonly Observation[]> {
    const baseline = await findBaseline(probe, operation);
    if (typeof baseline === "string") return skipped(baseline);
    const { draft, exchange, identity } = baseline;
    const { hostname } = new URL(exchange.url);
    const word = probe.word("origin");
    const origins = [
      `https://${word}.example`,
      "null",
      `https://${hostname}.${word}.example`,
      `https://${word}${hostname}`,
    ];
    const allowed: (Labelled & { readonly isCredentialed: boolean })[] = [];
    for (const origin of origins) {
      const answer = await probe.send(withHeader(draft, "Origin", origin), identity);
      const named = headerOf(answer.responseHeaders, "access-control-allow-origin");
      if (named !== origin && named !== "*") continue;
      const isCredentialed = named === origin && allowsCredentials(answer);
      allowed.push({ label: `Origin: ${origin}`, exchange: answer, isCredentialed });
    }
    if (allowed.length === 0) return [];
    const credentialed = allowed.filter(({ isCredentialed }) => isCredentialed);
    const isWorse = credentialed.length > 0;
    const attacks = isWorse ? credentialed : allowed;
    if (isWorse && attacks.length === 1) attacks.push(...attacks);
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

const allowsCredentials = ({ responseHeaders }: Exchange): boolean =>
  headerOf(responseHeaders, "access-control-allow-credentials") === "true";
