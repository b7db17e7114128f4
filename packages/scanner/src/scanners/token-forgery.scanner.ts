import type { Guidance } from "../findings/finding.types.ts";
import {
  encodePart,
  hashOf,
  signHmac,
  writeToken,
  type Token,
} from "../identities/json-web-token.ts";
import { weakSecrets } from "./weak-secrets.ts";
import { skipped, type Observation, type Scanner } from "./scanner.types.ts";
import {
  breakSignature,
  openTrial,
  planTokens,
  tokenReferences as references,
  tryTokens,
  type TokenTrial,
} from "./token-trial.ts";

const common = { severity: "critical", owasp: "API2:2023", references } as const;

const unsigned: Guidance = {
  ...common,
  id: "SVC02010",
  name: "TokenAlgorithmNone",
  title: "Unsigned tokens are accepted",
  cwe: [327, 347],
  description:
    "A token whose header says alg none, and which has no signature, is accepted. Anybody can write a token for any user.",
  remediation:
    "Accept only the algorithm that your tokens use, by a fixed list in the verifying code, and never the one that the token names.",
};

const unverified: Guidance = {
  ...common,
  id: "SVC02011",
  name: "TokenSignatureNotVerified",
  title: "The signature of tokens is not verified",
  cwe: [347],
  description: "A token whose signature does not fit is accepted. Anybody can change its claims.",
  remediation:
    "Verify the signature before any claim is read. A function named decode does not verify.",
};

const weakSecret: Guidance = {
  ...common,
  id: "SVC02012",
  name: "TokenSecretWeak",
  title: "Tokens are signed with a secret that is easy to guess",
  cwe: [521, 798],
  description:
    "The secret of the HMAC signature is in a list of common secrets. The scan found it without a request, signed a token of its own, and the target accepted it.",
  remediation:
    "Use a random secret of at least 32 bytes, keep it out of the code, and replace it now: all tokens can be forged.",
};

const blankSecret: Guidance = {
  ...common,
  id: "SVC02013",
  name: "TokenSecretBlank",
  title: "Tokens signed with an empty secret are accepted",
  cwe: [321, 347],
  description:
    "A token with an HMAC signature that was made with an empty secret is accepted. This happens where the setting with the secret is not set.",
  remediation:
    "Let the service refuse to start without a secret, and accept only the algorithm that your tokens use.",
};

export const tokenForgery: Scanner = {
  id: "token-forgery",
  title: "JSON Web Tokens: signature",
  summary:
    "Changes the bearer token of an identity: without a signature, with one that does not fit, signed with an empty secret, and signed with a secret from a list of common ones. The list is tried without a request.",
  needs: { identities: 1, writes: false, isIntrusive: false },
  control: "The original token is accepted, and a request without a token is refused.",
  isAuthorization: false,
  guidance: [unsigned, unverified, weakSecret, blankSecret],
  plan: (surface) => planTokens(surface, 10),

  async run({ operation }, probe): Promise<readonly Observation[]> {
    const trial = await openTrial(operation, probe);
    return typeof trial === "string" ? skipped(trial) : tryForgeries(trial);
  },
};

async function tryForgeries(trial: TokenTrial): Promise<readonly Observation[]> {
  const { token } = trial;
  const [head, body, signature] = token.parts;
  const changed = encodePart({ ...token.claims, jti: "lintel" });
  const broken = [breakSignature(token), `${head}.${changed}.${signature}`];
  const found = await tryTokens(trial, { guidance: unverified, tokens: broken, needed: 2 });
  // A target that verifies nothing accepts unsigned tokens too: one flaw is one finding.
  if (found.length > 0) return found;
  const unsignedTokens = ["none", "None", "NONE"].map(
    (alg) => `${encodePart({ ...token.header, alg })}.${body}.`,
  );
  const secret = guessSecret(token);
  return [
    ...(await tryTokens(trial, { guidance: unsigned, tokens: unsignedTokens, needed: 1 })),
    ...(await tryTokens(trial, { guidance: blankSecret, tokens: sign(token, ""), needed: 2 })),
    ...(secret === null
      ? []
      : await tryTokens(trial, { guidance: weakSecret, tokens: sign(token, secret), needed: 2 })),
  ];
}

/** The secret of an HMAC signature (RFC 7518 §3.2) if it is a common one. Sends nothing. */
function guessSecret({ header, parts: [head, body, signature] }: Token): string | null {
  const hash = hashOf(header["alg"]);
  if (hash === undefined) return null;
  return (
    weakSecrets.find((secret) => signHmac(hash, secret, `${head}.${body}`) === signature) ?? null
  );
}

/** Two tokens with an HMAC signature, which differ in a claim without a meaning. */
function sign({ header, claims }: Token, secret: string): string[] {
  const alg = hashOf(header["alg"]) === undefined ? "HS256" : String(header["alg"]);
  const hash = hashOf(alg) ?? "sha256";
  return ["a", "b"].map((jti) =>
    writeToken({ ...header, alg }, { ...claims, jti }, (input) => signHmac(hash, secret, input)),
  );
}
