import { isList, isObject } from "@lintel/json/value";
import type { Guidance } from "../findings/finding.types.ts";
import type { Identity } from "../identities/identity.types.ts";
import { isPasswordName, isUserName } from "../surface/entrances.ts";
import type { Operation } from "../surface/surface.types.ts";
import type { Exchange, RequestDraft } from "../traffic/exchange.types.ts";
import { isGranted } from "../traffic/judge-answer.ts";
import { skipped, type Observation, type Probe, type Scanner } from "./scanner.types.ts";

const enumerable: Guidance = {
  id: "SVC02003",
  name: "AccountsEnumerable",
  title: "Signing in reveals which accounts exist",
  severity: "medium",
  owasp: "API2:2023",
  cwe: [204],
  description:
    "A wrong password is answered differently for an account that exists and for one that does not. An attacker learns who has an account, and tries passwords only there.",
  remediation:
    "Answer both cases with the same status and the same text, and do the same work for both.",
  references: [
    "https://owasp.org/API-Security/editions/2023/en/0xa2-broken-authentication/",
    "https://cheatsheetseries.owasp.org/cheatsheets/Authentication_Cheat_Sheet.html#authentication-and-error-messages",
  ],
};

const wrongAttempts = 2;

export const accountEnumeration: Scanner = {
  id: "account-enumeration",
  title: "Enumeration of accounts",
  summary:
    "Signs in with a wrong password, in turn for the account of an identity and for accounts that do not exist. Texts that differ between two unknown accounts, such as ids of requests, do not count. Times do not count either.",
  needs: { identities: 1, writes: false, isIntrusive: false },
  control: "Two accounts that do not exist get the same answer.",
  isAuthorization: false,
  turn: "last",
  guidance: [enumerable],

  plan: ({ operations }, identities) =>
    operations
      .filter((operation) => findKnown(operation, identities) !== null)
      .map((operation) => ({ operation, requests: wrongAttempts * 2 })),

  async run({ operation }, probe): Promise<readonly Observation[]> {
    const known = findKnown(operation, probe.identities);
    if (known === null) return [];
    const answers = await compare(probe, operation, known);
    if (typeof answers === "string") return skipped(answers);
    const difference = findDifference(answers);
    if (difference === null) return [];
    const [first, second] = [...answers.known];
    const [other, another] = [...answers.unknown];
    return [
      {
        kind: "finding",
        guidance: enumerable,
        place: { location: "body", name: `/${known.user}` },
        description: `${operation.id} differs in ${difference}.`,
        proof: {
          controls: [
            { label: "An account that does not exist", exchange: other },
            { label: "Another one", exchange: another },
          ],
          attacks: [
            { label: "The account of an identity, with a wrong password", exchange: first },
            { label: "The same with another wrong password", exchange: second },
          ],
        },
      },
    ];
  },
};

interface KnownAccount {
  /** The names of the members with name and password. */
  readonly user: string;
  readonly password: string;
  readonly name: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The account of the first identity that signs in by this operation. */
function findKnown(
  { method, path }: Operation,
  identities: readonly Identity[],
): KnownAccount | null {
  for (const { auth } of identities) {
    if (auth.type !== "login" || auth.path !== path || method !== "POST") continue;
    const names = Object.keys(auth.body);
    const [user, password] = [names.find(isUserName), names.find(isPasswordName)];
    const name = user === undefined ? undefined : auth.body[user];
    if (user !== undefined && password !== undefined && typeof name === "string")
      return { user, password, name, body: auth.body };
  }
  return null;
}

type Two = readonly [Exchange, Exchange];

interface Answers {
  readonly known: Two;
  readonly unknown: Two;
}

/** In turns, so that a limit that begins between them is seen as such. */
async function compare(
  probe: Probe,
  { method, path }: Operation,
  { user, password, name, body }: KnownAccount,
): Promise<Answers | string> {
  const attempt = async (account: string, turn: string): Promise<Exchange> => {
    const given = { ...body, [user]: account, [password]: `Wrong-${probe.word(turn)}` };
    const draft: RequestDraft = {
      method,
      path,
      query: [],
      headers: [],
      body: { mediaType: "application/json", text: JSON.stringify(given) },
    };
    const answer = await probe.attempt(draft);
    // The name of the account is no difference between the answers.
    return {
      ...answer,
      text: answer.text.replaceAll(account, "•"),
      json: hide(answer.json, account),
    };
  };
  const other = (turn: string) => name.replace(/^[^@]*/, `lintel-${probe.word(turn)}`);
  const unknown = await attempt(other("nobody"), "a");
  const known = await attempt(name, "b");
  const second = await attempt(other("no one"), "c");
  const again = await attempt(name, "d");
  const all = [unknown, known, second, again];
  if (all.some(({ status }) => status === 429))
    return "the target limits attempts before it is tested";
  if (all.some(isGranted)) return "it accepts wrong passwords";
  return { known: [known, again], unknown: [unknown, second] };
}

function hide(json: unknown, account: string): unknown {
  if (json === undefined) return undefined;
  return JSON.parse(JSON.stringify(json).replaceAll(JSON.stringify(account).slice(1, -1), "•"));
}

/** What is alike in each of the two pairs, and differs between them. */
function findDifference({ known, unknown }: Answers): string | null {
  const [mine, theirs] = [known[0].status, unknown[0].status];
  if (mine !== known[1].status || theirs !== unknown[1].status) return null;
  if (mine !== theirs) return `the status: ${mine} and ${theirs}`;
  const leaves = [...known, ...unknown].map(listLeaves);
  const name = [...new Set(leaves.flatMap((one) => [...one.keys()]))].find((key) => {
    const [first, second, other, another] = leaves.map((one) => one.get(key));
    return first === second && other === another && first !== other;
  });
  return name === undefined ? null : `the answer${name === "" ? "" : `: ${name}`}`;
}

function listLeaves({ json, text }: Exchange): Map<string, string> {
  const leaves = new Map<string, string>();
  const add = (value: unknown, path: string): void => {
    if (isList(value)) value.forEach((item, index) => add(item, `${path}/${index}`));
    else if (isObject(value))
      for (const [name, member] of Object.entries(value)) add(member, `${path}/${name}`);
    else leaves.set(path, JSON.stringify(value));
  };
  if (json === undefined) leaves.set("", text);
  else add(json, "");
  return leaves;
}
