import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import {
  listOf,
  openDraft,
  openEndpointScene,
  outcomeOf,
  type Draft,
  type EndpointScene,
} from "./endpoint.testing.ts";

let scene: EndpointScene;

beforeAll(async () => {
  scene = await openEndpointScene();
});

const securitySchemes = {
  key: { type: "apiKey", in: "header", name: "X-Key" },
  oauth: { type: "oauth2", flows: {} },
};
const openSecured = (paths: object = { "/a": { get: {}, post: {} } }): Promise<Draft> =>
  openDraft(scene, { paths, components: { securitySchemes } });
const idsOf = async (draft: Draft) =>
  listOf((await draft.ofSpec("GET", "/endpoints")).body["items"]).map(({ id }) => String(id));
const add = (draft: Draft, fields: object, key?: string) =>
  draft.ofSpec("POST", "/endpoint-security", fields, key);
const securityOf = async (draft: Draft, method = "get"): Promise<unknown> =>
  (await draft.document())["paths"]?.["/a"]?.[method]?.["security"];

describe("adding a security scheme", () => {
  it("makes it an alternative of its own, by name or by id", async () => {
    const draft = await openSecured();
    const [endpointId] = await idsOf(draft);
    const named = await add(draft, { endpointId, securitySchemeName: "key" });
    const [assignment] = listOf(named.body["assignments"]);
    expect(assignment).toMatchObject({ endpointId, name: "key", scopes: [], isNew: true });
    const again = await add(draft, {
      endpointId,
      securitySchemeId: assignment?.["securitySchemeId"],
    });
    expect(listOf(again.body["assignments"])).toEqual([{ ...assignment, isNew: false }]);
    const scopes = " read, write ,read,";
    await add(draft, { endpointId, securitySchemeName: "oauth", scopes });
    expect(await securityOf(draft)).toEqual([{ key: [] }, { oauth: ["read", "write"] }]);
    const more = await add(draft, { endpointId, securitySchemeName: "oauth", scopes: "admin" });
    expect(more.body["assignments"]?.["0"]).toMatchObject({ isNew: false });
    expect(await securityOf(draft)).toEqual([{ key: [] }, { oauth: ["read", "write", "admin"] }]);
  });

  it("does it to many at once, and again without change", async () => {
    const draft = await openSecured();
    const ids = await idsOf(draft);
    await add(draft, { endpointId: ids[1], securitySchemeName: "key" });
    const many = {
      endpointIds: ids.join(","),
      versionId: draft.versionId,
      securitySchemeName: "key",
    };
    const first = await add(draft, many);
    expect(listOf(first.body["assignments"]).map(({ isNew }) => isNew)).toEqual([true, false]);
    const document = await draft.document();
    const second = await add(draft, many);
    expect(listOf(second.body["assignments"]).map(({ isNew }) => isNew)).toEqual([false, false]);
    expect(await draft.document()).toEqual(document);
    expect(second.body["assignments"]?.["0"]?.["rowVersion"]).toEqual(
      first.body["assignments"]?.["0"]?.["rowVersion"],
    );
  });

  it("finds an assignment that is combined with another", async () => {
    const security = [{ oauth: ["read"], key: [] }];
    const draft = await openSecured({ "/a": { get: { security } } });
    const [endpointId] = await idsOf(draft);
    const answer = await add(draft, { endpointId, securitySchemeName: "key" });
    expect(answer.body["assignments"]?.["0"]).toMatchObject({ isNew: false, alternative: 0 });
    expect(await securityOf(draft)).toEqual(security);
  });

  it("refuses fields that exclude each other or are missing, and schemes that are not there", async () => {
    const draft = await openSecured();
    const [endpointId = ""] = await idsOf(draft);
    const refuse = async (fields: object) => outcomeOf(await add(draft, fields));
    const name = { securitySchemeName: "key" };
    const exclusive = [400, "MUTUALLY_EXCLUSIVE"];
    const invalid = [400, "VALIDATION_FAILED"];
    const { versionId } = draft;
    expect(await refuse({ endpointId, endpointIds: endpointId, versionId, ...name })).toEqual(
      exclusive,
    );
    expect(await refuse({ endpointId, securitySchemeId: randomUUID(), ...name })).toEqual(
      exclusive,
    );
    expect(await refuse(name)).toEqual(invalid);
    expect(await refuse({ endpointId })).toEqual(invalid);
    expect(await refuse({ endpointIds: endpointId, ...name })).toEqual(invalid);
    const missing = [400, "SECURITY_SCHEME_NOT_FOUND"];
    expect(await refuse({ endpointId, securitySchemeName: "none" })).toEqual(missing);
    expect(await refuse({ endpointId, securitySchemeId: randomUUID() })).toEqual(missing);
    expect((await add(draft, { endpointId: randomUUID(), ...name })).status).toBe(404);
    const endpointIds = `${endpointId},${randomUUID()}`;
    expect((await add(draft, { endpointIds, versionId, ...name })).status).toBe(404);
    expect(await securityOf(draft)).toBeUndefined();
    const one = { endpointId, ...name };
    expect(outcomeOf(await add(draft, one, scene.viewer.key))).toEqual([403, "ROLE_INSUFFICIENT"]);
    await draft.send("POST", "/publish", {}, scene.admin.key);
    expect(await refuse(one)).toEqual([409, "VERSION_LOCKED"]);
  });
});

describe("removing a security scheme", () => {
  const remove = (draft: Draft, endpointId: unknown, id: unknown, key?: string) =>
    draft.ofSpec(
      "DELETE",
      `/endpoints/${String(endpointId)}/security/${String(id)}`,
      undefined,
      key,
    );

  it("ends one assignment; after the last the document's own security holds", async () => {
    const security = [{ oauth: ["read"], key: [] }, { key: [] }];
    const draft = await openSecured({ "/a": { get: { security, summary: "Order kept" } } });
    const [endpointId] = await idsOf(draft);
    const assigned = async () =>
      listOf((await draft.read(endpointId))["securitySchemes"]).map(
        (each) => each["securitySchemeAssignmentId"],
      );
    const [oauth, key, other] = await assigned();
    expect((await remove(draft, endpointId, oauth)).status).toBe(204);
    expect(await securityOf(draft)).toEqual([{ key: [] }, { key: [] }]);
    expect((await remove(draft, endpointId, oauth)).status).toBe(404);
    await remove(draft, endpointId, key);
    await remove(draft, endpointId, other);
    expect(await assigned()).toEqual([]);
    expect((await draft.document())["paths"]?.["/a"]?.["get"]).toEqual({ summary: "Order kept" });
  });

  it("is refused to viewers, in published versions, and for another endpoint's", async () => {
    const draft = await openSecured();
    const [one, two] = await idsOf(draft);
    const made = await add(draft, { endpointId: one, securitySchemeName: "key" });
    const id = made.body["assignments"]?.["0"]?.["securitySchemeAssignmentId"];
    expect((await remove(draft, two, id)).status).toBe(404);
    expect(outcomeOf(await remove(draft, one, id, scene.viewer.key))).toEqual([
      403,
      "ROLE_INSUFFICIENT",
    ]);
    await draft.send("POST", "/publish", {}, scene.admin.key);
    expect(outcomeOf(await remove(draft, one, id))).toEqual([409, "VERSION_LOCKED"]);
  });
});
