import { encodeRowVersion } from "@lintel/server/platform/database/row-version";
import { call } from "../stage/call.ts";
import { newestVersion } from "../stage/ledger.ts";
import { maxOfKind, noteWrite, type WriteKind, type WriteScene } from "./write-kind.ts";

/** Environments, created and changed by several clients at once under their rowVersions. */
export const environmentWrite: WriteKind = {
  name: "environment",
  weight: 4,
  async write(scene) {
    const { caller, tenant, random } = scene;
    const { ledger, projectId } = tenant;
    const mark = ledger.nextMark();
    const present = ledger.ofKind("environment");
    if (present.length < maxOfKind && (present.length === 0 || random.isTrue(0.3))) {
      const answer = await call(caller, "createEnvironment", { projectId, ...fields(scene, mark) });
      return noteWrite(scene, "environment", mark, answer);
    }
    const subject = random.pick(present);
    const answer = await call(caller, "updateEnvironment", {
      projectId,
      environmentId: subject.id,
      ...fields(scene, mark),
      rowVersion: encodeRowVersion(newestVersion(subject)),
    });
    return noteWrite(scene, "environment", mark, answer);
  },
};

function fields({ targetUrl }: WriteScene, mark: string) {
  const variables = [
    { name: "first", value: mark },
    { name: "second", value: mark },
  ];
  return { name: `environment ${mark}`, baseUrl: `${targetUrl}/${mark}`, variables };
}
