import { Download } from "lucide-react";
import { describeError } from "../../api/refusal.ts";
import { useApi, useProject } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { downloadFile } from "../../parts/download-file.ts";
import { Menu } from "../../parts/menu.tsx";
import { showToast } from "../../parts/toast.tsx";
import { useShareReport } from "../sharing/use-share-report.tsx";

const formats = [
  { id: "sarif", label: "SARIF", extension: "sarif" },
  { id: "sarif-github", label: "SARIF for GitHub", extension: "sarif" },
  { id: "gitlab", label: "GitLab", extension: "json" },
  { id: "html", label: "Report (HTML)", extension: "html" },
  { id: "csv", label: "CSV", extension: "csv" },
  { id: "json", label: "JSON", extension: "json" },
] as const;

export interface ExportMenuProps {
  /** Only findings of this status; reports know no other filter. */
  readonly status: "open" | "all";
}

/** Downloads the findings of the project, at most 1,000, the worst first (10,000 as CSV). */
export function ExportMenu({ status }: ExportMenuProps) {
  const api = useApi();
  const project = useProject();
  const save = async ({ id, extension }: (typeof formats)[number]) => {
    try {
      const file = await api.call("exportFindings", { projectId: project.id, format: id, status });
      downloadFile(file, `findings-${project.slug}.${extension}`);
    } catch (error) {
      showToast(describeError(error));
    }
  };
  const trigger = (
    <Button>
      <Download size={16} strokeWidth={1.5} aria-hidden />
      {status === "all" ? "Export all findings" : "Export open findings"}
    </Button>
  );
  const share = useShareReport("findings");
  const choices = [
    ...formats.map((format) => ({
      id: format.id as string,
      label: format.label,
      run: () => void save(format),
    })),
    ...(share.open === null
      ? []
      : [{ id: "share", label: "Share the open ones by link …", run: share.open }]),
  ];
  return (
    <>
      <Menu label="Export findings" trigger={trigger} choices={choices} />
      {share.dialog}
    </>
  );
}
