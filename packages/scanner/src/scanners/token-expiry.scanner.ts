import type { Guidance } from "../findings/finding.types.ts";
import { readBearer } from "../identities/json-web-token.ts";
import { skipped, type Observation, type Scanner } from "./scanner.types.ts";
import {
  openTrial,
  planTokens,
  refuseBroken,
  tokenReferences as references,
  tryTokens,
} from "./token-trial.ts";

const expired: Guidance = {
  id: "SVC02021",
  name: "ExpiredTokenAccepted",
  title: "Expired tokens are accepted",
  severity: "high",
  owasp: "API2:2023",
  cwe: [613],
  description:
    "A token is accepted more than five minutes after its claim exp. A token that was copied once opens the account for ever.",
  remediation:
    "Verify exp with every request, with a tolerance of at most a minute or two for clocks that differ.",
  references,
};

export const tokenExpiry: Scanner = {
  id: "token-expiry",
  title: "JSON Web Tokens: expiry",
  summary:
    "Sends tokens that expired while the scan ran, by their own claims and five minutes more. It forges nothing and does not wait: without such a token nothing is tested.",
  needs: { identities: 1, writes: false, isIntrusive: false },
  control:
    "A request without a token, and a token whose signature does not fit, are refused. The token was accepted when it was new.",
  isAuthorization: false,
  turn: "last",
  guidance: [expired],
  plan: (surface) => planTokens(surface, 3),

  async run({ operation }, probe): Promise<readonly Observation[]> {
    const old = probe.identities.flatMap(({ name }) => probe.expiredOf(name));
    if (old.length === 0) return skipped("no token expired while the scan ran");
    const trial = await openTrial(operation, probe);
    if (typeof trial === "string") return skipped(trial);
    const broken = await refuseBroken(trial);
    if (broken === null) return skipped("the target does not verify signatures");
    return tryTokens(trial, {
      guidance: expired,
      tokens: old.slice(0, 1).map(readBearer),
      needed: 1,
      refused: [{ label: "A signature that does not fit", exchange: broken }],
    });
  },
};
