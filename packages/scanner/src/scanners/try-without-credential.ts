import type { WorkingBaseline } from "../baselines/baseline.types.ts";
import type { Guidance } from "../findings/finding.types.ts";
import type { Exchange, RequestDraft } from "../traffic/exchange.types.ts";
import { isGranted, isRefused } from "../traffic/judge-answer.ts";
import { findBaseline, showsRecord, withHeader } from "./probing.ts";
import { skipped, type Check, type Observation, type Probe } from "./scanner.types.ts";

export const notEnforced: Guidance = {
  id: "SVC02001",
  name: "AuthenticationNotEnforced",
  title: "A protected operation answers without a credential",
  severity: "high",
  owasp: "API2:2023",
  cwe: [306],
  description:
    "The document says that the operation needs a credential. A request without one gets the same answer as a request with one.",
  remediation:
    "Check the credential before the handler runs, for all routes at once, and list the routes that are public. Answer 401 with WWW-Authenticate to requests without a credential.",
  references: [
    "https://owasp.org/API-Security/editions/2023/en/0xa2-broken-authentication/",
    "https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1",
  ],
};

export const anyCredential: Guidance = {
  id: "SVC02002",
  name: "CredentialNotVerified",
  title: "An operation accepts any credential",
  severity: "critical",
  owasp: "API2:2023",
  cwe: [287, 347],
  description:
    "Without a credential the operation refuses; with an invented one it answers as it does for a real one. The credential is looked for and not verified.",
  remediation:
    "Verify the credential: look up the digest of a key or session, or verify the signature and the claims of a token. Refuse everything else with 401.",
  references: ["https://owasp.org/API-Security/editions/2023/en/0xa2-broken-authentication/"],
};

export const credentialPlace = { location: "header", name: "Authorization" } as const;

/** Repeats a request that works without its credential, and with two invented ones. */
export async function tryWithoutCredential(
  { operation: called }: Check,
  probe: Probe,
): Promise<readonly Observation[]> {
  const baseline = await findBaseline(probe, called);
  if (typeof baseline === "string") return skipped(baseline);
  const { draft, exchange, operation, identity } = baseline;
  const isOpen = async (other: Exchange) =>
    isGranted(other) && (await isAlike(probe, baseline, other));
  const first = await probe.send(draft, null);
  if (!operation.needsCredential) return [];
  const [second, third] = [
    await probe.send(withHeader(draft, "Authorization", `Bearer ${probe.word("a")}`), null),
    await probe.send(withHeader(draft, "Authorization", `Bearer ${probe.word("b")}`), null),
  ];
  const open = await Promise.all([first, second, third].map(isOpen));
  if (!open.includes(true)) return [];
  const nowhere = await probe.send(toNowhere(draft, probe), null);
  if (await isOpen(nowhere))
    return skipped("the target answers alike for addresses that do not exist");
  const controls = [
    { label: `The request of ${identity}`, exchange },
    { label: "An address that does not exist", exchange: nowhere },
  ];
  if (open[0] === true) {
    const again =
      open[1] === true
        ? { label: "With an invented token", exchange: second }
        : { label: "Without a credential, again", exchange: await probe.send(draft, null) };
    const description = `${operation.id} answers ${first.status} without a credential, with what ${identity} gets.`;
    const attacks = [{ label: "Without a credential", exchange: first }, again];
    return [
      {
        kind: "finding",
        guidance: notEnforced,
        place: credentialPlace,
        description,
        proof: { controls, attacks },
      },
    ];
  }
  if (!open[1] || !open[2] || !isRefused(first)) return [];
  return [
    {
      kind: "finding",
      guidance: anyCredential,
      place: credentialPlace,
      description: `${operation.id} refuses a request without a credential, and answers ${second.status} to an invented one.`,
      proof: {
        controls: [...controls, { label: "Without a credential", exchange: first }],
        attacks: [
          { label: "With an invented token", exchange: second },
          { label: "With another one", exchange: third },
        ],
      },
    },
  ];
}

/** A write makes a new record each time, so that only the status can be alike. */
const isAlike = async (
  probe: Probe,
  baseline: WorkingBaseline,
  other: Exchange,
): Promise<boolean> =>
  baseline.operation.isWrite
    ? other.status === baseline.exchange.status
    : showsRecord(probe, baseline, other);

const toNowhere = (draft: RequestDraft, probe: Probe): RequestDraft => ({
  ...draft,
  path: `${draft.path}-${probe.word("missing")}`,
});
