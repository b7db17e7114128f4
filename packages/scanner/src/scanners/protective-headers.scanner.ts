import type { Guidance } from "../findings/finding.types.ts";
import type { Exchange } from "../traffic/exchange.types.ts";
import { isLoopback } from "../surface/loopback.ts";
import { headerOf } from "../traffic/header-of.ts";
import { findBaseline } from "./probing.ts";
import { skipped, type Observation, type Scanner } from "./scanner.types.ts";

const references = [
  "https://cheatsheetseries.owasp.org/cheatsheets/REST_Security_Cheat_Sheet.html#security-headers",
];
const common = { owasp: "API8:2023", cwe: [693], references } as const;

const sniffing: Guidance = {
  ...common,
  id: "SVC08001",
  name: "ContentTypeSniffing",
  title: "Browsers may guess the type of answers",
  severity: "low",
  description:
    "Answers lack X-Content-Type-Options: nosniff, so that a browser may run as a page what was meant as data.",
  remediation: "Send X-Content-Type-Options: nosniff with every answer.",
};

const caching: Guidance = {
  ...common,
  id: "SVC08002",
  name: "PrivateAnswerCacheable",
  title: "Answers for one caller may be kept by caches",
  severity: "low",
  cwe: [525],
  description:
    "The answer to a request with a credential has no Cache-Control that forbids keeping it. Proxies and browsers may show it to others.",
  remediation: "Send Cache-Control: no-store with answers that depend on the caller.",
};

const transport: Guidance = {
  ...common,
  id: "SVC08003",
  name: "TransportSecurityMissing",
  title: "Browsers may call the API without encryption",
  severity: "low",
  cwe: [319],
  description:
    "Answers over https lack Strict-Transport-Security, or its max-age is shorter than half a year.",
  remediation: "Send Strict-Transport-Security: max-age=31536000 with every answer over https.",
};

const unencrypted: Guidance = {
  ...common,
  id: "SVC08004",
  name: "UnencryptedTransport",
  title: "The API answers without encryption",
  severity: "medium",
  cwe: [319],
  description: "Credentials and data cross the network as plain text.",
  remediation: "Serve the API over https only, and redirect or close the port for http.",
};

const loopback: Guidance = {
  ...common,
  id: "SVC08009",
  name: "UnencryptedLoopback",
  title: "The API answers without encryption on this machine",
  severity: "info",
  cwe: [319],
  description:
    "Requests to a loopback address do not leave the machine, so that plain text is usual there. Where the same service is reached from elsewhere, it must be encrypted.",
  remediation: "Serve the API over https wherever other machines reach it.",
};

const disclosed: Guidance = {
  ...common,
  id: "SVC08021",
  name: "VersionDisclosed",
  title: "Answers name the software and its version",
  severity: "low",
  cwe: [200],
  description:
    "A header of each answer names the software of the server with its version. Attackers look up the weaknesses that are known for it.",
  remediation: "Remove X-Powered-By and similar headers, and the version from Server.",
};

const framing: Guidance = {
  ...common,
  id: "SVC08005",
  name: "FramingAllowed",
  title: "Answers may be shown in the frame of another site",
  severity: "info",
  cwe: [1021],
  description:
    "Answers have neither a Content-Security-Policy with frame-ancestors nor X-Frame-Options.",
  remediation:
    "Send Content-Security-Policy: default-src 'none'; frame-ancestors 'none' with every answer.",
};

/** Headers in which frameworks name themselves. */
const versionHeaders = ["server", "x-powered-by", "x-aspnet-version", "x-aspnetmvc-version"];

const halfYearSeconds = 15_768_000;

/** RFC 6797 §6.1.1; 0 without one. */
const readMaxAge = (value: string): number => Number(/max-age="?(\d+)/i.exec(value)?.[1] ?? 0);

function listLacks(exchange: Exchange, isPrivate: boolean): [Guidance, string][] {
  const url = new URL(exchange.url);
  const get = (name: string): string => headerOf(exchange.responseHeaders, name) ?? "";
  const isFramed =
    !/frame-ancestors/i.test(get("content-security-policy")) && get("x-frame-options") === "";
  const isKept = isPrivate && !/no-store|private|no-cache/i.test(get("cache-control"));
  const lacks: [Guidance, string, boolean][] = [
    [sniffing, "x-content-type-options", !/nosniff/i.test(get("x-content-type-options"))],
    [caching, "cache-control", isKept],
    [
      transport,
      "strict-transport-security",
      url.protocol === "https:" && readMaxAge(get("strict-transport-security")) < halfYearSeconds,
    ],
    [unencrypted, "", url.protocol === "http:" && !isLoopback(url)],
    [loopback, "", url.protocol === "http:" && isLoopback(url)],
    ...versionHeaders.map((name): [Guidance, string, boolean] => [
      disclosed,
      name,
      /\d+\.\d/.test(get(name)),
    ]),
    [framing, "content-security-policy", isFramed],
  ];
  return lacks.filter(([, , lacking]) => lacking).map(([guidance, name]) => [guidance, name]);
}

export const protectiveHeaders: Scanner = {
  id: "protective-headers",
  title: "Security headers and transport",
  summary:
    "Reads the headers of answers that work. What is missing, and what says too much, is reported once for the whole host.",
  needs: { identities: 0, writes: false, isIntrusive: false },
  control: "Only answers of documented operations count.",
  isAuthorization: false,
  guidance: [sniffing, caching, transport, unencrypted, loopback, disclosed, framing],

  plan: ({ operations }) =>
    operations.filter(({ isWrite }) => !isWrite).map((operation) => ({ operation, requests: 0 })),

  async run({ operation }, probe): Promise<readonly Observation[]> {
    const baseline = await findBaseline(probe, operation);
    if (typeof baseline === "string") return skipped(baseline);
    const { exchange } = baseline;
    return listLacks(exchange, operation.needsCredential).map(([guidance, name]) => ({
      kind: "finding",
      guidance,
      isHostWide: true,
      place: { location: "host", name },
      description: `Seen with ${operation.id}.`,
      proof: { controls: [], attacks: [{ label: "The answer", exchange }] },
    }));
  },
};
