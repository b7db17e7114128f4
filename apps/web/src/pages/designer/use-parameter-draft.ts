import type { EndpointDetail } from "@lintel/contract/shapes/endpoint";
import type { Parameter } from "@lintel/contract/shapes/parameter";
import type { ParameterLocation } from "@lintel/contract/words/design";
import { useApi, useCan, useOrganization } from "../../api/scope.ts";
import { describeError } from "../../api/refusal.ts";
import { useDraft } from "../../drafts/use-draft.ts";
import { showToast } from "../../parts/toast.tsx";
import { toCallText, withoutUndefined } from "./json-text.ts";
import { useEndpoint } from "./use-endpoint.ts";
import { useVersionPlace } from "./use-version.ts";

export interface ParameterFields {
  readonly name: string;
  readonly location: ParameterLocation;
  readonly schemaType: NonNullable<Parameter["schemaType"]>;
  readonly required: boolean;
  readonly description: string;
}

export const parameterLabels: Readonly<Record<keyof ParameterFields, string>> = {
  name: "Name",
  location: "In",
  schemaType: "Type",
  required: "Required",
  description: "Description",
};

const toFields = (parameter: Parameter): ParameterFields => ({
  name: parameter.name ?? "",
  location: parameter.location ?? "query",
  schemaType: parameter.schemaType ?? "string",
  required: parameter.required,
  description: parameter.description ?? "",
});

/** What the row does not show, so that replacing the parameter keeps it. */
function keptFields(parameter: Parameter) {
  const { schemaFormat, serializedExample, style, explode, contentType, isDeprecated } = parameter;
  return withoutUndefined({
    schemaFormat: schemaFormat ?? undefined,
    example: toCallText(parameter.example),
    defaultValue: toCallText(parameter.defaultValue),
    serializedExample: serializedExample ?? undefined,
    style: (style ?? undefined) as "form" | undefined,
    explode: explode ?? undefined,
    contentType: contentType ?? undefined,
    isDeprecated,
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
  const known = { parameter };
  const others = endpoint.parameters.filter(({ id }) => id !== parameter.id);
  const draft = useDraft<ParameterFields>({
    key: `${session.user.id}:parameter:${parameter.id}`,
    server: toFields(parameter),
    save: async (fields) => {
      const kept = keptFields(known.parameter);
      const { rowVersion } = known.parameter;
      const call = { ...where, ...kept, ...fields, rowVersion };
      const { warnings: _, ...saved } = await api.call("updateParameter", call);
      const parameters = endpoint.parameters.map((each) => (each.id === saved.id ? saved : each));
      patch({ parameters });
    },
    reload: async () => {
      const newest = await reload();
      known.parameter = newest.parameters.find(({ id }) => id === parameter.id) ?? parameter;
      return toFields(known.parameter);
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
