import {
  evaluateRoles,
  roleEvaluationKind,
  type DeferredEvaluations,
} from "../../domain/people/evaluate-role.ts";
import { selectDue } from "../../domain/people/evaluation-rows.ts";
import type { JobHandler } from "../../platform/jobs/job.types.ts";
import { changeAsSystem } from "../../platform/kernel/change-as-system.ts";
import type { Platform } from "../../platform/kernel/platform.ts";

/** Evaluates roles whose evaluation was deferred, once they are due. */
export function roleEvaluationJob(platform: Platform): JobHandler {
  return {
    kind: roleEvaluationKind,
    concurrency: 2,
    async handle({ data }) {
      const { organizationId, userIds } = data as DeferredEvaluations;
      const db = await platform.database();
      await changeAsSystem(platform, db, organizationId, async ({ trx, now, emit }) => {
        const waiting = await selectDue(trx, organizationId, userIds);
        const due = waiting.filter(({ dueAt }) => dueAt <= now).map(({ userId }) => userId);
        const request = { organizationId, cause: "due", groups: null, now, emit } as const;
        await evaluateRoles(platform, trx, { ...request, userIds: due });
        // The clock of the database, by which jobs begin, can be ahead of this one.
        const early = waiting.filter(({ dueAt }) => dueAt > now);
        const [first] = early;
        if (first === undefined) return;
        const later = { organizationId, userIds: early.map(({ userId }) => userId) };
        const id = platform.clock.newId();
        await platform.jobs.enqueue(trx, roleEvaluationKind, later, id, first.dueAt);
      });
    },
  };
}
