import type { Guidance } from "../findings/finding.types.ts";
import type { Identity } from "../identities/identity.types.ts";
import type { Operation } from "../surface/surface.types.ts";
import { isGranted, isRefused } from "../traffic/judge-answer.ts";
import { showsRecord, withHeader } from "./probing.ts";
import { skipped, type Observation, type Probe, type Scanner } from "./scanner.types.ts";

const privileged: Guidance = {
  id: "SVC05001",
  name: "PrivilegedFunctionOpen",
  title: "A function of a higher role is open to a lower one",
  severity: "high",
  owasp: "API5:2023",
  cwe: [285, 862],
  description:
    "An operation that is meant for identities of a higher rank answers one of a lower rank in the same way.",
  remediation:
    "Declare the role with each operation, deny by default, and test the refusal for each role below it.",
  references: [
    "https://owasp.org/API-Security/editions/2023/en/0xa5-broken-function-level-authorization/",
  ],
};

/** Words by which an operation says that it is not for everybody. */
const privilegedWords = new Set(
  "admin admins administration administrator backoffice internal manage management moderator operator root staff superuser sudo".split(
    " ",
  ),
);

export const functionLevel: Scanner = {
  id: "function-level",
  title: "Function level authorization",
  summary:
    "Repeats what an identity of a high rank may do as identities of a lower rank. An operation counts as privileged where its path, operation id or tags say so. Where the profile has an access rule, the scanner of access rules decides.",
  needs: { identities: 2, writes: false, isIntrusive: false },
  control: "Without a credential, or with an invented one, the operation refuses.",
  isAuthorization: true,
  guidance: [privileged],

  explainIdle: (identities) =>
    new Set(identities.map(({ rank }) => rank)).size < 2
      ? "all identities have the same rank: give one that may do more a higher rank"
      : undefined,

  plan: ({ operations }, identities) =>
    new Set(identities.map(({ rank }) => rank)).size < 2
      ? []
      : operations
          .filter(({ isWrite }) => !isWrite)
          .map((operation) => ({ operation, requests: 2 * identities.length })),

  async run({ operation }, probe): Promise<readonly Observation[]> {
    const ranked = probe.identities.toSorted((left, right) => right.rank - left.rank);
    const isNamed = [...operation.words].some((word) => privilegedWords.has(word));
    for (const [at, high] of ranked.entries()) {
      const baseline = await probe.baseline(operation, high.name);
      if (!baseline.works) continue;
      const below = ranked.slice(at + 1).filter(({ rank }) => rank < high.rank);
      const suspects = below.filter((low) => isForbidden(probe, operation, low, isNamed));
      for (const low of suspects) {
        const first = await probe.send(baseline.draft, low.name);
        if (!isGranted(first) || !(await showsRecord(probe, baseline, first))) continue;
        const invented = withHeader(
          baseline.draft,
          "Authorization",
          `Bearer ${probe.word("none")}`,
        );
        const refused = await probe.send(invented, null);
        // Open to everybody is a matter of authentication, and reported as such.
        if (!isRefused(refused)) return skipped("it does not refuse an invented credential");
        const second = await probe.send(baseline.draft, low.name);
        return [
          report(operation, high, low, { baseline: baseline.exchange, refused, first, second }),
        ];
      }
      return [];
    }
    return skipped("it works for no identity");
  },
};

/** Access rules say more than names, and have a scanner of their own. */
const isForbidden = (
  probe: Probe,
  operation: Operation,
  low: Identity,
  isNamed: boolean,
): boolean => isNamed && probe.isExpected(operation, low.name) === null;

type Answers = Readonly<
  Record<"baseline" | "refused" | "first" | "second", Awaited<ReturnType<Probe["send"]>>>
>;

function report(
  operation: Operation,
  high: Identity,
  low: Identity,
  answers: Answers,
): Observation {
  const { baseline, refused, first, second } = answers;
  return {
    kind: "finding",
    guidance: privileged,
    place: { location: "path", name: "" },
    description: `${low.name} (rank ${low.rank}) calls ${operation.id} and gets what ${high.name} (rank ${high.rank}) gets.`,
    proof: {
      controls: [
        { label: `The request of ${high.name}`, exchange: baseline },
        { label: "With an invented token", exchange: refused },
      ],
      attacks: [
        { label: `The request as ${low.name}`, exchange: first },
        { label: `The request as ${low.name}, again`, exchange: second },
      ],
    },
  };
}
