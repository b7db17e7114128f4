import type { ProjectContext } from "../../platform/kernel/implementation.ts";

interface Noted {
  readonly specId: string;
  readonly versionId: string;
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

/** What the audit log says of one endpoint. */
export function noteEndpoint(
  context: ProjectContext,
  { specId, versionId, id, method, path }: Noted,
  details: Record<string, unknown> = {},
): void {
  const { projectId } = context;
  const name = `${method.toUpperCase()} ${path}`;
  context.note({
    target: { type: "endpoint", id, name },
    details: { projectId, specId, versionId, ...details },
  });
}
