import { createHmac } from "node:crypto";
import { isObject } from "@lintel/json/value";
import type { Guidance } from "../findings/finding.types.ts";
import type { Exchange, RequestDraft } from "../traffic/exchange.types.ts";
import { isGranted, isRefused, showsSame } from "../traffic/judge-answer.ts";
import { weakSecrets } from "./weak-secrets.ts";
import { headerOf } from "../traffic/header-of.ts";
import { withHeader } from "./probing.ts";
import { skipped, type Observation, type Probe, type Scanner } from "./scanner.types.ts";

const references = [
  "https://www.rfc-editor.org/rfc/rfc8725",
  "https://owasp.org/API-Security/editions/2023/en/0xa2-broken-authentication/",
];

const unsigned: Guidance = {
  id: "SVC02010",
  name: "TokenAlgorithmNone",
  title: "Unsigned tokens are accepted",
  severity: "critical",
  owasp: "API2:2023",
  cwe: [327, 347],
  description:
    "A token whose header says alg none, and which has no signature, is accepted. Anybody can write a token for any user.",
  remediation:
    "Accept only the algorithm that your tokens use, by a fixed list in the verifying code, and never the one that the token names.",
  references,
};

const unverified: Guidance = {
  id: "SVC02011",
  name: "TokenSignatureNotVerified",
  title: "The signature of tokens is not verified",
  severity: "critical",
  owasp: "API2:2023",
  cwe: [347],
  description: "A token whose signature does not fit is accepted. Anybody can change its claims.",
  remediation:
    "Verify the signature before any claim is read. A function named decode does not verify.",
  references,
};

const weakSecret: Guidance = {
  id: "SVC02012",
  name: "TokenSecretWeak",
  title: "Tokens are signed with a secret that is easy to guess",
  severity: "critical",
  owasp: "API2:2023",
  cwe: [521, 798],
  description:
    "The secret of the HMAC signature is in a list of common secrets. The scan found it without a request, signed a token of its own, and the target accepted it.",
  remediation:
    "Use a random secret of at least 32 bytes, keep it out of the code, and replace it now: all tokens can be forged.",
  references,
};

/** A token in three parts, with its header and claims as JSON (RFC 7519 §3). */
interface Token {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly parts: readonly [header: string, claims: string, signature: string];
}

export const tokenForgery: Scanner = {
  id: "token-forgery",
  title: "JSON Web Tokens",
  summary:
    "Changes the bearer token of an identity: without a signature, with one that does not fit, and signed with a secret from a list of common ones. The list is tried without a request.",
  needs: { identities: 1, writes: false, isIntrusive: false },
  control: "The original token is accepted, and a request without a token is refused.",
  isAuthorization: false,
  guidance: [unsigned, unverified, weakSecret],

  // A token is verified in one place, so that two operations are enough.
  plan: ({ operations }) =>
    operations
      .filter(
        ({ isWrite, needsCredential, path }) => needsCredential && !isWrite && !path.includes("{"),
      )
      .slice(0, 2)
      .map((operation) => ({ operation, requests: 10 })),

  async run({ operation }, probe): Promise<readonly Observation[]> {
    for (const { name } of probe.identities) {
      const baseline = await probe.baseline(operation, name);
      const token = await readToken(probe, name);
      if (!baseline.works || token === null) continue;
      const { draft, exchange } = baseline;
      const none = await probe.send(draft, null);
      if (!isRefused(none)) return skipped("it answers without a token");
      return tryForgeries({ probe, token, draft, exchange, none });
    }
    return skipped("no identity has a JSON Web Token and may call it");
  },
};

interface Trial {
  readonly probe: Probe;
  readonly token: Token;
  readonly draft: RequestDraft;
  /** The answer to the original token. */
  readonly exchange: Exchange;
  /** The answer to no token. */
  readonly none: Exchange;
}

async function readToken(probe: Probe, name: string): Promise<Token | null> {
  const { headers } = await probe.credentialOf(name);
  const text = headerOf(headers, "authorization")?.replace(/^bearer /i, "") ?? "";
  const [header = "", claims = "", signature = "", ...more] = text.split(".");
  const [head, body] = [decode(header), decode(claims)];
  if (more.length > 0 || head === null || body === null) return null;
  return { header: head, claims: body, parts: [header, claims, signature] };
}

function decode(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString());
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

async function tryForgeries(trial: Trial): Promise<readonly Observation[]> {
  const { token } = trial;
  const [head, body, signature] = token.parts;
  const withoutAlgorithm = ["none", "None", "NONE"].map(
    (alg) => `${encode({ ...token.header, alg })}.${body}.`,
  );
  const flipped = `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
  const changed = encode({ ...token.claims, jti: "lintel" });
  const broken = [`${head}.${body}.${flipped}`, `${head}.${changed}.${signature}`];
  const unverifiedFound = await tryTokens(trial, unverified, broken, 2);
  // A target that verifies nothing accepts unsigned tokens too: one flaw is one finding.
  if (unverifiedFound.length > 0) return unverifiedFound;
  const secret = guessSecret(token);
  return [
    ...(await tryTokens(trial, unsigned, withoutAlgorithm, 1)),
    ...(secret === null ? [] : await tryTokens(trial, weakSecret, resign(token, secret), 2)),
  ];
}

/** @param needed - how many of the tokens must be accepted; one that is accepted is sent again */
async function tryTokens(
  { probe, draft, exchange, none }: Trial,
  guidance: Guidance,
  tokens: readonly string[],
  needed: number,
): Promise<readonly Observation[]> {
  const send = (token: string) =>
    probe.send(withHeader(draft, "Authorization", `Bearer ${token}`), null);
  const accepted: Exchange[] = [];
  for (const token of tokens) {
    const answer = await send(token);
    if (!isGranted(answer) || !showsSame(exchange, answer)) continue;
    accepted.push(answer);
    if (needed === 1) accepted.push(await send(token));
    if (accepted.length >= 2) break;
  }
  if (accepted.length < 2) return [];
  return [
    {
      kind: "finding",
      guidance,
      isHostWide: true,
      place: { location: "header", name: "Authorization" },
      description: `${guidance.title}: ${draft.method} ${draft.path} answers ${accepted[0]?.status ?? 0} to a forged token.`,
      proof: {
        controls: [
          { label: "The original token", exchange },
          { label: "Without a token", exchange: none },
        ],
        attacks: accepted.map((one) => ({ label: "A forged token", exchange: one })),
      },
    },
  ];
}

const hashes: Readonly<Record<string, string>> = {
  HS256: "sha256",
  HS384: "sha384",
  HS512: "sha512",
};

const sign = (hash: string, secret: string, input: string): string =>
  createHmac(hash, secret).update(input).digest("base64url");

/** The secret of an HMAC signature (RFC 7518 §3.2) if it is a common one. Sends nothing. */
function guessSecret({ header, parts: [head, body, signature] }: Token): string | null {
  const hash = hashes[String(header["alg"])];
  if (hash === undefined) return null;
  return weakSecrets.find((secret) => sign(hash, secret, `${head}.${body}`) === signature) ?? null;
}

function resign({ header, claims }: Token, secret: string): string[] {
  const hash = hashes[String(header["alg"])] ?? "sha256";
  return ["a", "b"].map((jti) => {
    const input = `${encode(header)}.${encode({ ...claims, jti })}`;
    return `${input}.${sign(hash, secret, input)}`;
  });
}
