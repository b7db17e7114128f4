import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../../platform/clock.ts";
import { signInAs, type Browser } from "../../testing/browser.ts";
import {
  makeMember,
  makeOrganization,
  makeProject,
  type MadeMember,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { makeSharedDatabase } from "../../testing/test-database.ts";

const placeId = "01a20050-0000-7000-8000-00000000000a";
const password = "a long enough password";

let later = 0;
const clock = { ...systemClock, now: () => new Date(Date.now() + later) };

interface Scene {
  /** One node, or two on one database: people are on the nodes in turn. */
  readonly nodes: readonly TestApp[];
  readonly organization: MadeOrganization;
  readonly projectId: string;
}

interface Person {
  readonly member: MadeMember;
  /** The names of the others on the page, and that the person is there. */
  readonly beat: (wanted?: Partial<Beat>) => Promise<readonly string[] | number>;
}

interface Beat {
  readonly tabId: string;
  readonly placeType: string;
  readonly placeId: string;
  readonly projectId: string;
}

async function openScene(nodes: readonly TestApp[]): Promise<Scene> {
  const [first] = nodes as [TestApp];
  const organization = await makeOrganization(first);
  return { nodes, organization, projectId: await makeProject(first, organization) };
}

let joined = 0;
async function join(scene: Scene): Promise<Person> {
  const { nodes, organization } = scene;
  const node = nodes[(joined += 1) % nodes.length] as TestApp;
  const member = await makeMember(node, organization, "viewer");
  const browser: Browser = await signInAs(node, organization, member, password);
  const own = { tabId: crypto.randomUUID(), placeType: "suite", placeId };
  const beat = async ({ projectId = scene.projectId, ...wanted }: Partial<Beat> = {}) => {
    const answer = await request(node, {
      method: "POST",
      path: `/api/projects/${projectId}/presence`,
      session: browser.session(),
      headers: { "x-svc-organization": organization.id },
      body: { ...own, ...wanted },
    });
    const people = answer.body["people"] as unknown as { id: string }[] | undefined;
    return people === undefined ? answer.status : people.map(({ id }) => id);
  };
  return { member, beat };
}

function describePresence(openNodes: () => Promise<TestApp[] | null>) {
  let nodes: TestApp[] | null;
  let scene: Scene;
  beforeAll(async () => {
    nodes = await openNodes();
    if (nodes !== null) scene = await openScene(nodes);
  });
  afterAll(async () => {
    for (const node of nodes ?? []) await node.close();
  });

  it("shows people to each other on one page, and nobody to themselves", async ({ skip }) => {
    if (nodes === null) {
      skip("There is no PostgreSQL.");
      return;
    }
    const [ana, ben] = [await join(scene), await join(scene)];
    expect(await ana.beat()).toEqual([]);
    expect(await ben.beat()).toEqual([ana.member.userId]);
    expect(await ana.beat()).toEqual([ben.member.userId]);
    // A second window of a person is no second person.
    await ben.beat({ tabId: crypto.randomUUID() });
    expect(await ana.beat()).toEqual([ben.member.userId]);
    // A person who opens another page leaves this one at once.
    const other = { placeType: "finding", placeId, tabId: crypto.randomUUID() };
    const cyd = await join(scene);
    expect(await cyd.beat(other)).toEqual([]);
    expect(await cyd.beat({ ...other, placeType: "suite" })).toHaveLength(2);
    expect(await cyd.beat(other)).toEqual([]);
    expect(await ana.beat()).toEqual([ben.member.userId]);
  });

  it("forgets who does not come back within 35 seconds", async ({ skip }) => {
    if (nodes === null) {
      skip("There is no PostgreSQL.");
      return;
    }
    const place = { placeId: crypto.randomUUID() };
    const [ana, ben] = [await join(scene), await join(scene)];
    await ana.beat(place);
    later += 30_000;
    expect(await ben.beat(place)).toEqual([ana.member.userId]);
    later += 6_000;
    expect(await ben.beat(place)).toEqual([]);
  });

  it("shows nobody who does not see the project, and nothing to them", async ({ skip }) => {
    if (nodes === null) {
      skip("There is no PostgreSQL.");
      return;
    }
    const place = { placeId: crypto.randomUUID() };
    const [ana, ben] = [await join(scene), await join(scene)];
    await ana.beat(place);
    const { organization, projectId } = scene;
    const hidden = await request(nodes[0] as TestApp, {
      method: "PUT",
      path: `/api/projects/${projectId}/members/${ana.member.userId}`,
      key: organization.owner.key,
      body: { role: "none" },
    });
    expect(hidden.status, hidden.text).toBe(200);
    expect(await ben.beat(place)).toEqual([]);
    expect(await ana.beat(place)).toBe(404);
    // The same ids in another project are another page.
    const elsewhere = await makeProject(nodes[0] as TestApp, organization);
    await ben.beat(place);
    const cyd = await join(scene);
    expect(await cyd.beat({ ...place, projectId: elsewhere })).toEqual([]);
  });

  it("lets nobody move the window of another person, and shows no key as a person", async ({
    skip,
  }) => {
    if (nodes === null) {
      skip("There is no PostgreSQL.");
      return;
    }
    const place = { placeId: crypto.randomUUID(), tabId: crypto.randomUUID() };
    const [ana, ben] = [await join(scene), await join(scene)];
    await ana.beat(place);
    await ben.beat({ ...place, placeId: crypto.randomUUID() });
    const { owner } = scene.organization;
    const withKey = await request(nodes[0] as TestApp, {
      method: "POST",
      path: `/api/projects/${scene.projectId}/presence`,
      key: owner.key,
      body: { placeType: "suite", ...place, tabId: crypto.randomUUID() },
    });
    expect(withKey.body["people"]).toMatchObject([{ id: ana.member.userId, name: "The viewer" }]);
    expect(await ben.beat({ ...place, tabId: crypto.randomUUID() })).toEqual([ana.member.userId]);
  });
}

describe("presence on one node", () => {
  describePresence(async () => [await buildTestApp({ name: "presence", clock })]);
});

describe("presence on two nodes", () => {
  describePresence(async () => {
    const sharedLocation = await makeSharedDatabase("presence");
    if (sharedLocation === null) return null;
    const first = await buildTestApp({ name: "presence_a", sharedLocation, clock });
    return [first, await buildTestApp({ name: "presence_b", sharedLocation, clock })];
  });
});
