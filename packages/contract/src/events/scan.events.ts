import Type from "typebox";
import { eventTypes } from "./event-type.ts";
import { Id, nullable } from "../shapes/common.ts";
import { scanRunStatuses, scanTriggers } from "../words/security.ts";
import { Count } from "./event-fields.ts";

const ofScans = {
  category: "Security",
  permission: "security:read",
  subjects: ["scanRun"],
} as const;
const ofProfile = { scanProfileId: Id };
const checks = {
  checksTotal: Count,
  checksPassed: Count,
  checksFailed: Count,
  checksSkipped: Count,
};

/** What happens to a scan run, from the queue to its end. */
export const scanEvents = {
  ...eventTypes(
    { ...ofScans, isAudited: true },
    {
      "scan_run.queued": {
        ...ofProfile,
        trigger: Type.Enum([...scanTriggers]),
        findingId: nullable(Id),
      },
      "scan_run.cancelled": ofProfile,
    },
  ),
  ...eventTypes(
    { ...ofScans, isAudited: false },
    {
      "scan_run.started": { ...ofProfile, trigger: Type.Enum([...scanTriggers]) },
      "scan_run.progressed": {
        ...ofProfile,
        ...checks,
        scannersCompleted: Count,
        currentScannerId: nullable(Type.String()),
        coverage: Type.Number({ minimum: 0, maximum: 1 }),
      },
      "scan_run.completed": {
        ...ofProfile,
        ...checks,
        status: Type.Enum([...scanRunStatuses]),
        coverage: Type.Number({ minimum: 0, maximum: 1 }),
      },
    },
  ),
};
