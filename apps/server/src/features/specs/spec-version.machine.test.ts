import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { openSpecScene, type SpecScene } from "./spec.testing.ts";

let scene: SpecScene;

beforeAll(async () => {
  scene = await openSpecScene();
});

/** The model of a version. */
interface Version {
  id: string;
  version: string;
  title: string;
  isPublished: boolean;
  rowVersion: string;
}

/** The newest last. */
interface Model {
  specId: string;
  versions: Version[];
}

type Step = (model: Model) => Promise<void>;

const pick = (model: Model, at: number): Version => {
  const found = model.versions[at % model.versions.length];
  if (found === undefined) throw new Error("A specification has a version at least.");
  return found;
};

const versionsOf = ({ specId }: Model) => `/${specId}/versions`;

const create =
  (from: number, version: string): Step =>
  async (model) => {
    const origin = pick(model, from);
    const fields = { version, fromVersionId: origin.id };
    const made = await scene.send("POST", versionsOf(model), fields);
    if (model.versions.some((each) => each.version === version)) {
      expect(made.body).toMatchObject({ status: 409, code: "VERSION_EXISTS" });
      return;
    }
    expect(made.body).toMatchObject({ version, title: origin.title, status: "draft" });
    model.versions.push({
      id: String(made.body["id"]),
      version,
      title: origin.title,
      isPublished: false,
      rowVersion: String(made.body["rowVersion"]),
    });
  };

const retitle =
  (at: number, title: string, isStale: boolean): Step =>
  async (model) => {
    const wanted = pick(model, at);
    const rowVersion = isStale ? "AAAAAAAAAAA=" : wanted.rowVersion;
    const path = `${versionsOf(model)}/${wanted.id}`;
    const changed = await scene.send("PATCH", path, { title, rowVersion });
    if (wanted.isPublished) {
      expect(changed.body).toMatchObject({ status: 409, code: "VERSION_LOCKED" });
    } else if (isStale) {
      const currentRowVersion = wanted.rowVersion;
      expect(changed.body).toMatchObject({ code: "CONCURRENCY_CONFLICT", currentRowVersion });
    } else {
      expect(changed.body).toMatchObject({ title });
      wanted.title = title;
      wanted.rowVersion = String(changed.body["rowVersion"]);
    }
  };

const publish =
  (at: number): Step =>
  async (model) => {
    const wanted = pick(model, at);
    const path = `${versionsOf(model)}/${wanted.id}/publish`;
    const published = await scene.send("POST", path, {});
    expect(published.body).toMatchObject({ status: "published", title: wanted.title });
    wanted.isPublished = true;
    wanted.rowVersion = String(published.body["rowVersion"]);
  };

const remove =
  (at: number): Step =>
  async (model) => {
    const wanted = pick(model, at);
    const removed = await scene.send("DELETE", `${versionsOf(model)}/${wanted.id}`);
    if (model.versions.length === 1) {
      expect(removed.body).toMatchObject({ status: 409, code: "IN_USE" });
      return;
    }
    expect(removed.status).toBe(204);
    model.versions = model.versions.filter((each) => each !== wanted);
  };

const anyPlace = fc.nat({ max: 5 });
const anyVersion = fc.constantFrom("1.0.0", "1.1.0", "2.0.0", "2.0.0-rc.1", "3.0.0");
const anyTitle = fc.constantFrom("Books", "Authors", "Café", "");

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(anyPlace, anyVersion).map(([from, version]) => create(from, version)),
  fc.tuple(anyPlace, anyTitle, fc.boolean()).map((each) => retitle(...each)),
  anyPlace.map(publish),
  anyPlace.map(remove),
);

async function check(model: Model): Promise<void> {
  const listed = await scene.send("GET", `${versionsOf(model)}?take=100`);
  const wanted = model.versions.toReversed().map(({ id, version, title, isPublished }) => ({
    id,
    version,
    title,
    status: isPublished ? "published" : "draft",
  }));
  expect(listed.body["items"]).toEqual(wanted.map((each) => expect.objectContaining(each)));
  const spec = await scene.send("GET", `/${model.specId}`);
  expect(spec.body).toMatchObject({
    versionCount: wanted.length,
    version: wanted[0]?.version,
    newestVersionId: wanted[0]?.id,
  });
}

async function openModel(): Promise<Model> {
  const name = `Machine ${crypto.randomUUID()}`;
  const made = (await scene.send("POST", "", { name })).body;
  const model: Model = { specId: String(made["id"]), versions: [] };
  const id = String(made["newestVersionId"]);
  const first = (await scene.send("GET", `${versionsOf(model)}/${id}`)).body;
  model.versions.push({
    id,
    version: "1.0.0",
    title: name,
    isPublished: false,
    rowVersion: String(first["rowVersion"]),
  });
  return model;
}

describe("the versions of a specification", () => {
  it("match a small model through any changes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 12 }), async (steps) => {
        const model = await openModel();
        for (const step of steps) {
          await step(model);
          await check(model);
        }
      }),
      { numRuns: 25 },
    );
  });
});
