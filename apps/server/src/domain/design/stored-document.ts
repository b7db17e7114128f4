import { atOneInstant } from "../../platform/database/transaction.ts";
import { selectMarkedEndpoints } from "../deprecation/marked-operations.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import type { StoredDocument } from "./make-document.ts";
import { readPolicyHeaders } from "./policy-headers.ts";
import { readTexts } from "./read-design.ts";
import { findSpec, type VisibleVersion } from "./version-visibility.ts";

/** Reads at one instant what a version's document is made of; for `makeDocument`, in any thread. */
export async function readStoredDocument(
  context: Pick<ProjectContext, "organizationId" | "projectId" | "db">,
  version: VisibleVersion,
): Promise<StoredDocument> {
  const { organizationId, projectId, db } = context;
  const { specId, versionId } = version;
  const { basePath } = await findSpec(context, specId);
  return atOneInstant(db, async (instant) => ({
    texts: await readTexts(instant, version),
    headers: JSON.stringify(
      await readPolicyHeaders(instant, { organizationId, projectId, specId }),
    ),
    basePath,
    markedEndpointIds: await selectMarkedEndpoints(instant, organizationId, specId, versionId),
  }));
}
