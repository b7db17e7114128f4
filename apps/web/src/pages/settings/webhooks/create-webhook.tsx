import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import type { Output } from "../../../api/api.ts";
import { useApi } from "../../../api/scope.ts";
import { useChange } from "../../../api/use-change.ts";
import { Button } from "../../../parts/button.tsx";
import { DialogButtons } from "../../../parts/dialog.tsx";
import { Panel } from "../../../parts/panel.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { Select } from "../../../parts/select.tsx";
import { readWebhook, WebhookFields, whatIsMissing, type WebhookText } from "./webhook-fields.tsx";

export interface CreateWebhookProps {
  readonly onClose: () => void;
  readonly onCreated: (made: Output<"createWebhook">) => void;
}

const blank: WebhookText = { address: "", types: ["*"], form: "lintel", description: "" };

export function CreateWebhook({ onClose, onCreated }: CreateWebhookProps) {
  const api = useApi();
  const { data: projects = [] } = useQuery(api.list("listProjects", {}));
  const [text, setText] = useState(blank);
  const [projectId, setProjectId] = useState("");
  const create = useChange(api, "createWebhook", ["listWebhooks"]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(
      { ...readWebhook(text), ...(projectId === "" ? {} : { projectId }) },
      { onSuccess: onCreated },
    );
  };
  return (
    <Panel title="Create webhook" onClose={onClose}>
      <form onSubmit={submit} className="form">
        <WebhookFields text={text} onChange={setText} />
        <Select
          label="Events of"
          value={projectId}
          choices={[
            { value: "", name: "The whole organization" },
            ...projects.map(({ id, name }) => ({ value: id, name })),
          ]}
          onChange={setProjectId}
        />
        <Refusal error={create.error} />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            reason={whatIsMissing(text)}
            isDisabled={create.isPending}
          >
            Create webhook
          </Button>
        </DialogButtons>
      </form>
    </Panel>
  );
}
