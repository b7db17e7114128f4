import { EgressError } from "@lintel/egress/egress-error";
import { parseTarget } from "@lintel/egress/target-url";
import type { ProblemList } from "../problems/problem-list.ts";
import type { PlannedEnvironment, RunEnvironment } from "./plan.types.ts";

function readOrigin(url: string, field: string, problems: ProblemList): string | undefined {
  try {
    return parseTarget(url).origin;
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    problems.add(field, "INVALID_BASE_URL", `${error.message} Correct the environment.`);
    return undefined;
  }
}

/** The parts of an environment that requests need. Egress parses its origins. */
export function planEnvironment(
  environment: RunEnvironment,
  problems: ProblemList,
): PlannedEnvironment {
  const origins = [
    readOrigin(environment.baseUrl, "environment.baseUrl", problems),
    ...environment.secretOrigins.map((origin, at) =>
      readOrigin(origin, `environment.secretOrigins[${at}]`, problems),
    ),
  ];
  return {
    name: environment.name,
    isReadOnly: environment.isReadOnly,
    ownOrigins: new Set(origins.filter((origin) => origin !== undefined)),
    oauthTokenUrl: environment.oauthTokenUrl,
    secrets: environment.variables.filter((own) => own.isSecret).map((own) => own.value),
  };
}
