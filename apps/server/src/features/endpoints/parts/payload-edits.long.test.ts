import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import type { TestResponse } from "../../../testing/request.ts";
import {
  anyEdit,
  keyOf,
  knownOf,
  nameStatus,
  pickFrom,
  refusesParameter,
  type Edit,
  type Model,
} from "./payload-model.testing.ts";
import { openPayloadScene, type MadeDesign, type PayloadScene } from "./payload.testing.ts";

let scene: PayloadScene;

beforeAll(async () => {
  scene = await openPayloadScene();
});

/** An edited endpoint and its model. */
interface Run {
  readonly pets: MadeDesign;
  readonly model: Model;
  readonly base: string;
}

async function begin(): Promise<Run> {
  const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
  const pets = await scene.make(
    "3.2.0",
    { parameters: [id], put: { responses: { "200": { description: "A pet" } } } },
    { schemas: { Pet: { type: "object" } } },
  );
  const first = { id: pets.responses["200"] ?? "", rowVersion: "AAAAAAAAAAE=" };
  const responses = new Map([["200", { ...first, contentTypes: new Set<string>() }]]);
  const model: Model = { parameters: new Map(), responses, body: null };
  return { pets, model, base: `/endpoints/${pets.endpoints["put"]}` };
}

const remove = ({ pets, base }: Run, path: string) =>
  pets.call("DELETE", `${base}${path}`, undefined, scene.keys.admin);

function expectCode(answer: TestResponse, code: string | null): boolean {
  expect(answer.status < 400 ? null : answer.body["code"]).toBe(code);
  return code === null;
}

async function editParameters(run: Run, edit: Edit): Promise<void> {
  const { pets, model, base } = run;
  const path = `${base}/parameters`;
  if (edit.kind === "addParameter") {
    const { parameter, sample } = edit;
    const key = keyOf(parameter.name, parameter.location);
    const answer = await pets.call("POST", path, { ...parameter, ...sample });
    if (!expectCode(answer, refusesParameter(model, key, null))) return;
    model.parameters.set(key, { ...knownOf(answer), schemaType: parameter.schemaType });
    return;
  }
  if (edit.kind !== "updateParameter" && edit.kind !== "deleteParameter") return;
  const found = pickFrom(model.parameters, edit.at);
  if (found === undefined) return;
  const [old, { id, rowVersion }] = found;
  if (edit.kind === "deleteParameter") {
    expectCode(await remove(run, `/parameters/${id}`), null);
    model.parameters.delete(old);
    return;
  }
  const { parameter, sample } = edit;
  const key = keyOf(parameter.name, parameter.location);
  const answer = await pets.call("PUT", `${path}/${id}`, { ...parameter, ...sample, rowVersion });
  if (!expectCode(answer, refusesParameter(model, key, old))) return;
  model.parameters.delete(old);
  model.parameters.set(key, { ...knownOf(answer), schemaType: parameter.schemaType });
}

/** Which media types there are after a content is written; merely named, JSON adds none. */
function addType(types: ReadonlySet<string>, content: object, contentType: string): Set<string> {
  const isSaid = Object.keys(content).length > 1 || contentType !== "application/json";
  return new Set(isSaid ? [...types, contentType] : types);
}

const toFields = ({ pets }: Run, content: object): object => {
  const { linksSchema, ...fields } = content as { linksSchema?: true };
  return linksSchema === true ? { ...fields, schemaId: pets.components["schemas Pet"] } : fields;
};

async function editResponses(run: Run, edit: Edit): Promise<void> {
  const { pets, model, base } = run;
  if (edit.kind === "addResponse") {
    const { statusCode, content } = edit;
    const name = nameStatus(statusCode);
    const fields = { statusCode, ...toFields(run, content) };
    const answer = await pets.call("POST", `${base}/responses`, fields);
    if (!expectCode(answer, model.responses.has(name) ? "RESPONSE_EXISTS" : null)) return;
    const contentTypes = addType(new Set(), content, content.contentType);
    model.responses.set(name, { ...knownOf(answer), contentTypes });
    return;
  }
  if (edit.kind !== "updateResponse" && edit.kind !== "deleteResponse") return;
  const found = pickFrom(model.responses, edit.at);
  if (found === undefined) return;
  const [old, { id, rowVersion, contentTypes }] = found;
  if (edit.kind === "deleteResponse") {
    expectCode(await remove(run, `/responses/${id}`), null);
    model.responses.delete(old);
    return;
  }
  const { statusCode, content } = edit;
  const name = nameStatus(statusCode);
  const fields = { statusCode, rowVersion, ...toFields(run, content) };
  const answer = await pets.call("PUT", `${base}/responses/${id}`, fields);
  const isTaken = name !== old && model.responses.has(name);
  if (!expectCode(answer, isTaken ? "RESPONSE_EXISTS" : null)) return;
  model.responses.delete(old);
  const types = addType(contentTypes, content, content.contentType);
  model.responses.set(name, { ...knownOf(answer), contentTypes: types });
}

async function editBody(run: Run, edit: Edit): Promise<void> {
  const { pets, model, base } = run;
  const path = "/request-body";
  if (edit.kind === "deleteBody") {
    const isThere = model.body !== null;
    expectCode(await remove(run, path), isThere ? null : "NOT_FOUND");
    model.body = null;
  }
  if (edit.kind !== "setBody") return;
  const fields = toFields(run, edit.content);
  const rowVersion = model.body === null ? {} : { rowVersion: model.body.rowVersion };
  const answer = await pets.call("PUT", `${base}${path}`, { ...fields, ...rowVersion });
  expectCode(answer, null);
  const contentTypes = new Set([...(model.body?.contentTypes ?? []), edit.content.contentType]);
  model.body = { ...knownOf(answer), contentTypes };
}

type Contents = Readonly<Record<string, { content?: object }>>;

async function expectExport({ pets, model }: Run): Promise<void> {
  const { operation, errors } = await pets.read();
  const put = operation("put");
  expect(errors).toEqual([]);
  const parameters = (put["parameters"] ?? []) as unknown as { name: string; in: string }[];
  expect(parameters.map((each) => keyOf(each.name, each.in)).toSorted()).toEqual(
    [...model.parameters.keys()].toSorted(),
  );
  const responses = Object.entries((put["responses"] ?? {}) as unknown as Contents);
  const typesOf = (content: object | undefined) => Object.keys(content ?? {}).toSorted();
  expect(new Map(responses.map(([name, { content }]) => [name, typesOf(content)]))).toEqual(
    new Map([...model.responses].map(([name, each]) => [name, [...each.contentTypes].toSorted()])),
  );
  const body = put["requestBody"] as unknown as { content: object } | undefined;
  expect(body === undefined ? null : typesOf(body.content)).toEqual(
    model.body === null ? null : [...model.body.contentTypes].toSorted(),
  );
}

it("any edits of an endpoint leave a valid document that has exactly what they say", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyEdit, { minLength: 1, maxLength: 12 }), async (edits) => {
      const run = await begin();
      for (const edit of edits) {
        await editParameters(run, edit);
        await editResponses(run, edit);
        await editBody(run, edit);
        await expectExport(run);
      }
    }),
    { numRuns: 25 },
  );
});
