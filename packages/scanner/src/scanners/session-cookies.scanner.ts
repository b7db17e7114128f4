import type { Guidance } from "../findings/finding.types.ts";
import { findBaseline } from "./probing.ts";
import {
  skipped,
  type Labelled,
  type Observation,
  type Probe,
  type Scanner,
} from "./scanner.types.ts";

const common = {
  severity: "low",
  owasp: "API8:2023",
  references: [
    "https://cheatsheetseries.owasp.org/cheatsheets/Session_Management_Cheat_Sheet.html#cookies",
    "https://www.rfc-editor.org/rfc/rfc6265#section-4.1.2",
  ],
} as const;

const unencrypted: Guidance = {
  ...common,
  id: "SVC08006",
  name: "SessionCookieWithoutSecure",
  title: "A session cookie may be sent without encryption",
  cwe: [614],
  description:
    "The cookie lacks Secure. A browser sends it over http too, where everybody on the network reads it.",
  remediation: "Set Secure on cookies of a session. Browsers accept it on loopback addresses too.",
};

const readable: Guidance = {
  ...common,
  id: "SVC08007",
  name: "SessionCookieWithoutHttpOnly",
  title: "Scripts can read a session cookie",
  cwe: [1004],
  description:
    "The cookie lacks HttpOnly. A script that gets into a page copies the session of its user.",
  remediation: "Set HttpOnly on cookies of a session.",
};

const crossSite: Guidance = {
  ...common,
  id: "SVC08008",
  name: "SessionCookieCrossSite",
  title: "A session cookie is sent with requests from other sites",
  cwe: [352, 1275],
  description:
    "The cookie lacks SameSite, or has SameSite=None. Pages of other sites can send requests in the name of the user.",
  remediation:
    "Set SameSite=Lax or Strict. Where None is needed, require a token in each request that changes something.",
};

export const sessionCookies: Scanner = {
  id: "session-cookies",
  title: "Session cookies",
  summary:
    "Reads the cookies that sign-ins and answers set. Only cookies that are named like a session, or have a long random value, count. Each cookie is reported once for the whole host.",
  needs: { identities: 0, writes: false, isIntrusive: false },
  control: "Cookies that are deleted, and cookies for preferences, do not count.",
  isAuthorization: false,
  guidance: [unencrypted, readable, crossSite],

  plan: ({ operations }) =>
    operations
      .filter(({ isWrite }, index) => !isWrite || index === 0)
      .map((operation) => ({ operation, requests: 0 })),

  async run({ operation }, probe): Promise<readonly Observation[]> {
    const isFirst = operation === probe.surface.operations[0];
    const answers = isFirst ? await listSignIns(probe) : [];
    const baseline = operation.isWrite ? "it writes" : await findBaseline(probe, operation);
    if (typeof baseline === "string" && answers.length === 0) return skipped(baseline);
    if (typeof baseline !== "string")
      answers.push({ label: `The answer of ${operation.id}`, exchange: baseline.exchange });
    return answers.flatMap(listWeakCookies);
  },
};

/** Sign-ins belong to no operation: they are looked at with the first one. */
async function listSignIns(probe: Probe): Promise<Labelled[]> {
  const found: Labelled[] = [];
  for (const { name } of probe.identities) {
    const exchange = await probe.signInOf(name);
    if (exchange !== null) found.push({ label: `The sign-in of ${name}`, exchange });
  }
  return found;
}

function listWeakCookies(answer: Labelled): Observation[] {
  const cookies = answer.exchange.responseHeaders
    .filter(([name]) => name.toLowerCase() === "set-cookie")
    .map(([, value]) => readCookie(value))
    .filter(isSession);
  return cookies.flatMap((cookie) =>
    listLacks(cookie).map((guidance): Observation => ({
      kind: "finding",
      guidance,
      isHostWide: true,
      place: { location: "cookie", name: cookie.name },
      description: `${answer.label} sets the cookie ${cookie.name}.`,
      proof: { controls: [], attacks: [answer] },
    })),
  );
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  /** By lower-case name; empty for flags. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** RFC 6265 §5.2. */
function readCookie(text: string): Cookie {
  const [pair = "", ...rest] = text.split(";");
  const split = (part: string): [string, string] => {
    const at = part.indexOf("=");
    return at < 0 ? [part.trim(), ""] : [part.slice(0, at).trim(), part.slice(at + 1).trim()];
  };
  const [name, value] = split(pair);
  const attributes = new Map(
    rest.map((part) => {
      const [key, own] = split(part);
      return [key.toLowerCase(), own];
    }),
  );
  return { name, value, attributes };
}

const sessionName = /sess|^sid$|[._-]sid$|auth|token|jwt|login|remember|identity|^connect\.sid$/i;
/** Tokens against cross-site requests are meant to be read by scripts. */
const readableName = /csrf|xsrf/i;

function isSession({ name, value, attributes }: Cookie): boolean {
  const isDeleted = value === "" || attributes.get("max-age") === "0";
  const isRandom = /^[\w.%+/=-]{32,}$/.test(value) && /\d/.test(value);
  return !isDeleted && !readableName.test(name) && (sessionName.test(name) || isRandom);
}

function listLacks({ attributes }: Cookie): Guidance[] {
  const site = (attributes.get("samesite") ?? "none").toLowerCase();
  return [
    ...(attributes.has("secure") ? [] : [unencrypted]),
    ...(attributes.has("httponly") ? [] : [readable]),
    ...(site === "none" ? [crossSite] : []),
  ];
}
