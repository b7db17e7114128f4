import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi, useProject } from "../../api/scope.ts";
import { ShareDialog } from "./share-dialog.tsx";

export interface ShareReportProps {
  /** What the links show: a run, a finding, or the open findings of the project. */
  readonly subject: { readonly runId: string } | { readonly findingId: string } | "findings";
  readonly onClose: () => void;
}

const titles = {
  run: "Share this run",
  finding: "Share this finding",
  findings: "Share the open findings",
} as const;
const abouts = {
  run: "It shows the cases of the run with requests and responses. Secrets are masked.",
  finding:
    "It shows how the weakness is proved, with requests and answers. Notes and names of members are left out.",
  findings:
    "It shows how each weakness is proved, with requests and answers. Notes and names of members are left out.",
} as const;
const names = { run: "This run", finding: "This finding", findings: "Open findings" } as const;

/** Makes public links to a report, and revokes them. */
export function ShareReport({ subject, onClose }: ShareReportProps) {
  const api = useApi();
  const client = useQueryClient();
  const { id: projectId } = useProject();
  const chosen = subject === "findings" ? {} : subject;
  const shows = subject === "findings" ? subject : "runId" in subject ? "run" : "finding";
  const links = useQuery(api.list("listReportLinks", { projectId, shows, ...chosen }));
  const onSettled = () =>
    client.invalidateQueries({ queryKey: [api.organization, "listReportLinks"] });
  const create = useMutation({
    mutationFn: (expiresInDays: number) =>
      api.call("createReportLink", { projectId, ...chosen, expiresInDays }),
    onSettled,
  });
  const revoke = useMutation({
    mutationFn: (linkId: string) => api.call("revokeReportLink", { projectId, linkId }),
    onSettled,
  });
  return (
    <ShareDialog
      title={titles[shows]}
      about={abouts[shows]}
      links={links}
      create={create}
      revoke={revoke}
      nameOf={() => names[shows]}
      onClose={onClose}
    />
  );
}
