import { createPublicKey, type JsonWebKey, type KeyObject } from "node:crypto";
import { isObject, listOf } from "@lintel/json/value";
import type { Guidance } from "../findings/finding.types.ts";
import { hashOf, signHmac, writeToken } from "../identities/json-web-token.ts";
import type { Exchange } from "../traffic/exchange.types.ts";
import { isGranted } from "../traffic/judge-answer.ts";
import { toGet } from "./probing.ts";
import { skipped, type Observation, type Probe, type Scanner } from "./scanner.types.ts";
import {
  openTrial,
  planTokens,
  refuseBroken,
  tokenReferences as references,
  tryTokens,
  type TokenTrial,
} from "./token-trial.ts";

const confusion: Guidance = {
  id: "SVC02014",
  name: "TokenKeyConfusion",
  title: "The public key is accepted as a shared secret",
  severity: "critical",
  owasp: "API2:2023",
  cwe: [327, 347],
  description:
    "Tokens are signed with a private key. A token that names an HMAC algorithm and is signed with the text of the public key is accepted. Everybody has the public key.",
  remediation:
    "Bind each key to one algorithm in the verifying code, and refuse a token that names another one.",
  references,
};

const usualPaths = ["/.well-known/jwks.json", "/jwks.json", "/oauth/jwks"];
const maxKeys = 2;

export const tokenConfusion: Scanner = {
  id: "token-confusion",
  title: "JSON Web Tokens: public key as a secret",
  summary:
    "Reads the public keys of the API, from a documented JWKS or its usual address, and signs the token of an identity with the text of a key, as if it were a shared secret.",
  needs: { identities: 1, writes: false, isIntrusive: false },
  control:
    "The original token is accepted, a request without a token is refused, and a token whose signature does not fit is refused.",
  isAuthorization: false,
  guidance: [confusion],
  plan: (surface) => planTokens(surface, usualPaths.length + 3 + maxKeys * 5),

  async run({ operation }, probe): Promise<readonly Observation[]> {
    const trial = await openTrial(operation, probe);
    if (typeof trial === "string") return skipped(trial);
    const { alg } = trial.token.header;
    if (hashOf(alg) !== undefined) return skipped("its tokens are signed with a shared secret");
    const keys = await findKeys(probe);
    if (keys.length === 0) return skipped("no public key of the target was found");
    const broken = await refuseBroken(trial);
    if (broken === null) return skipped("the target does not verify signatures");
    return tryTokens(trial, {
      guidance: confusion,
      tokens: keys.flatMap((key) => signWithText(trial, key)),
      needed: 1,
      refused: [{ label: "A signature that does not fit", exchange: broken }],
    });
  },
};

async function findKeys(probe: Probe): Promise<KeyObject[]> {
  const documented = probe.surface.operations
    .filter(({ method, path }) => method === "GET" && /jwks|\/certs$|\/keys$/i.test(path))
    .filter(({ path }) => !path.includes("{"))
    .map(({ path }) => path);
  for (const path of new Set([...documented.slice(0, 2), ...usualPaths])) {
    const keys = readKeys(await probe.send(toGet(path), null));
    if (keys.length > 0) return keys.slice(0, maxKeys);
  }
  return [];
}

function readKeys(exchange: Exchange): KeyObject[] {
  const { json } = exchange;
  if (!isGranted(exchange) || !isObject(json)) return [];
  return listOf(json["keys"]).flatMap((jwk) => {
    try {
      return [createPublicKey({ key: jwk as JsonWebKey, format: "jwk" })];
    } catch {
      return [];
    }
  });
}

/** The texts of a key that files have: with and without the last line break, and of both forms. */
function listTexts(key: KeyObject): string[] {
  const spki = String(key.export({ type: "spki", format: "pem" }));
  const own =
    key.asymmetricKeyType === "rsa" ? [String(key.export({ type: "pkcs1", format: "pem" }))] : [];
  return [spki, ...own].flatMap((text) => [text, text.trimEnd()]);
}

const signWithText = ({ token }: TokenTrial, key: KeyObject): string[] =>
  listTexts(key).map((text) =>
    writeToken({ ...token.header, alg: "HS256" }, token.claims, (input) =>
      signHmac("sha256", text, input),
    ),
  );
