import type { InputOf } from "@lintel/contract/operation";
import type { setVersionSunset } from "@lintel/contract/operations/deprecation-plan";
import type { SpecVersion } from "@lintel/contract/shapes/spec";
import { hasPlan, livePhases } from "../../domain/deprecation/marked-operations.ts";
import { readSunset } from "../../domain/deprecation/read-sunset.ts";
import { lockVersion } from "../../domain/design/version-visibility.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { invalid, Problem } from "../../platform/problem.ts";
import { readVersion } from "./spec-version.service.ts";
import { updateSunset } from "./spec-version.store.ts";

/** Gives a published version a plain date, or clears it. A plan has a date of its own. */
export async function changeSunset(
  context: ProjectContext,
  { specId, versionId, sunsetAt }: InputOf<typeof setVersionSunset>,
): Promise<SpecVersion> {
  const { db, now } = context;
  const version = await lockVersion(context, specId, versionId);
  if (!version.isPublished)
    throw invalid({
      field: "versionId",
      code: "draft",
      message: "The version is a draft: publish it first.",
    });
  if (await hasPlan(db, version, versionId, livePhases)) throw new Problem("ALREADY_DEPRECATED");
  await updateSunset(db, version, sunsetAt === undefined ? null : readSunset(sunsetAt), now);
  context.emit("spec_version.sunset_set", {
    subject: { type: "specVersion", id: versionId, name: version.version },
    data: { specId },
  });
  return readVersion(context, specId, versionId);
}
