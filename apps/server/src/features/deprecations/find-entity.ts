import type { DeprecationEntityType } from "@lintel/contract/words/deprecation";
import { operationKey } from "../../domain/deprecation/operation-key.ts";
import { findEndpoints } from "../../domain/design/endpoint-visibility.ts";
import { findVersion } from "../../domain/design/version-visibility.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { invalid, notFound } from "../../platform/problem.ts";

/** What a plan is about. */
export interface Entity {
  readonly type: DeprecationEntityType;
  readonly id: string;
  /** The same for the operation in every version, whatever its variables are called. */
  readonly key: string;
  readonly label: string;
  readonly versionId: string;
}

/** @throws Problem NOT_FOUND where the specification has no such endpoint or version. */
export async function findEntity(
  context: ProjectContext,
  specId: string,
  type: DeprecationEntityType,
  id: string,
): Promise<Entity & { readonly isPublished: boolean }> {
  if (type === "specVersion") {
    const { version, isPublished } = await findVersion(context, specId, id);
    return { type, id, key: id, label: version, versionId: id, isPublished };
  }
  const [endpoint] = await findEndpoints(context, { specId, endpointIds: [id] });
  if (endpoint === undefined) throw notFound("The endpoint");
  const { method, path, versionId } = endpoint;
  const label = `${method.toUpperCase()} ${path}`;
  return { type, id, key: operationKey(method, path), label, versionId, isPublished: true };
}

/** @throws Problem VALIDATION_FAILED for a draft, which has no clients. */
export async function findDeprecable(
  context: ProjectContext,
  specId: string,
  type: DeprecationEntityType,
  id: string,
): Promise<Entity> {
  const { isPublished, ...entity } = await findEntity(context, specId, type, id);
  if (isPublished) return entity;
  throw invalid({
    field: "entityId",
    code: "draft",
    message: "The version is a draft: publish it first, or delete it.",
  });
}
