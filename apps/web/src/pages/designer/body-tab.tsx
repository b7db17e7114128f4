import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { methodsWithBody } from "@lintel/contract/words/design";
import { describeError } from "../../api/refusal.ts";
import { useApi } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Checkbox } from "../../parts/checkbox.tsx";
import { TextField } from "../../parts/field.tsx";
import { Empty } from "../../parts/view-state.tsx";
import { MediaTypes } from "./media-types.tsx";
import type { PartsProps } from "./endpoint-parts.types.ts";
import { toCallText, toSchemaText, withoutUndefined } from "./json-text.ts";
import { useEndpoint } from "./use-endpoint.ts";
import { useVersionPlace } from "./use-version.ts";
import styles from "./rows.module.css";

export function BodyTab({ endpoint, isLocked }: PartsProps) {
  const set = useSetBody(endpoint);
  const { requestBody: body, method } = endpoint;
  const change = useMutation({ mutationFn: set });
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
      <BodyDescription
        text={body.description ?? ""}
        isLocked={isFixed || first === undefined}
        onSave={(description) =>
          first !== undefined && change.mutate({ contentType: first.contentType, description })
        }
      />
      {change.error !== null && (
        <p role="alert" className={styles["wrong"]}>
          Not saved: {describeError(change.error)}
        </p>
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

function BodyDescription({
  text,
  isLocked,
  onSave,
}: {
  text: string;
  isLocked: boolean;
  onSave: (text: string) => void;
}) {
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <TextField
      label="Description"
      isOptional
      value={draft ?? text}
      onChange={setDraft}
      isReadOnly={isLocked}
      onBlur={() => {
        if (draft !== null && draft !== text) onSave(draft);
        setDraft(null);
      }}
    />
  );
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
