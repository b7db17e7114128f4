import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { ifMatchOf, nullable, record, Timestamp } from "../shapes/common.ts";
import { idOf } from "../shapes/design.ts";

export const setTrialBrownOut = operation({
  name: "setTrialBrownOut",
  title: "Start or end a trial brown-out",
  summary:
    "Answer the calls of something deprecated with 410 for some minutes, to see who still depends on it; 0 minutes ends the trial.",
  group: "Deprecation",
  permission: "specs:publish",
  context: "project",
  effect: "destructive",
  isIdempotent: false,
  isStable: true,
  event: "deprecation.brown_out_set",
  tool: { name: "set_trial_brown_out", toolset: "deprecation", unlisted: ["ifMatch"] },
  rest: {
    method: "PUT",
    path: "/api/projects/{projectId}/specs/{specId}/deprecation-plans/{planId}/trial-brown-out",
    at: { ifMatch: "header" },
  },
  input: {
    specId: idOf("The specification."),
    planId: idOf("The deprecation plan."),
    ifMatch: ifMatchOf("the plan"),
    minutes: Type.Integer({
      minimum: 0,
      maximum: 60,
      description: "How long calls are answered 410 from now on. Minutes; 0 ends it now.",
    }),
  },
  output: record({ startsAt: nullable(Timestamp), endsAt: nullable(Timestamp) }),
  problems: ["PRECONDITION_FAILED", "INVALID_PHASE"],
});
