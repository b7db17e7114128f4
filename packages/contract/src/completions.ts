import type { Static } from "typebox";
import { completion, type IdCompletion } from "./declare/completion.ts";
import { listEndpoints } from "./operations/endpoint.ts";
import { listRuns, type RunItem } from "./operations/run.ts";
import { listSpecVersions } from "./operations/spec-version.ts";
import { listSpecs } from "./operations/spec.ts";
import type { EndpointItem } from "./shapes/endpoint.ts";
import type { Spec, SpecVersion } from "./shapes/spec.ts";

/** Every id that prompts and templates take. */
export const idCompletions: readonly IdCompletion[] = [
  completion<Static<typeof Spec>>({
    name: "specId",
    needs: [],
    operation: listSpecs,
    fieldsOf: () => ({}),
    entryOf: ({ id, name }) => ({ id, texts: [name] }),
  }),
  completion<Static<typeof SpecVersion>>({
    name: "versionId",
    needs: ["specId"],
    operation: listSpecVersions,
    fieldsOf: ({ specId }) => ({ specId }),
    entryOf: ({ id, version }) => ({ id, texts: [version] }),
  }),
  completion<Static<typeof EndpointItem>>({
    name: "endpointId",
    needs: ["specId"],
    operation: listEndpoints,
    fieldsOf: ({ specId, versionId }) => ({
      specId,
      ...(versionId === undefined ? {} : { versionId }),
    }),
    entryOf: ({ id, method, path, summary, operationId }) => ({
      id,
      texts: [`${method} ${path}`, summary, operationId],
    }),
  }),
  completion<Static<typeof RunItem>>({
    name: "runId",
    needs: [],
    operation: listRuns,
    fieldsOf: () => ({}),
    entryOf: ({ id, status, suiteName }) =>
      status === "finished" ? { id, texts: [suiteName] } : null,
  }),
];
