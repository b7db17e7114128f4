import type { Guidance } from "../findings/finding.types.ts";
import { findLogin, findRegistration } from "../surface/entrances.ts";
import type { Surface } from "../surface/surface.types.ts";
import type { Exchange } from "../traffic/exchange.types.ts";
import { isGranted } from "../traffic/judge-answer.ts";
import { openCanary, type Canary, type Entrances } from "./canary-account.ts";
import { skipped, type Observation, type Probe, type Scanner } from "./scanner.types.ts";

const unlimited: Guidance = {
  id: "SVC02020",
  name: "AttemptsUnlimited",
  title: "Passwords can be tried without a limit",
  severity: "medium",
  owasp: "API2:2023",
  cwe: [307],
  description:
    "After 30 wrong passwords in a row for one account, the next wrong one is answered as the first, and the right one still opens the account. A list of common passwords can be tried.",
  remediation:
    "Count wrong attempts by account and by address, answer 429 with Retry-After after a few, and let the pause grow.",
  references: [
    "https://owasp.org/API-Security/editions/2023/en/0xa2-broken-authentication/",
    "https://cheatsheetseries.owasp.org/cheatsheets/Authentication_Cheat_Sheet.html#login-throttling",
  ],
};

const attempts = 30;

export const loginAttempts: Scanner = {
  id: "login-attempts",
  title: "Limit of attempts to sign in",
  summary: `Opens an account of its own and tries ${attempts} wrong passwords for it, one after another. It runs last, because a limit may apply to the address of the scan.`,
  needs: { identities: 0, writes: true, isIntrusive: false },
  control: "The right password opens the account before and after the wrong ones.",
  isAuthorization: false,
  isAboutLimits: true,
  turn: "last",
  guidance: [unlimited],

  plan(surface) {
    const found = findEntrances(surface);
    return found === null ? [] : [{ operation: found.login.operation, requests: attempts + 5 }];
  },

  async run(_check, probe): Promise<readonly Observation[]> {
    const entrances = findEntrances(probe.surface);
    if (entrances === null) return [];
    const canary = await openCanary(probe, entrances);
    if (typeof canary === "string") return skipped(canary);
    try {
      return await tryPasswords(probe, canary, entrances);
    } finally {
      await canary.close();
    }
  },
};

function findEntrances(surface: Surface): Entrances | null {
  const [registration, login] = [findRegistration(surface), findLogin(surface)];
  return registration === null || login === null ? null : { registration, login };
}

async function tryPasswords(
  probe: Probe,
  { logIn, password, signedIn }: Canary,
  { login }: Entrances,
): Promise<readonly Observation[]> {
  const wrong: Exchange[] = [];
  for (let number = 1; number <= attempts; number += 1) {
    const answer = await probe.attempt(logIn(`Wrong-${probe.word(`attempt ${number}`)}`));
    if (isGranted(answer)) return skipped("it accepts wrong passwords");
    // Any other answer than to the first one says that the target counts.
    if (answer.status !== (wrong[0]?.status ?? answer.status) || answer.status === 429) return [];
    wrong.push(answer);
  }
  const after = await probe.attempt(logIn(password));
  const [first, last] = [wrong[0], wrong.at(-1)];
  if (!isGranted(after) || first === undefined || last === undefined) return [];
  return [
    {
      kind: "finding",
      guidance: unlimited,
      place: { location: "body", name: `/${login.password}` },
      description: `${login.operation.id} answers ${last.status} to ${attempts} wrong passwords for one account, and then accepts the right one.`,
      proof: {
        controls: [
          { label: "The right password before", exchange: signedIn },
          { label: "The right password after", exchange: after },
        ],
        attacks: [
          { label: "The first wrong password", exchange: first },
          { label: `Wrong password number ${attempts}`, exchange: last },
        ],
      },
    },
  ];
}
