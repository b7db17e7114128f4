import { evaluateRoles } from "../../domain/people/evaluate-role.ts";
import { selectConcerned } from "../../domain/people/evaluation-rows.ts";
import type { JobHandler } from "../../platform/jobs/job.types.ts";
import { changeAsSystem } from "../../platform/kernel/change-as-system.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { nilUuid } from "../../platform/uuid.ts";

/** Names the queue; stored in databases, so it never changes. */
export const mappingKind = "group_mapping";

const batchSize = 100;

/** Evaluates everybody whose role follows groups, after a mapping or the fallback role was changed. */
export function mappingJob(platform: Platform): JobHandler {
  return {
    kind: mappingKind,
    concurrency: 1,
    async handle({ data, signal }) {
      const { organizationId } = data as { readonly organizationId: string };
      const db = await platform.database();
      let after = nilUuid;
      for (;;) {
        // A job that ends early fails, and is carried out again from its start.
        signal.throwIfAborted();
        const userIds = await selectConcerned(db, organizationId, after, batchSize);
        const last = userIds.at(-1);
        if (last === undefined) return;
        await changeAsSystem(platform, db, organizationId, ({ trx, now, emit }) => {
          const request = { organizationId, cause: "mapping", groups: null, now, emit } as const;
          return evaluateRoles(platform, trx, { ...request, userIds });
        });
        after = last;
      }
    },
  };
}
