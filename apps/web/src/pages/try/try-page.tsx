import { useMutation, useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { Output } from "../../api/api.ts";
import { queryClient } from "../../api/query-client.ts";
import { describeError } from "../../api/refusal.ts";
import { useApi, useCan, useProject } from "../../api/scope.ts";
import { useShortcut } from "../../keys/shortcuts.ts";
import { Button } from "../../parts/button.tsx";
import { HeaderActions } from "../../parts/header-actions.tsx";
import { Select } from "../../parts/select.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { SplitView } from "../../parts/split-view.tsx";
import { AnswerView } from "./answer-view.tsx";
import { CopyMenu } from "./copy-menu.tsx";
import { draftOfEndpoint } from "./endpoint-draft.ts";
import { HistoryPanel } from "./history-panel.tsx";
import { isCurl } from "../../request/curl-text.ts";
import { ParameterFields } from "../../request/parameter-fields.tsx";
import {
  emptyDraft,
  isAbsolute,
  resolveUrl,
  toDraft,
  toRequest,
  type RequestDraft,
} from "../../request/request-draft.ts";
import { RequestForm } from "../../request/request-form.tsx";
import { VariableNames } from "../../request/template-field.tsx";
import { SaveCase } from "./save-case.tsx";
import { ServerFields } from "./server-fields.tsx";
import { useEnvironment } from "./use-environment.ts";
import { useOperation, type Operation } from "./use-operation.ts";
import { useTryForm } from "./use-try-form.ts";
import styles from "./try.module.css";

type Sent = Output<"getSentRequest">;

/** A request from an endpoint, from the history, from a curl command or from nothing, and its answer. */
export function TryPage() {
  const { sent } = useParams({ strict: false });
  return (
    <SplitView name="try" label="History" side={<HistoryPanel />}>
      <div className={styles["scroll"]}>
        <div className={styles["column"]}>
          {sent === undefined ? <FromEndpoint /> : <FromHistory key={sent} id={sent} />}
        </div>
      </div>
    </SplitView>
  );
}

function FromHistory({ id }: { readonly id: string }) {
  const { id: projectId } = useProject();
  const query = useQuery(useApi().query("getSentRequest", { projectId, requestId: id }));
  return (
    <QueryView query={query}>
      {(sent) => (
        <TryRequest draft={toDraft(sent.template)} sent={sent} endpointId={sent.endpointId} />
      )}
    </QueryView>
  );
}

function FromEndpoint() {
  const { spec = "", endpoint = "" } = useSearch({ strict: false });
  const query = useOperation(spec, endpoint);
  if (spec === "" || endpoint === "")
    return <TryRequest draft={emptyDraft} sent={null} endpointId={null} />;
  return (
    <QueryView query={query}>
      {(found) => (
        <TryRequest
          draft={draftOfEndpoint(found.endpoint)}
          operation={found}
          sent={null}
          endpointId={found.endpoint.id}
        />
      )}
    </QueryView>
  );
}

interface TryRequestProps {
  readonly draft: RequestDraft;
  /** What the document declares; omitted: nothing is known. */
  readonly operation?: Operation;
  readonly sent: Sent | null;
  readonly endpointId: string | null;
}

function TryRequest({ draft: first, operation, sent: before, endpointId }: TryRequestProps) {
  const { id: projectId } = useProject();
  const api = useApi();
  const canSend = useCan("tests:execute");
  const environment = useEnvironment(before?.environmentId ?? undefined);
  const { baseUrl } = environment;
  const form = useTryForm(first, operation, environment);
  const { request } = form;
  const { send, answer } = useSending(before, () =>
    api.call("sendRequest", {
      projectId,
      request: toRequest(request),
      environmentId: environment.id,
      endpointId,
    }),
  );
  const curl = useCurl(form.replace);
  const [isSaving, setIsSaving] = useState(false);
  const run = () => {
    // One that was typed, or dropped, instead of pasted: what it says is shown before it is sent.
    if (isCurl(form.draft.url)) void curl.read(form.draft.url);
    else if (form.draft.url.trim() !== "" && !send.isPending && form.check()) send.mutate();
  };
  useShortcut(canSend ? "mod+Enter" : null, "Send request", run);
  return (
    <VariableNames.Provider value={environment.names}>
      <div className={styles["bar"]}>
        <h1 className={styles["title"]}>Try a request</h1>
        <CopyMenu draft={request} baseUrl={baseUrl} />
        {canSend && <Button onPress={() => setIsSaving(true)}>Save as case</Button>}
      </div>
      <HeaderActions>
        {canSend && (
          <Button
            kind="primary"
            onPress={run}
            isDisabled={form.draft.url.trim() === "" || send.isPending}
          >
            {send.isPending ? "Sending …" : "Send request"}
          </Button>
        )}
      </HeaderActions>
      <RequestForm
        draft={form.draft}
        onChange={form.change}
        onCurl={(text) => void curl.read(text)}
        place={
          <Select
            label="Environment"
            value={environment.id ?? ""}
            choices={[{ value: "", name: "None" }, ...environment.choices]}
            onChange={(id) => environment.choose(id === "" ? null : id)}
          />
        }
      >
        {form.servers.length > 0 && (
          <ServerFields
            servers={form.servers}
            choice={form.server}
            baseUrl={baseUrl}
            isDisabled={isAbsolute(form.draft.url)}
            onChange={form.chooseServer}
          />
        )}
        {form.values.length > 0 && (
          <ParameterFields
            values={form.values}
            missing={form.missing}
            onChange={form.changeValues}
          />
        )}
        {operation !== undefined && (
          <p className={styles["sends"]}>
            Sends <code>{`${request.method} ${resolveUrl(request.url, baseUrl)}`}</code>
          </p>
        )}
      </RequestForm>
      {curl.notes.length > 0 && <p className={styles["warnings"]}>{curl.notes.join(" ")}</p>}
      {send.error !== null && (
        <p className={styles["error"]} role="alert">
          {describeError(send.error)}
        </p>
      )}
      {answer !== null && <AnswerView sent={answer} />}
      {isSaving && (
        <SaveCase
          draft={request}
          status={answer?.response?.status ?? null}
          onClose={() => setIsSaving(false)}
        />
      )}
    </VariableNames.Provider>
  );
}

/** Sends, shows the answer at once, and adds it to the history. */
function useSending(before: Sent | null, call: () => Promise<Output<"sendRequest">>) {
  const api = useApi();
  const [answer, setAnswer] = useState<Sent | null>(before);
  const send = useMutation({
    mutationFn: call,
    onSuccess: async (sent) => {
      setAnswer(sent);
      await queryClient.invalidateQueries({ queryKey: [api.organization, "listSentRequests"] });
    },
  });
  return { send, answer };
}

/** Replaces the draft by a pasted curl command, and says what it could not take over. */
function useCurl(setDraft: (draft: RequestDraft) => void) {
  const [notes, setNotes] = useState<readonly string[]>([]);
  const read = async (text: string) => {
    const { CurlError, parseCurl } = await import("@lintel/curl/parse-curl");
    try {
      const { request, warnings } = parseCurl(text);
      setDraft(toDraft(request));
      setNotes(warnings);
    } catch (error) {
      if (!(error instanceof CurlError)) throw error;
      setNotes([error.message]);
    }
  };
  return { notes, read };
}
