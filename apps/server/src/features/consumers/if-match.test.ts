import { afterAll, describe, expect, it } from "vitest";
import { request } from "../../testing/request.ts";
import {
  closeDeprecationScenes,
  openDeprecationScene,
  type DeprecationScene,
} from "../deprecations/deprecation.testing.ts";

afterAll(closeDeprecationScenes);

const send = (
  { testApp, organization }: DeprecationScene,
  method: "POST",
  path: string,
  body: object,
  ifMatch?: string,
) =>
  request(testApp, {
    method,
    path,
    key: organization.owner.key,
    body,
    ...(ifMatch === undefined ? {} : { headers: { "if-match": ifMatch } }),
  });

const refused = { status: 412, body: { code: "PRECONDITION_FAILED" } };

describe("If-Match", () => {
  it("refuses a change of a consumer that has changed, or does not exist", async () => {
    const scene = await openDeprecationScene();
    const path = `/api/projects/${scene.projectId}/consumers`;
    const save = (fields: object, ifMatch?: string) =>
      send(scene, "POST", path, { name: "Partner", ...fields }, ifMatch);
    expect(await save({}, "*")).toMatchObject(refused);
    const first = await save({ owner: "Sales" });
    const stale = `"${String(first.body["rowVersion"])}"`;
    const second = await save({ owner: "Support" }, stale);
    expect(second.status, second.text).toBe(200);
    expect(await save({ owner: "Nobody" }, stale)).toMatchObject(refused);
    const last = await save({ owner: "Support" }, `"${String(second.body["rowVersion"])}"`);
    expect(last.body).toMatchObject({ id: first.body["id"], owner: "Support" });
  });
});
