import { encodeRowVersion } from "@lintel/server/platform/database/row-version";
import { call } from "../stage/call.ts";
import { newestVersion } from "../stage/ledger.ts";
import { maxOfKind, noteWrite, type WriteKind } from "./write-kind.ts";

/** Cases of one suite: each change also raises the version of the suite. */
export const caseWrite: WriteKind = {
  name: "case",
  weight: 2,
  async write(scene) {
    const { caller, tenant, random } = scene;
    const { ledger, projectId, caseSuiteId: suiteId } = tenant;
    const mark = ledger.nextMark();
    const present = ledger.ofKind("case");
    if (present.length < maxOfKind && (present.length === 0 || random.isTrue(0.3))) {
      const answer = await call(caller, "createCase", { projectId, suiteId, ...fields(mark) });
      return noteWrite(scene, "case", mark, answer);
    }
    const subject = random.pick(present);
    const answer = await call(caller, "updateCase", {
      projectId,
      suiteId,
      caseId: subject.id,
      ...fields(mark),
      rowVersion: encodeRowVersion(newestVersion(subject)),
    });
    return noteWrite(scene, "case", mark, answer);
  },
};

function fields(mark: string) {
  const request = { method: "GET" as const, url: `/${mark}` };
  return { name: `case ${mark}`, description: mark, request };
}
