import { useState } from "react";
import { writeServer } from "../../request/declared-server.ts";
import {
  fillRequest,
  listMissing,
  startValues,
  type ParameterValue,
} from "../../request/fill-request.ts";
import type { RequestDraft } from "../../request/request-draft.ts";
import type { ServerChoice } from "./server-fields.tsx";
import type { Operation } from "./use-operation.ts";

interface Environment {
  readonly isPending: boolean;
  readonly baseUrl: string | null;
}

/** What a person edits, and the request that results from it. */
export function useTryForm(
  first: RequestDraft,
  operation: Operation | undefined,
  { isPending, baseUrl }: Environment,
) {
  const [draft, setDraft] = useState(first);
  const [declared, setDeclared] = useState(operation);
  const [values, changeValues] = useState(() => startValues(operation?.parameters ?? []));
  const [isChecked, setIsChecked] = useState(false);
  const [chosen, chooseServer] = useState<ServerChoice | null>(null);
  const servers = declared?.servers ?? [];
  // Without an environment, the first server is what the document says.
  const isOfDocument = !isPending && baseUrl === null && servers.length > 0;
  const server = chosen ?? { index: isOfDocument ? 0 : null, set: {} };
  const shown = server.index === null ? undefined : servers[server.index];
  const address = shown === undefined ? null : writeServer(shown, server.set, baseUrl);
  const missing = listMissing(draft.url, values);
  return {
    draft,
    values,
    servers,
    server,
    missing: isChecked ? missing : ([] as readonly ParameterValue[]),
    request: fillRequest(draft, values, address),
    change: (change: Partial<RequestDraft>) => setDraft((old) => ({ ...old, ...change })),
    changeValues: (next: readonly ParameterValue[]) => changeValues([...next]),
    chooseServer,
    /** Shows what is missing, and goes to the first of it; whether nothing is. */
    check: () => {
      setIsChecked(true);
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>("[aria-invalid=true]")?.focus(),
      );
      return missing.length === 0;
    },
    /** Another request, of which nothing is declared. */
    replace: (next: RequestDraft) => {
      setDraft(next);
      setDeclared(undefined);
      changeValues([]);
    },
  };
}
