import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { ResponseBody, TestResponse } from "../../testing/request.ts";
import {
  listOf,
  openDraft,
  openDraftOf,
  openEndpointScene,
  outcomeOf,
  type Draft,
  type EndpointScene,
} from "./endpoint.testing.ts";

let scene: EndpointScene;

beforeAll(async () => {
  scene = await openEndpointScene();
});

const methods = ["get", "post"] as const;
const paths = ["/a", "/a/{x}", "/a/{y}", "/b/{x}/{y}"] as const;

/** An endpoint as the model has it. */
interface Modelled {
  readonly id: string;
  method: string;
  path: string;
  isDeleted: boolean;
  isFiled: boolean;
}

/** The version that is worked on, and what should be in it. */
interface Model {
  endpoints: Modelled[];
  isPublished: boolean;
  copies: number;
}

interface Real {
  draft: Draft;
  folderId: unknown;
}

const isTaken = (model: Model, method: string, path: string, except?: Modelled) =>
  model.endpoints.some(
    (each) => each !== except && !each.isDeleted && each.method === method && each.path === path,
  );

/** Which of the model's endpoints a number means, whatever their count is. */
const pick = ({ endpoints }: Model, number: number): Modelled | undefined =>
  endpoints.length === 0 ? undefined : endpoints[number % endpoints.length];

const at = ({ id }: Modelled) => `/endpoints/${id}`;
const targetsOf = ({ endpoints }: Model) =>
  endpoints
    .filter(({ isDeleted }) => !isDeleted)
    .map(({ method, path, isFiled }) => `${method} ${path}${isFiled ? " filed" : ""}`)
    .sort();

/** Expects the refusal that comes first, if any; whether the call was let through. */
function expectOutcome(
  answer: TestResponse,
  refusals: readonly (readonly [isDue: boolean, status: number, code: string])[],
): boolean {
  const due = refusals.find(([isDue]) => isDue);
  if (due !== undefined) {
    expect(outcomeOf(answer)).toEqual([due[1], due[2]]);
    return false;
  }
  expect(answer.status, answer.text).toBeLessThan(300);
  return true;
}

const locked = (model: Model) => [model.isPublished, 409, "VERSION_LOCKED"] as const;
const missing = (endpoint: Modelled) => [endpoint.isDeleted, 404, "NOT_FOUND"] as const;
const taken = (isDue: boolean) => [isDue, 409, "ENDPOINT_EXISTS"] as const;

type Step = (model: Model, real: Real) => Promise<void>;

const create =
  (method: string, path: string): Step =>
  async (model, { draft }) => {
    const answer = await draft.send("POST", "/endpoints", { method, path });
    if (!expectOutcome(answer, [locked(model), taken(isTaken(model, method, path))])) return;
    const id = String(answer.body["id"]);
    model.endpoints.push({ id, method, path, isDeleted: false, isFiled: false });
  };

/** Does something to one of the endpoints, if there is any. */
const toOne =
  (number: number, act: (endpoint: Modelled, model: Model, real: Real) => Promise<void>): Step =>
  async (model, real) => {
    const endpoint = pick(model, number);
    if (endpoint !== undefined) await act(endpoint, model, real);
  };

const update = (number: number, method: string, path: string): Step =>
  toOne(number, async (endpoint, model, { draft }) => {
    const read = await draft.ofSpec("GET", `/endpoint?endpointId=${endpoint.id}`);
    const { rowVersion = "AAAAAAAAAAE=" } = endpoint.isDeleted ? {} : read.body;
    const answer = await draft.send("PUT", at(endpoint), { method, path, rowVersion });
    const isClash = isTaken(model, method, path, endpoint);
    if (!expectOutcome(answer, [missing(endpoint), locked(model), taken(isClash)])) return;
    Object.assign(endpoint, { method, path });
  });

const remove = (number: number): Step =>
  toOne(number, async (endpoint, model, { draft }) => {
    const answer = await draft.send("DELETE", at(endpoint), undefined, scene.admin.key);
    if (expectOutcome(answer, [missing(endpoint), locked(model)])) endpoint.isDeleted = true;
  });

const restore = (number: number): Step =>
  toOne(number, async (endpoint, model, { draft }) => {
    const answer = await draft.send("POST", `${at(endpoint)}/restore`, {});
    const isClash = endpoint.isDeleted && isTaken(model, endpoint.method, endpoint.path, endpoint);
    if (expectOutcome(answer, [locked(model), taken(isClash)])) endpoint.isDeleted = false;
  });

const move = (number: number, isFiled: boolean): Step =>
  toOne(number, async (endpoint, model, { draft, folderId }) => {
    const body = isFiled ? { folderId } : {};
    const answer = await draft.ofSpec("PUT", `${at(endpoint)}/folder`, body);
    if (expectOutcome(answer, [missing(endpoint), locked(model)])) endpoint.isFiled = isFiled;
  });

const duplicate = (number: number): Step =>
  toOne(number, async (endpoint, model, { draft }) => {
    const answer = await draft.send("POST", `${at(endpoint)}/duplicate`, {});
    if (!expectOutcome(answer, [missing(endpoint), locked(model)])) return;
    const { method, isFiled } = endpoint;
    let path = `${endpoint.path}-copy`;
    for (let at = 2; isTaken(model, method, path); at += 1) path = `${endpoint.path}-copy-${at}`;
    expect(answer.body["path"]).toBe(path);
    model.endpoints.push({
      id: String(answer.body["id"]),
      method,
      path,
      isDeleted: false,
      isFiled,
    });
  });

const publish: Step = async (model, { draft }) => {
  await draft.send("POST", "/publish", {}, scene.admin.key);
  model.isPublished = true;
};

/** Goes on in a copy, which has what was not deleted, under ids of its own. */
const copy: Step = async (model, real) => {
  model.copies += 1;
  const before = await real.draft.document();
  const version = `${model.copies + 1}.0.0`;
  const made = await real.draft.ofSpec("POST", "/versions", { version });
  const { specId, body } = real.draft;
  real.draft = openDraftOf(scene, { specId, versionId: String(made.body["id"]), body });
  const after = await real.draft.document();
  expect(after["paths"]).toEqual(before["paths"]);
  const folders = listOf((await real.draft.send("GET", "/folders?take=100")).body["items"]);
  real.folderId = folders[0]?.["id"];
  const items = await listItems(real.draft);
  model.endpoints = items.map((item) => ({
    id: String(item["id"]),
    method: String(item["method"]),
    path: String(item["path"]),
    isDeleted: false,
    isFiled: (item["folderId"] as unknown) !== null,
  }));
  model.isPublished = false;
};

async function listItems(draft: Draft): Promise<ResponseBody[]> {
  const { body } = await draft.ofSpec("GET", `/endpoints?versionId=${draft.versionId}&take=100`);
  return listOf(body["items"]);
}

/** What holds after every step. */
async function check(model: Model, { draft }: Real): Promise<void> {
  const items = await listItems(draft);
  const shown = items.map(
    (each) =>
      `${String(each["method"])} ${String(each["path"])}${(each["folderId"] as unknown) === null ? "" : " filed"}`,
  );
  expect(shown.sort()).toEqual(targetsOf(model));
  const ids = items.map(({ operationId }) => String(operationId));
  expect(new Set(ids).size).toBe(ids.length);
  const document = (await draft.document())["paths"] ?? {};
  const exported = Object.entries(document).flatMap(([path, item]) => {
    const operations = Object.entries(item).filter(([name]) => name !== "parameters");
    return operations.map(([method, operation]) => {
      const declared = [...listOf(operation["parameters"]), ...listOf(item["parameters"])];
      const variables = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name).sort();
      // An endpoint's own parameter can override that of its path.
      const names = new Set(declared.map(({ name }) => String(name)));
      expect([...names].sort(), path).toEqual(variables);
      return `${method} ${path}`;
    });
  });
  expect(exported.sort()).toEqual(targetsOf(model).map((each) => each.replace(" filed", "")));
}

const method = fc.constantFrom(...methods);
const path = fc.constantFrom(...paths);
const number = fc.nat({ max: 5 });
const commands = [
  fc.tuple(method, path).map(([a, b]) => ["create", `${a} ${b}`, create(a, b)] as const),
  fc
    .tuple(number, method, path)
    .map(([a, b, c]) => ["update", `${a} ${b} ${c}`, update(a, b, c)] as const),
  number.map((a) => ["delete", `${a}`, remove(a)] as const),
  number.map((a) => ["restore", `${a}`, restore(a)] as const),
  fc.tuple(number, fc.boolean()).map(([a, b]) => ["move", `${a} ${b}`, move(a, b)] as const),
  number.map((a) => ["duplicate", `${a}`, duplicate(a)] as const),
  fc.constant(["publish", "", publish] as const),
  fc.constant(["copy", "", copy] as const),
].map((each) =>
  each.map(([name, fields, run]): fc.AsyncCommand<Model, Real> => ({
    check: () => true,
    async run(model, real) {
      await run(model, real);
      await check(model, real);
    },
    toString: () => `${name} ${fields}`,
  })),
);

describe("endpoints of a version", () => {
  it("are what a small model says after any steps, and so is the document", async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: 25, size: "max" }), async (steps) => {
        const parameters = [{ name: "x", in: "path", required: true }];
        const draft = await openDraft(scene, { paths: { "/a/{x}": { parameters } } });
        const folder = await draft.send("POST", "/folders", { name: "F" });
        const model: Model = { endpoints: [], isPublished: false, copies: 0 };
        await fc.asyncModelRun(
          () => ({ model, real: { draft, folderId: folder.body["id"] } }),
          steps,
        );
      }),
      { numRuns: 10 },
    );
  });
});
