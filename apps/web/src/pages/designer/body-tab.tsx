import { useMutation } from "@tanstack/react-query";
import { methodsWithBody } from "@lintel/contract/words/design";
import { describeError } from "../../api/refusal.ts";
import { useApi, useCan } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Checkbox } from "../../parts/checkbox.tsx";
import { CommittedField } from "../../parts/committed-field.tsx";
import { Empty } from "../../parts/view-state.tsx";
import { MediaTypes } from "./media-types.tsx";
import type { PartsProps } from "./endpoint-parts.types.ts";
import { toCallText, toSchemaText, withoutUndefined } from "./json-text.ts";
import { useEndpoint } from "./use-endpoint.ts";
import { useVersionPlace } from "../../design/use-version.ts";
import tones from "../../styles/tones.module.css";
import styles from "./rows.module.css";

export function BodyTab({ endpoint, isLocked }: PartsProps) {
  const set = useSetBody(endpoint);
  const { requestBody: body, method } = endpoint;
  const change = useMutation({ mutationFn: set });
  const remove = useDeleteBody(endpoint);
  const canDelete = useCan("specs:delete");
  const error = change.error ?? remove.error;
  if (body === null)
    return (
      <Empty
        text={
          methodsWithBody.has(method)
            ? "No request body."
            : `Requests with ${method.toUpperCase()} have no body.`
        }
      >
        {!isLocked && methodsWithBody.has(method) && (
          <Button
            onPress={() => change.mutate({ contentType: "application/json", schemaJson: "{}" })}
          >
            Add body
          </Button>
        )}
      </Empty>
    );
  const isFixed = isLocked || body.ref !== null;
  const [first] = body.content;
  return (
    <section aria-label="Request body">
      {body.ref !== null && <p className={styles["media"]}>Defined by {body.ref}</p>}
      <Checkbox
        label="Required"
        isChecked={body.required}
        isDisabled={isFixed || first === undefined}
        onChange={(required) =>
          first !== undefined && change.mutate({ contentType: first.contentType, required })
        }
      />
      <CommittedField
        label="Description"
        isOptional
        text={body.description ?? ""}
        isReadOnly={isFixed || first === undefined}
        onCommit={(description) =>
          first !== undefined && change.mutate({ contentType: first.contentType, description })
        }
      />
      {error !== null && (
        <p role="alert" className={tones["bad"]}>
          Not saved: {describeError(error)}
        </p>
      )}
      {!isLocked && canDelete && (
        <Button kind="danger" onPress={() => remove.mutate()} isDisabled={remove.isPending}>
          Delete body
        </Button>
      )}
      <MediaTypes
        owner="request body"
        content={body.content}
        isLocked={isFixed}
        onSave={(contentType, schemaJson) => set({ contentType, schemaJson })}
      />
    </section>
  );
}

function useDeleteBody({ id: endpointId }: PartsProps["endpoint"]) {
  const api = useApi();
  const { place } = useVersionPlace();
  const { patch } = useEndpoint(endpointId);
  const { projectId, specId } = place;
  return useMutation({
    mutationFn: () => api.call("deleteRequestBody", { projectId, specId, endpointId }),
    onSuccess: () => patch({ requestBody: null }),
  });
}

interface BodyChange {
  readonly contentType: string;
  readonly schemaJson?: string;
  readonly required?: boolean;
  readonly description?: string;
}

/** Replaces one media type of the body, and keeps what the change does not name. */
function useSetBody(endpoint: PartsProps["endpoint"]) {
  const api = useApi();
  const { place } = useVersionPlace();
  const { patch } = useEndpoint(endpoint.id);
  return async ({ contentType, schemaJson, required, description }: BodyChange): Promise<void> => {
    const { projectId, specId } = place;
    const body = endpoint.requestBody;
    const media = body?.content.find((each) => each.contentType === contentType);
    const schema = schemaJson ?? toSchemaText(media?.schema);
    const kept = withoutUndefined({
      description: description ?? body?.description ?? undefined,
      example: toCallText(media?.example),
      serializedExample: media?.serializedExample ?? undefined,
      schemaJson: schema === "" ? undefined : schema,
      rowVersion: body?.rowVersion,
    });
    const fields = { contentType, required: required ?? body?.required ?? true, ...kept };
    const call = { projectId, specId, endpointId: endpoint.id, ...fields };
    const { warnings: _, ...requestBody } = await api.call("setRequestBody", call);
    patch({ requestBody });
  };
}
