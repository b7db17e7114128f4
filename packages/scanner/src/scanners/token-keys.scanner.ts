import type { Guidance } from "../findings/finding.types.ts";
import { signHmac, writeToken, type Token } from "../identities/json-web-token.ts";
import type { Exchange } from "../traffic/exchange.types.ts";
import { isRefused } from "../traffic/judge-answer.ts";
import { skipped, type Observation, type Scanner } from "./scanner.types.ts";
import {
  makeOwnKey,
  openTrial,
  planTokens,
  refuseBroken,
  sendToken,
  tokenReferences as references,
  tryTokens,
  type Forgeries,
} from "./token-trial.ts";

const common = { severity: "critical", owasp: "API2:2023", references } as const;

const trustedKeyId: Guidance = {
  ...common,
  id: "SVC02015",
  name: "TokenKeyIdTrusted",
  title: "The key id of a token chooses any file or record as the key",
  cwe: [22, 89, 347],
  description:
    "The header kid becomes part of a path or of a query. A token that names an empty file, or selects a value of its own, is verified with a key that everybody knows.",
  remediation:
    "Look the kid up in a fixed table of your keys, and refuse a token whose kid is not in it.",
};

const embeddedKey: Guidance = {
  ...common,
  id: "SVC02016",
  name: "TokenEmbeddedKeyTrusted",
  title: "A token is verified with the key that it contains",
  cwe: [290, 347],
  description:
    "The header jwk contains a key that the scan made, and the token is signed with it. The target accepts it, so that anybody can sign tokens.",
  remediation: "Ignore jwk in the header of tokens, and verify with your own keys only.",
};

const keyAddress: Guidance = {
  ...common,
  id: "SVC02017",
  name: "TokenKeyAddressTrusted",
  title: "A token is verified with a key from an address that it names",
  cwe: [345, 918],
  description:
    "The header jku names the address of a key that the scan made. The target loads it and accepts the token. Anybody can sign tokens, and the target sends requests to any address.",
  remediation: "Ignore jku and x5u in the header of tokens, and load keys from a fixed address.",
};

export const tokenKeys: Scanner = {
  id: "token-keys",
  title: "JSON Web Tokens: choice of the key",
  summary:
    "Signs the token of an identity with keys that the token itself chooses: a key id that leads to an empty file or selects a value (kid), a key in the header (jwk), and the address of a key (jku, as a data address, so that nothing outside the scan is called).",
  needs: { identities: 1, writes: false, isIntrusive: false },
  control:
    "The original token is accepted. A request without a token, a token whose signature does not fit, and one with an unknown key id are refused.",
  isAuthorization: false,
  guidance: [trustedKeyId, embeddedKey, keyAddress],
  plan: (surface) => planTokens(surface, 2 + keyIds.length + 1 + 2 + 2),

  async run({ operation }, probe): Promise<readonly Observation[]> {
    const trial = await openTrial(operation, probe);
    if (typeof trial === "string") return skipped(trial);
    const broken = await refuseBroken(trial);
    if (broken === null) return skipped("the target does not verify signatures");
    const { token } = trial;
    // A blank secret that is accepted whatever the key id says is another weakness.
    const blank = await sendToken(trial, signWith(token, [probe.word("kid"), ""]));
    const refused: Forgeries["refused"] = [
      { label: "A signature that does not fit", exchange: broken },
    ];
    const found: Observation[] = [];
    for (const forgeries of listForgeries(token, blank))
      found.push(...(await tryTokens(trial, { ...forgeries, refused })));
    return found;
  },
};

/** Key ids, with the secret to which each leads where it is used without a check. */
const keyIds: readonly (readonly [kid: string, secret: string])[] = [
  ["../../../../../../../../dev/null", ""],
  ["/dev/null", ""],
  ["x' UNION SELECT 'lintel' -- ", "lintel"],
];

function signWith({ header, claims }: Token, [kid, secret]: readonly [string, string]): string {
  return writeToken({ ...header, alg: "HS256", kid }, claims, (input) =>
    signHmac("sha256", secret, input),
  );
}

function listForgeries(token: Token, blank: Exchange): Forgeries[] {
  const { header, claims } = token;
  const { algorithm: alg, jwk, sign } = makeOwnKey(token);
  const keys = Buffer.from(JSON.stringify({ keys: [jwk] })).toString("base64");
  const jku = `data:application/json;base64,${keys}`;
  const own = { ...header, alg, kid: "lintel" };
  const byId = { guidance: trustedKeyId, tokens: keyIds.map((one) => signWith(token, one)) };
  return [
    ...(isRefused(blank) ? [{ ...byId, needed: 1 } as const] : []),
    { guidance: embeddedKey, tokens: [writeToken({ ...own, jwk }, claims, sign)], needed: 1 },
    { guidance: keyAddress, tokens: [writeToken({ ...own, jku }, claims, sign)], needed: 1 },
  ];
}
