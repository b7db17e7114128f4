import { encodeRowVersion } from "@lintel/server/platform/database/row-version";
import { call } from "../stage/call.ts";
import { newestVersion } from "../stage/ledger.ts";
import { maxOfKind, noteWrite, type WriteKind } from "./write-kind.ts";

/** Suites without cases, created and changed. */
export const suiteWrite: WriteKind = {
  name: "suite",
  weight: 2,
  async write(scene) {
    const { caller, tenant, random } = scene;
    const { ledger, projectId } = tenant;
    const mark = ledger.nextMark();
    const present = ledger.ofKind("suite");
    if (present.length < maxOfKind && (present.length === 0 || random.isTrue(0.3))) {
      const answer = await call(caller, "createSuite", { projectId, ...fields(mark) });
      return noteWrite(scene, "suite", mark, answer);
    }
    const subject = random.pick(present);
    const answer = await call(caller, "updateSuite", {
      projectId,
      suiteId: subject.id,
      ...fields(mark),
      rowVersion: encodeRowVersion(newestVersion(subject)),
    });
    return noteWrite(scene, "suite", mark, answer);
  },
};

function fields(mark: string) {
  return { name: `suite ${mark}`, description: mark, variables: { mark } };
}
