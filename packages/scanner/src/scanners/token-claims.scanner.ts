import type { Guidance } from "../findings/finding.types.ts";
import { readLifetime, type Token } from "../identities/json-web-token.ts";
import { splitWords } from "../surface/danger.ts";
import { skipped, type Observation, type Scanner } from "./scanner.types.ts";
import {
  openTrial,
  planTokens,
  tokenReferences as references,
  type TokenTrial,
} from "./token-trial.ts";

const eternal: Guidance = {
  id: "SVC02018",
  name: "TokenNeverExpires",
  title: "Tokens have no end",
  severity: "medium",
  owasp: "API2:2023",
  cwe: [613],
  description:
    "The token has no claim exp, or one that lies more than a year after its issue. A token that was copied once opens the account for ever.",
  remediation:
    "Give access tokens an exp of minutes to hours, refuse tokens without one, and renew them with a refresh token that can be revoked.",
  references: ["https://www.rfc-editor.org/rfc/rfc7519#section-4.1.4", ...references],
};

const secrets: Guidance = {
  id: "SVC02019",
  name: "SecretInToken",
  title: "A token contains a secret",
  severity: "medium",
  owasp: "API2:2023",
  cwe: [312, 522],
  description:
    "The claims of a token are only encoded, not encrypted. Everybody who sees the token reads them: pages, proxies and logs.",
  remediation:
    "Keep passwords, hashes, keys and numbers of cards and accounts out of tokens. Put an id into the token, and look the rest up.",
  references: ["https://www.rfc-editor.org/rfc/rfc7519#section-12", ...references],
};

const yearSeconds = 366 * 86_400;

const secretWords = new Set(
  "password passwd pwd passphrase hash salt secret ssn iban cvv cvc pin apikey privatekey creditcard cardnumber".split(
    " ",
  ),
);
/** Words that are a secret together, and harmless alone. */
const secretPairs = new Set(["api key", "private key", "card number", "credit card"]);
/** Digests of the token's own parts (OpenID Connect Core §3.1.3.6), and a description of a password. */
const harmless = /^(?:at_hash|c_hash|s_hash|nonce)$|(?:expir|changed|updated|at$|age$)/i;

export const tokenClaims: Scanner = {
  id: "token-claims",
  title: "JSON Web Tokens: claims",
  summary:
    "Reads the claims of the token of an identity: an end that is missing or far away, and names of secrets. It sends nothing but the controls.",
  needs: { identities: 1, writes: false, isIntrusive: false },
  control: "The token is accepted, and a request without a token is refused.",
  isAuthorization: false,
  guidance: [eternal, secrets],
  plan: (surface) => planTokens(surface, 0),

  async run({ operation }, probe): Promise<readonly Observation[]> {
    const trial = await openTrial(operation, probe);
    if (typeof trial === "string") return skipped(trial);
    const named = findSecret(trial.token.claims);
    return [
      ...(isEternal(trial.token)
        ? [report(trial, eternal, "exp", "The token has no end within a year.")]
        : []),
      ...(named === null
        ? []
        : [report(trial, secrets, named, `The claim ${named} has the name of a secret.`)]),
    ];
  },
};

function isEternal(token: Token): boolean {
  const { exp, iat, nbf } = token.claims;
  if (typeof exp !== "number") return true;
  const start = typeof iat === "number" ? iat : nbf;
  const lifetime = readLifetime(token) ?? (typeof start === "number" ? exp - start : 0);
  return lifetime > yearSeconds;
}

function findSecret(claims: Token["claims"]): string | null {
  const found = Object.entries(claims).find(([name, value]) => {
    if (harmless.test(name) || typeof value === "boolean" || value === null || value === "")
      return false;
    const words = splitWords(name);
    const pairs = words.map((word, at) => `${word} ${words[at + 1] ?? ""}`);
    return (
      words.some((word) => secretWords.has(word)) || pairs.some((pair) => secretPairs.has(pair))
    );
  });
  return found?.[0] ?? null;
}

/** Claims have no place of their own in a request: they are in the credential. */
const report = (
  { exchange, none }: TokenTrial,
  guidance: Guidance,
  claim: string,
  description: string,
): Observation => ({
  kind: "finding",
  guidance,
  isHostWide: true,
  place: { location: "header", name: "Authorization" },
  description: `${description} Claim: ${claim}.`,
  proof: {
    controls: [{ label: "Without the token", exchange: none }],
    attacks: [{ label: "The token is accepted", exchange }],
  },
});
