import { useMutation, useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { EndpointDetail } from "@lintel/contract/shapes/endpoint";
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
import { emptyDraft, toDraft, toRequest, type RequestDraft } from "../../request/request-draft.ts";
import { RequestForm } from "../../request/request-form.tsx";
import { SaveCase } from "./save-case.tsx";
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
  const { id: projectId } = useProject();
  const { spec = "", endpoint = "" } = useSearch({ strict: false });
  const query = useQuery({
    ...useApi().query("getEndpoint", { projectId, specId: spec, endpointId: endpoint }),
    enabled: spec !== "" && endpoint !== "",
    // Asked for by one id, the answer is one endpoint.
    select: (value) => value as EndpointDetail,
  });
  if (spec === "" || endpoint === "")
    return <TryRequest draft={emptyDraft} sent={null} endpointId={null} />;
  return (
    <QueryView query={query}>
      {(found) => <TryRequest draft={draftOfEndpoint(found)} sent={null} endpointId={found.id} />}
    </QueryView>
  );
}

interface TryRequestProps {
  readonly draft: RequestDraft;
  readonly sent: Sent | null;
  readonly endpointId: string | null;
}

function TryRequest({ draft: first, sent: before, endpointId }: TryRequestProps) {
  const { id: projectId } = useProject();
  const api = useApi();
  const canSend = useCan("tests:execute");
  const { data: environments = [] } = useQuery(api.query("listEnvironments", { projectId }));
  const [draft, setDraft] = useState(first);
  const [chosen, setChosen] = useState<string | null | undefined>(
    before?.environmentId ?? undefined,
  );
  const environmentId = chosen === undefined ? (environments[0]?.id ?? null) : chosen;
  const baseUrl = environments.find(({ id }) => id === environmentId)?.baseUrl ?? null;
  const { send, answer } = useSending(before, () =>
    api.call("sendRequest", { projectId, request: toRequest(draft), environmentId, endpointId }),
  );
  const curl = useCurl(setDraft);
  const [isSaving, setIsSaving] = useState(false);
  const run = () => {
    // One that was typed, or dropped, instead of pasted: what it says is shown before it is sent.
    if (isCurl(draft.url)) void curl.read(draft.url);
    else if (draft.url.trim() !== "" && !send.isPending) send.mutate();
  };
  useShortcut(canSend ? "mod+Enter" : null, "Send request", run);
  return (
    <>
      <div className={styles["bar"]}>
        <h1 className={styles["title"]}>Try a request</h1>
        <CopyMenu draft={draft} baseUrl={baseUrl} />
        {canSend && <Button onPress={() => setIsSaving(true)}>Save as case</Button>}
      </div>
      <HeaderActions>
        {canSend && (
          <Button
            kind="primary"
            onPress={run}
            isDisabled={draft.url.trim() === "" || send.isPending}
          >
            {send.isPending ? "Sending …" : "Send request"}
          </Button>
        )}
      </HeaderActions>
      <RequestForm
        draft={draft}
        onChange={(change) => setDraft((old) => ({ ...old, ...change }))}
        onCurl={(text) => void curl.read(text)}
        place={
          <Select
            label="Environment"
            value={environmentId ?? ""}
            choices={[
              { value: "", name: "None" },
              ...environments.map(({ id, name }) => ({ value: id, name })),
            ]}
            onChange={(id) => setChosen(id === "" ? null : id)}
          />
        }
      />
      {curl.notes.length > 0 && <p className={styles["warnings"]}>{curl.notes.join(" ")}</p>}
      {send.error !== null && (
        <p className={styles["error"]} role="alert">
          {describeError(send.error)}
        </p>
      )}
      {answer !== null && <AnswerView sent={answer} />}
      {isSaving && (
        <SaveCase
          draft={draft}
          status={answer?.response?.status ?? null}
          onClose={() => setIsSaving(false)}
        />
      )}
    </>
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
