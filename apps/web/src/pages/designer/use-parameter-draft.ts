import type { EndpointDetail } from "@lintel/contract/shapes/endpoint";
import type { Parameter } from "@lintel/contract/shapes/parameter";
import type { ParameterLocation } from "@lintel/contract/words/design";
import { useApi, useCan, useOrganization } from "../../api/scope.ts";
import { describeError } from "../../api/refusal.ts";
import { useDraft } from "../../drafts/use-draft.ts";
import { useNewest } from "../../drafts/use-newest.ts";
import { showToast } from "../../parts/toast.tsx";
import { toCallText, toSchemaText, withoutUndefined } from "./json-text.ts";
import { useEndpoint } from "./use-endpoint.ts";
import { useVersionPlace } from "../../design/use-version.ts";

export interface ParameterFields {
  readonly name: string;
  readonly location: ParameterLocation;
  /** JSON; "": the parameter has none. */
  readonly schema: string;
  readonly required: boolean;
  readonly description: string;
  /** JSON, or the bare text of a string. */
  readonly example: string;
  readonly isDeprecated: boolean;
}

export const parameterLabels: Readonly<Record<keyof ParameterFields, string>> = {
  name: "Name",
  location: "In",
  schema: "Schema",
  required: "Required",
  description: "Description",
  example: "Example",
  isDeprecated: "Deprecated",
};

/** A string of a schema of strings is shown without quotes. */
const toExample = ({ example, schemaType }: Parameter): string =>
  typeof example === "string" && schemaType === "string" ? example : (toCallText(example) ?? "");

const toFields = (parameter: Parameter): ParameterFields => ({
  name: parameter.name ?? "",
  location: parameter.location ?? "query",
  schema: toSchemaText(parameter.schema),
  required: parameter.required,
  description: parameter.description ?? "",
  example: toExample(parameter),
  isDeprecated: parameter.isDeprecated,
});

/** What the row does not show, so that replacing the parameter keeps it. */
function keptFields(parameter: Parameter) {
  const { serializedExample, style, explode, contentType } = parameter;
  return withoutUndefined({
    serializedExample: serializedExample ?? undefined,
    style: (style ?? undefined) as "form" | undefined,
    explode: explode ?? undefined,
    contentType: contentType ?? undefined,
  });
}

export function useParameterDraft(endpoint: EndpointDetail, parameter: Parameter) {
  const api = useApi();
  const canDelete = useCan("specs:delete");
  const { session } = useOrganization();
  const { place } = useVersionPlace();
  const { projectId, specId } = place;
  const { patch, reload } = useEndpoint(endpoint.id);
  const where = { projectId, specId, endpointId: endpoint.id, parameterId: parameter.id };
  const known = useNewest(parameter);
  const others = endpoint.parameters.filter(({ id }) => id !== parameter.id);
  const draft = useDraft<ParameterFields>({
    key: `${session.user.id}:parameter:${parameter.id}`,
    server: toFields(parameter),
    save: async ({ schema: schemaJson, example, ...fields }) => {
      const kept = keptFields(known.newest);
      const { rowVersion } = known.newest;
      const sample =
        example === toExample(known.newest) ? toCallText(known.newest.example) : example;
      const call = {
        ...where,
        ...kept,
        ...fields,
        ...(sample === undefined || sample === "" ? {} : { example: sample }),
        // The whole schema is sent, so this is ignored.
        schemaType: "string" as const,
        schemaJson,
        rowVersion,
      };
      const { warnings: _, ...saved } = await api.call("updateParameter", call);
      known.newest = saved;
      const parameters = endpoint.parameters.map((each) => (each.id === saved.id ? saved : each));
      patch({ parameters });
      return toFields(saved);
    },
    reload: async () => {
      const newest = await reload();
      known.newest = newest.parameters.find(({ id }) => id === parameter.id) ?? parameter;
      return toFields(known.newest);
    },
  });
  /** Gone at once, and back if the server refuses it. */
  const remove = () => {
    patch({ parameters: others });
    api.call("deleteParameter", where).catch((error: unknown) => {
      patch({ parameters: endpoint.parameters });
      showToast(`Not deleted: ${describeError(error)}`);
    });
  };
  // A parameter of the path goes with its variable.
  return { ...draft, remove: canDelete && parameter.location !== "path" ? remove : null };
}
