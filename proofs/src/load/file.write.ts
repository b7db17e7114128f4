import { call } from "../stage/call.ts";
import { noteWrite, type WriteKind } from "./write-kind.ts";

/** A few suites that clients import repeatedly from files: many rows in one change. */
export const fileWrite: WriteKind = {
  name: "file",
  weight: 2,
  async write(scene) {
    const { caller, tenant, random } = scene;
    const { ledger, projectId } = tenant;
    const mark = ledger.nextMark();
    const number = Math.floor(random.between(0, filesOfTenant));
    const yaml = JSON.stringify(describe(`file ${number}`, mark, random.between(3, 9)));
    const answer = await call(caller, "importSuite", { projectId, yaml });
    noteWrite(scene, "file", mark, answer);
  },
};

const filesOfTenant = 4;

// Every JSON text is YAML. The number of cases differs, so that some are removed and some added.
function describe(name: string, mark: string, cases: number) {
  return {
    name,
    description: mark,
    cases: Array.from({ length: Math.floor(cases) }, (_, at) => ({
      name: `Case ${at}`,
      description: mark,
      request: { method: "GET", url: `/${mark}` },
    })),
  };
}
