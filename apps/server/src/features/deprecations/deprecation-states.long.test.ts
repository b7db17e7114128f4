import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { dayMs } from "../../platform/day-ms.ts";
import {
  closeDeprecationScenes,
  openDeprecationScene,
  type DeprecationScene,
} from "./deprecation.testing.ts";

afterAll(closeDeprecationScenes);

const graceDays = 30;
const sunsetPhaseDays = 14;

type Phase = "pendingApproval" | "gracePeriod" | "sunset" | "retired" | "rejected" | "cancelled";

/** What is stored of a plan, in milliseconds. */
interface Plan {
  phase: Phase;
  sunsetPhaseStartsAt: number;
  sunsetAt: number;
}

/** The plan as it is at an instant: phases that are due have begun. */
function advance(plan: Plan, now: number): Plan {
  let { phase } = plan;
  if (phase === "gracePeriod" && plan.sunsetPhaseStartsAt <= now) phase = "sunset";
  if (phase === "sunset" && plan.sunsetAt <= now) phase = "retired";
  return { ...plan, phase };
}

const startOfSunsetPhase = (start: number, sunsetAt: number): number =>
  Math.max(start, sunsetAt - sunsetPhaseDays * dayMs);

interface Model {
  plan: Plan | null;
  readonly needsApproval: boolean;
  announcedAt: number;
}

interface Answer {
  readonly status: number;
  readonly body: { readonly code?: unknown; readonly [name: string]: unknown };
}

type Step =
  | { readonly name: "create"; readonly days: number }
  | { readonly name: "update"; readonly days: number }
  | { readonly name: "cancel" | "approve" | "reject" | "retire" | "force" | "schedule" }
  | { readonly name: "wait"; readonly days: number };

/** What the model expects of a step: the code of a refusal, or null; a refusal changes nothing. */
function expectStep(model: Model, step: Step, now: number): string | null {
  const { plan } = model;
  const at = plan === null ? null : advance(plan, now);
  const live = at !== null && at.phase !== "rejected" && at.phase !== "cancelled";
  switch (step.name) {
    case "create": {
      if (step.days < graceDays) return "DEPRECATION_POLICY_VIOLATION";
      if (live) return "ALREADY_DEPRECATED";
      const sunsetAt = now + step.days * dayMs;
      model.announcedAt = now;
      model.plan = {
        phase: model.needsApproval ? "pendingApproval" : "gracePeriod",
        sunsetPhaseStartsAt: model.needsApproval ? Infinity : startOfSunsetPhase(now, sunsetAt),
        sunsetAt,
      };
      return null;
    }
    case "update": {
      if (at === null) return "NOT_FOUND";
      if (!["pendingApproval", "gracePeriod", "sunset"].includes(at.phase)) return "INVALID_PHASE";
      if (step.days <= 0) return "SUNSET_NOT_LATER";
      at.sunsetAt += step.days * dayMs;
      if (at.phase === "gracePeriod")
        at.sunsetPhaseStartsAt = startOfSunsetPhase(model.announcedAt, at.sunsetAt);
      model.plan = at;
      return null;
    }
    case "cancel":
      if (at === null) return "NOT_FOUND";
      if (!live) return "INVALID_PHASE";
      model.plan = { ...at, phase: "cancelled" };
      return null;
    case "approve":
      if (at === null) return "NOT_FOUND";
      if (at.phase !== "pendingApproval") return "INVALID_PHASE";
      if (at.sunsetAt < now + graceDays * dayMs) return "DEPRECATION_POLICY_VIOLATION";
      model.announcedAt = now;
      model.plan = {
        ...at,
        phase: "gracePeriod",
        sunsetPhaseStartsAt: startOfSunsetPhase(now, at.sunsetAt),
      };
      return null;
    case "reject":
      if (at === null) return "NOT_FOUND";
      if (at.phase !== "pendingApproval") return "INVALID_PHASE";
      model.plan = { ...at, phase: "rejected" };
      return null;
    case "retire":
      if (at === null) return "NOT_FOUND";
      if (at.phase !== "gracePeriod" && at.phase !== "sunset") return "INVALID_PHASE";
      model.plan = { ...at, phase: "retired" };
      return null;
    case "force":
      if (at === null || !live) return "NOT_FOUND";
      if (at.phase === "gracePeriod")
        model.plan = { ...at, phase: "sunset", sunsetPhaseStartsAt: now };
      else if (at.phase === "sunset") model.plan = { ...at, phase: "retired" };
      else return "INVALID_PHASE";
      return null;
    case "schedule":
      model.plan = at;
      return null;
    default:
      return null;
  }
}

async function takeStep(
  scene: DeprecationScene,
  step: Step,
  planId: string,
  sunsetAt: number,
): Promise<Answer | null> {
  const { specId, endpointId, clock } = scene;
  const at = `/${specId}/deprecation-plans/${planId}`;
  const entity = { entityType: "endpoint", entityId: endpointId };
  const later = (days: number) => new Date(sunsetAt + days * dayMs).toISOString();
  switch (step.name) {
    case "create":
      return scene.manage({ action: "create", ...entity, sunsetAt: scene.inDays(step.days) });
    case "update":
      return scene.manage({ action: "update", planId, sunsetAt: later(step.days) });
    case "cancel":
      return scene.manage({ action: "cancel", planId });
    case "approve":
      return scene.send("POST", `${at}/review`, { action: "approve" });
    case "reject":
      return scene.send("POST", `${at}/review`, { action: "reject", comment: "Not now." });
    case "retire":
      return scene.send("POST", `${at}/retire`, {});
    case "force":
      return scene.send("POST", `/${specId}/deprecation-advance`, {
        ...entity,
        justification: "A test.",
      });
    case "wait":
      clock.now = new Date(clock.now.getTime() + step.days * dayMs);
      return null;
    default:
      await scene.wait(0);
      return null;
  }
}

const days = (min: number, max: number) =>
  fc.integer({ min: min * 4, max: max * 4 }).map((n) => n / 4);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: days(0, 60).map((n) => ({ name: "create" as const, days: n })) },
  { weight: 2, arbitrary: days(-5, 20).map((n) => ({ name: "update" as const, days: n })) },
  // The clock of a machine is sometimes set back.
  { weight: 4, arbitrary: days(-1, 40).map((n) => ({ name: "wait" as const, days: n })) },
  {
    weight: 6,
    arbitrary: fc
      .constantFrom<Step["name"]>("cancel", "approve", "reject", "retire", "force", "schedule")
      .map((name) => ({ name }) as Step),
  },
);

it("has the states of the model after every sequence of calls, days and missed schedules", async () => {
  const scene = await openDeprecationScene();
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(anyStep, { minLength: 4, maxLength: 14 }),
      async (needsApproval, steps) => {
        await scene.setPolicy({
          minGracePeriodDays: graceDays,
          sunsetPhaseDays,
          requireMigrationGuide: false,
          requireSuccessorLink: false,
          requireApproval: needsApproval,
        });
        const model: Model = { plan: null, needsApproval, announcedAt: 0 };
        let planId: string = crypto.randomUUID();
        try {
          for (const [at, step] of steps.entries()) {
            const message = `step ${at} of ${JSON.stringify(steps)}`;
            const sunsetAt = model.plan?.sunsetAt ?? scene.clock.now.getTime();
            const answer = await takeStep(scene, step, planId, sunsetAt);
            const now = scene.clock.now.getTime();
            const refusal = expectStep(model, step, now);
            if (answer !== null) expect(answer.body.code ?? null, message).toBe(refusal);
            const created = answer?.body["plan"] as { readonly id: string } | undefined;
            if (step.name === "create" && created !== undefined) planId = created.id;
            const read = (await scene.read())["plan"] as unknown as Plan | null;
            const expected = model.plan === null ? null : advance(model.plan, now);
            const isOver = expected?.phase === "rejected" || expected?.phase === "cancelled";
            if (expected === null || isOver) expect(read, message).toBeNull();
            else
              expect(read, message).toMatchObject({
                phase: expected.phase,
                sunsetAt: new Date(expected.sunsetAt).toISOString(),
              });
          }
        } finally {
          await scene.manage({ action: "cancel", planId });
        }
      },
    ),
    { numRuns: 60 },
  );
}, 300_000);
