import { readFileSync } from "node:fs";
import type { InputOf } from "@lintel/contract/operation";
import type { manageDeprecationPlan } from "@lintel/contract/operations/deprecation-plan";
import type { OptionValues } from "../command-line/option.types.ts";
import { findSpec } from "../items/find-spec.ts";
import { usageFailure } from "../outcome/failure.ts";
import { findOperation, type Target } from "./open-target.ts";

type Fields = Partial<InputOf<typeof manageDeprecationPlan>>;

/** The fields of a plan that the options set. */
export async function readPlanFields(target: Target, options: OptionValues): Promise<Fields> {
  return {
    ...ifGiven("sunsetAt", options.text("sunset")),
    ...ifGiven("migrationGuide", readGuide(options.text("guide"))),
    ...(await readSuccessor(target, options)),
    ...ifGiven("enableWarningHeader", readWhether(options.text("headers"))),
    ...readRate(options.number("reduce-rate")),
    ...ifGiven("autoShutdown", readWhether(options.text("shutdown"))),
    ...ifGiven("softShutdownDays", options.number("brown-outs")),
  };
}

const ifGiven = <Name extends keyof Fields>(name: Name, value: Fields[Name]): Fields =>
  value === undefined ? {} : { [name]: value };

export const readWhether = (text: string | undefined): boolean | undefined =>
  text === undefined ? undefined : text === "yes";

function readRate(percent: number | undefined): Fields {
  if (percent === undefined) return {};
  if (percent === 0) return { enableRateLimiting: false };
  return { enableRateLimiting: true, rateLimitReductionPercent: percent };
}

function readGuide(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw usageFailure(`The file ${file} cannot be read.`, "Give --guide a Markdown file.");
  }
}

async function readSuccessor(target: Target, options: OptionValues): Promise<Fields> {
  const operation = options.text("successor");
  const spec = options.text("successor-spec");
  if (operation === undefined && spec === undefined) return {};
  const { connection, projectId } = target;
  return {
    updateSuccessor: true,
    ...(operation === undefined || operation === "none"
      ? {}
      : { successorEndpointId: (await findOperation(target, operation)).id }),
    ...(spec === undefined
      ? {}
      : { successorSpecId: (await findSpec(connection, projectId, spec)).id }),
  };
}
