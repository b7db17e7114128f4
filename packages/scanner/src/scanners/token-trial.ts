import { generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import type { WorkingBaseline } from "../baselines/baseline.types.ts";
import { parseToken, readBearer, type Token } from "../identities/json-web-token.ts";
import type { Guidance } from "../findings/finding.types.ts";
import type { Operation, Surface } from "../surface/surface.types.ts";
import type { Exchange, RequestDraft } from "../traffic/exchange.types.ts";
import { isGranted, isRefused } from "../traffic/judge-answer.ts";
import { showsRecord, withHeader } from "./probing.ts";
import type { Check, Observation, Probe } from "./scanner.types.ts";

export const tokenReferences = [
  "https://www.rfc-editor.org/rfc/rfc8725",
  "https://owasp.org/API-Security/editions/2023/en/0xa2-broken-authentication/",
];

/** An operation that accepts the token of an identity, and the controls that all forgeries share. */
export interface TokenTrial {
  readonly probe: Probe;
  readonly token: Token;
  readonly baseline: WorkingBaseline;
  readonly draft: RequestDraft;
  /** The answer to the original token. */
  readonly exchange: Exchange;
  /** The answer to no token. */
  readonly none: Exchange;
}

/** The request that a trial needs itself. */
const ownRequests = 1;

/** A token is verified in one place, so that two operations are enough. */
export const planTokens = ({ operations }: Surface, requests: number): Check[] =>
  operations
    .filter(
      ({ isWrite, needsCredential, path }) => needsCredential && !isWrite && !path.includes("{"),
    )
    .slice(0, 2)
    .map((operation) => ({ operation, requests: requests + ownRequests }));

/** @returns why there is none, as a text */
export async function openTrial(operation: Operation, probe: Probe): Promise<TokenTrial | string> {
  for (const { name } of probe.identities) {
    const baseline = await probe.baseline(operation, name);
    const token = parseToken(readBearer(await probe.credentialOf(name)));
    if (!baseline.works || token === null) continue;
    const { draft, exchange } = baseline;
    const none = await probe.send(draft, null);
    if (!isRefused(none)) return "it answers without a token";
    return { probe, token, baseline, draft, exchange, none };
  }
  return "no identity has a JSON Web Token and may call it";
}

export const sendToken = ({ probe, draft }: TokenTrial, token: string): Promise<Exchange> =>
  probe.send(withHeader(draft, "Authorization", `Bearer ${token}`), null);

const isAccepted = async ({ probe, baseline }: TokenTrial, answer: Exchange): Promise<boolean> =>
  isGranted(answer) && (await showsRecord(probe, baseline, answer));

/**
 * The same token with a signature that does not fit. Null if the target accepts it: then nothing
 * else that it accepts says more.
 */
export async function refuseBroken(trial: TokenTrial): Promise<Exchange | null> {
  const answer = await sendToken(trial, breakSignature(trial.token));
  return isRefused(answer) ? answer : null;
}

/** The first characters are whole bits of the signature; the last ones may be padding. */
export function breakSignature({ parts: [head, body, signature] }: Token): string {
  return `${head}.${body}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
}

export interface Forgeries {
  readonly guidance: Guidance;
  readonly tokens: readonly string[];
  /** How many of them must be accepted; one that is accepted is sent again. */
  readonly needed: 1 | 2;
  /** What the target refused before, in addition to no token. */
  readonly refused?: readonly { readonly label: string; readonly exchange: Exchange }[];
}

/** Sends forged tokens until enough of them are accepted. */
export async function tryTokens(
  trial: TokenTrial,
  { guidance, tokens, needed, refused = [] }: Forgeries,
): Promise<readonly Observation[]> {
  const { draft, exchange, none } = trial;
  const accepted: Exchange[] = [];
  for (const token of tokens) {
    const answer = await sendToken(trial, token);
    if (!(await isAccepted(trial, answer))) continue;
    accepted.push(answer);
    if (needed === 2) continue;
    const again = await sendToken(trial, token);
    if (await isAccepted(trial, again)) accepted.push(again);
    break;
  }
  const proved = accepted.slice(0, 2);
  if (proved.length < 2) return [];
  return [
    {
      kind: "finding",
      guidance,
      isHostWide: true,
      place: { location: "header", name: "Authorization" },
      description: `${guidance.title}: ${draft.method} ${draft.path} answers ${proved[0]?.status ?? 0} to a forged token.`,
      proof: {
        controls: [
          { label: "The original token", exchange },
          { label: "Without a token", exchange: none },
          ...refused,
        ],
        attacks: proved.map((one) => ({ label: "A forged token", exchange: one })),
      },
    },
  ];
}

/** A key pair of the scan, of the kind that the tokens of the target use. */
export interface OwnKey {
  readonly algorithm: "ES256" | "RS256";
  /** The public key as a JSON Web Key (RFC 7517). */
  readonly jwk: Readonly<Record<string, unknown>>;
  readonly sign: (input: string) => string;
}

export function makeOwnKey({ header }: Token): OwnKey {
  const isElliptic = String(header["alg"]).startsWith("ES");
  const { publicKey, privateKey } = isElliptic
    ? generateKeyPairSync("ec", { namedCurve: "P-256" })
    : generateKeyPairSync("rsa", { modulusLength: 2048 });
  const algorithm = isElliptic ? "ES256" : "RS256";
  const jwk = { ...publicKey.export({ format: "jwk" }), kid: "lintel", alg: algorithm, use: "sig" };
  return { algorithm, jwk, sign: (input) => signWith(privateKey, input) };
}

/** RFC 7518 §3.4 wants both numbers of an ECDSA signature, one after the other. */
const signWith = (key: KeyObject, input: string): string =>
  sign("sha256", Buffer.from(input), { key, dsaEncoding: "ieee-p1363" }).toString("base64url");
