import { call, type Answer } from "../stage/call.ts";
import { casesOfRun } from "../stage/tenant.ts";
import { notePromise, type WriteKind, type WriteScene } from "./write-kind.ts";

/** Runs of some milliseconds to two seconds; half of them are polled and half are held. */
export const runWrite: WriteKind = {
  name: "run",
  weight: 3,
  async write(scene) {
    const { caller, tenant, random } = scene;
    const { projectId, suiteId, environmentId } = tenant;
    const id = random.isTrue(0.5) ? random.uuid() : null;
    const answer = await call(caller, "runSuite", {
      projectId,
      suiteId,
      environmentId,
      variables: { ms: Math.round(random.between(0, 400)) },
      ...(id === null ? {} : { progressRunId: id }),
    });
    noteRun(scene, id, answer);
  },
};

/** A held call is accepted when its headers arrive: its end can be lost, but not the run. */
function noteRun({ caller, tenant }: WriteScene, id: string | null, answer: Answer): void {
  const { verdict, url } = caller;
  const isAccepted = answer.status === 200 && answer.kind !== "faulty";
  if (!isAccepted && (id === null || answer.kind === "refused")) return;
  const isDone = answer.kind === "done";
  if (isAccepted) {
    verdict.count(isDone ? "acknowledged runs" : "held runs cut off");
    notePromise(tenant.ledger, answer, `run ${id ?? "held"}`);
  }
  tenant.ledger.runs.push({
    id: isDone ? String(answer.value["testRunId"]) : id,
    requestId: isAccepted ? answer.requestId : null,
    cases: casesOfRun,
    reportedOutcome: isDone && id === null ? String(answer.value["outcome"]) : null,
    server: url,
    sentAt: answer.sentAt,
  });
}
