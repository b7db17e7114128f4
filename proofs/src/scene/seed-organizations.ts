import { callAsOperator, post, type Fields } from "./call-as-operator.ts";

/** An organization with a user for each kind of caller, and its own project. */
export interface SeededOrganization {
  /** Part of all seeded names: in a response to another organization, it is a leak. */
  readonly token: string;
  readonly keys: Readonly<Record<Person, string>>;
  readonly ids: Readonly<Record<"project" | "environment" | "suite" | "case" | "key", string>>;
  readonly users: readonly string[];
}

const roles = {
  owner: "owner",
  secondOwner: "owner",
  admin: "admin",
  member: "member",
  viewer: "viewer",
  scopedWide: "admin",
  scopedRead: "owner",
  scopedHere: "admin",
  revoked: "owner",
  gone: "owner",
} as const;

/** The callers, named by role, by the permissions of a scoped key, or by what ended the key. */
export type Person = keyof typeof roles;
const people = Object.keys(roles) as Person[];

const wide = [
  "tests:read",
  "tests:write",
  "tests:execute",
  "projects:read",
  "projects:write",
  "projects:manage",
  "specs:read",
  "specs:write",
  "specs:delete",
  "specs:publish",
];

const everywhere = (permission: string) => ({ permission, projectId: null });

/** The server to seed, and the data folder that it has. */
export interface SeededServer {
  readonly url: string;
  readonly folder: string;
}

/** So many are made at once. */
const atOnce = 4;

/** Makes organizations as an operator and their owners do. */
export async function seedOrganizations(
  server: SeededServer,
  count: number,
): Promise<SeededOrganization[]> {
  const seeded: SeededOrganization[] = [];
  const numbers = Array.from({ length: count }, (_, at) => at).values();
  const work = async (): Promise<void> => {
    for (const at of numbers) seeded[at] = await seedOne(server, `canary${at}z`);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return seeded;
}

async function seedOne(server: SeededServer, token: string): Promise<SeededOrganization> {
  const slug = `org-${token}`;
  const act = (operation: string, fields: Fields) =>
    callAsOperator(server.folder, operation, slug, fields);
  const emailOf = (person: Person) => `${token}-${person.toLowerCase()}@example.com`;
  const made = await callAsOperator(server.folder, "createOrganization", null, {
    name: token,
    slug,
    ownerEmail: emailOf("owner"),
    ownerName: `${token} owner`,
  });
  const users = [String(made["ownerUserId"])];
  for (const person of people.slice(1)) {
    const fields = { email: emailOf(person), name: `${token} ${person}`, role: roles[person] };
    users.push(String((await act("addMember", fields))["userId"]));
  }
  const project = String((await act("createProject", { name: token, description: token }))["id"]);
  const keys = await seedKeys(act, users, project);
  const url = `${server.url}/api/projects/${project}`;
  const owner = keys.values.owner;
  const environment = { name: token, type: "staging", baseUrl: "http://127.0.0.1:1" };
  const request = { method: "GET", url: "/ok" };
  const suite = await post(`${url}/suites`, owner, { name: token, description: token });
  const suiteUrl = `${url}/suites/${String(suite["id"])}`;
  return {
    token,
    keys: keys.values,
    ids: {
      project,
      environment: String((await post(`${url}/environments`, owner, environment))["id"]),
      suite: String(suite["id"]),
      case: String((await post(`${suiteUrl}/cases`, owner, { name: token, request }))["id"]),
      key: keys.idOfOwner,
    },
    users,
  };
}

/** A key for each person; that of `revoked` is revoked, and the person `gone` removed. */
async function seedKeys(
  act: (operation: string, fields: Fields) => Promise<Fields>,
  users: readonly string[],
  projectId: string,
) {
  const grants: Readonly<Partial<Record<Person, unknown[]>>> = {
    scopedWide: wide.map(everywhere),
    scopedRead: ["tests:read", "specs:read"].map(everywhere),
    scopedHere: wide.map((permission) => ({ permission, projectId })),
  };
  const made: { person: Person; id: string; key: string }[] = [];
  for (const [at, person] of people.entries()) {
    const permissions = grants[person];
    const scope = permissions === undefined ? {} : { access: "scoped", permissions };
    const { id, key } = await act("createApiKey", { userId: users[at], name: person, ...scope });
    made.push({ person, id: String(id), key: String(key) });
  }
  await act("revokeApiKey", { id: made[people.indexOf("revoked")]?.id });
  await act("removeMember", { userId: users[people.indexOf("gone")] });
  return {
    values: Object.fromEntries(made.map(({ person, key }) => [person, key])) as Record<
      Person,
      string
    >,
    idOfOwner: made[0]?.id ?? "",
  };
}
