import { call } from "../stage/call.ts";
import { maxOfKind, notePromise, noteWrite, type WriteKind } from "./write-kind.ts";

/** API keys, created and revoked. */
export const keyWrite: WriteKind = {
  name: "key",
  weight: 1,
  async write(scene) {
    const { caller, tenant, random } = scene;
    const { ledger } = tenant;
    const good = ledger.ofKind("key").filter((key) => key.revoked === "no");
    if (good.length < maxOfKind && (good.length === 0 || random.isTrue(0.5))) {
      const mark = ledger.nextMark();
      const answer = await call(caller, "createApiKey", { name: `key ${mark}` });
      return noteWrite(scene, "key", mark, answer);
    }
    const subject = random.pick(good);
    subject.revoked = "maybe";
    const answer = await call(caller, "revokeApiKey", { id: subject.id });
    if (answer.kind !== "done") return;
    subject.revoked = "yes";
    caller.verdict.count("acknowledged writes");
    notePromise(ledger, answer, `revoking of key ${subject.id}`);
  },
};
