import type { Scanner } from "../scanners/scanner.types.ts";
import { isGranted, judgeAnswer } from "../traffic/judge-answer.ts";
import type { Liveness } from "./liveness.ts";
import type { Watched } from "./watch-probe.ts";

/**
 * Why a check that found nothing has tested nothing; null if it has. Requests without an answer
 * test nothing. A failure or a refusal counts only while the target still serves the identity, so
 * that neither an expired token nor a target that is down looks like a weakness that is gone.
 */
export async function explainUntested(
  { isAboutLimits = false }: Scanner,
  { answers, prepared }: Watched,
  identities: readonly string[],
  liveness: Liveness,
): Promise<string | null> {
  const silent = answers.find((one) => one.status === 0 && one.isCertificateRefused !== true);
  if (silent !== undefined) return `a request had no answer: ${silent.text}`;
  if (!isAboutLimits && answers.some(({ status }) => status === 429))
    return "the target limits requests: it answered 429";
  const isAnyGranted = answers.some(isGranted) || prepared.some(({ works }) => works);
  const failed = answers.find((answer) => judgeAnswer(answer) === "failed");
  const names = new Set([
    ...prepared.map(({ identity }) => identity),
    ...answers.flatMap(({ identity }) => identity ?? []),
  ]);
  if (failed !== undefined && !(await isAnyServed(identities, true, liveness)))
    return `the target answered ${failed.status}, and then serves no identity`;
  if (answers.length > 0 && identities.length > 0 && !isAnyGranted)
    if (!(await isAnyServed(identities, false, liveness))) return "the target serves no identity";
  for (const name of names) {
    const own = answers.filter(({ identity }) => identity === name);
    const isServed =
      own.some(isGranted) || prepared.some(({ identity, works }) => identity === name && works);
    const isUnknown = own.some(({ status }) => status === 401);
    if (isServed && !isUnknown) continue;
    if (!(await liveness.isServed(name, isUnknown)))
      return `nothing that needs a credential works for ${name}, so that its refusals prove nothing`;
  }
  return null;
}

async function isAnyServed(
  names: readonly string[],
  isFresh: boolean,
  liveness: Liveness,
): Promise<boolean> {
  for (const name of names) if (await liveness.isServed(name, isFresh)) return true;
  return false;
}
