import type { EndpointDetail } from "@lintel/contract/shapes/endpoint";
import type { Response } from "@lintel/contract/shapes/response";
import { describeError } from "../../api/refusal.ts";
import { useApi, useCan, useOrganization } from "../../api/scope.ts";
import { useDraft } from "../../drafts/use-draft.ts";
import { useNewest } from "../../drafts/use-newest.ts";
import { showToast } from "../../parts/toast.tsx";
import { toCallText, toSchemaText, withoutUndefined } from "./json-text.ts";
import { toStatusNumber } from "./status-code.ts";
import { useEndpoint } from "./use-endpoint.ts";
import { useVersionPlace } from "../../design/use-version.ts";

interface ResponseFields {
  readonly description: string;
}

/** A call that replaces one media type of a response, with what it does not change. */
function toCall(
  response: Response,
  description: string,
  contentType: string | undefined,
  schemaJson?: string,
) {
  const media = response.content.find((each) => each.contentType === contentType);
  const schema = schemaJson ?? toSchemaText(media?.schema);
  return {
    responseId: response.id,
    statusCode: toStatusNumber(response.statusCode) ?? 0,
    description,
    rowVersion: response.rowVersion,
    ...withoutUndefined({
      contentType,
      example: toCallText(media?.example),
      serializedExample: media?.serializedExample ?? undefined,
      schemaJson: schema === "" ? undefined : schema,
    }),
  };
}

export function useResponseDraft(endpoint: EndpointDetail, response: Response) {
  const api = useApi();
  const canDelete = useCan("specs:delete");
  const { session } = useOrganization();
  const { place } = useVersionPlace();
  const { patch, reload } = useEndpoint(endpoint.id);
  const where = { projectId: place.projectId, specId: place.specId, endpointId: endpoint.id };
  const known = useNewest(response);
  const update = async (call: ReturnType<typeof toCall>) => {
    const { warnings: _, ...saved } = await api.call("updateResponse", { ...where, ...call });
    known.newest = saved;
    patch({ responses: endpoint.responses.map((each) => (each.id === saved.id ? saved : each)) });
  };
  const readFields = () => ({ description: known.newest.description ?? "" });
  const draft = useDraft<ResponseFields>({
    key: `${session.user.id}:response:${response.id}`,
    server: { description: response.description ?? "" },
    save: async ({ description }) => {
      await update(toCall(known.newest, description, known.newest.content[0]?.contentType));
      return readFields();
    },
    reload: async () => {
      const newest = await reload();
      known.newest = newest.responses.find(({ id }) => id === response.id) ?? response;
      return readFields();
    },
  });
  /** Gone at once, and back if the server refuses it. */
  const remove = () => {
    patch({ responses: endpoint.responses.filter(({ id }) => id !== response.id) });
    api.call("deleteResponse", { ...where, responseId: response.id }).catch((error: unknown) => {
      patch({ responses: endpoint.responses });
      showToast(`Not deleted: ${describeError(error)}`);
    });
  };
  return {
    ...draft,
    saveSchema: (contentType: string, schemaJson: string) =>
      update(toCall(known.newest, known.newest.description ?? "", contentType, schemaJson)),
    remove: canDelete ? remove : null,
  };
}
