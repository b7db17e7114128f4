import { useNavigate } from "@tanstack/react-router";
import { Ellipsis } from "lucide-react";
import { useCan } from "../../api/scope.ts";
import { IconButton } from "../../parts/button.tsx";
import { Menu } from "../../parts/menu.tsx";
import { RowActions } from "../../parts/row-actions.tsx";
import type { MenuChoice } from "../../parts/menu.types.ts";
import { useVersionPlace } from "../../design/use-version.ts";
import { findBaseline, type Version } from "./use-versions.ts";
import type { VersionDialog } from "./versions-search.ts";

export interface VersionMenuProps {
  readonly version: Version;
  /** All versions, the newest first. */
  readonly versions: readonly Version[];
  readonly onOpen: (dialog: VersionDialog, id: string) => void;
}

/** What can be done with a version. */
export function VersionMenu({ version, versions, onOpen }: VersionMenuProps) {
  const { params } = useVersionPlace();
  const navigate = useNavigate();
  const canWrite = useCan("specs:write");
  const canPublish = useCan("specs:publish");
  const canDelete = useCan("specs:delete");
  const isDraft = version.status === "draft";
  const baseline = findBaseline(versions, version.id);
  const dialog = (open: VersionDialog) => () => onOpen(open, version.id);
  const compare = (): MenuChoice[] =>
    baseline === null
      ? []
      : [
          {
            id: "compare",
            label: `Compare with ${baseline.version}`,
            run: () =>
              void navigate({
                to: "/$org/$project/specs/$spec/$version/compare/$baseline",
                params: { ...params, version: version.id, baseline: baseline.id },
              }),
          },
        ];
  const choices: MenuChoice[] = [
    ...compare(),
    ...(canPublish && isDraft
      ? [{ id: "publish", label: `Publish ${version.version}`, run: dialog("publish") }]
      : []),
    ...(canWrite ? [{ id: "create", label: "Create version from it", run: dialog("create") }] : []),
    ...(canWrite && !isDraft ? [{ id: "sunset", label: "Set sunset", run: dialog("sunset") }] : []),
    ...(canWrite && isDraft && versions[0]?.id === version.id
      ? [{ id: "import", label: "Import document into it", run: dialog("import") }]
      : []),
    ...(canPublish ? [{ id: "share", label: "Share by link", run: dialog("share") }] : []),
    { id: "export", label: "Export document", run: dialog("export") },
    {
      id: "number",
      label: "Copy number",
      run: () => void navigator.clipboard.writeText(version.version),
    },
    ...(canDelete && versions.length > 1
      ? [
          {
            id: "delete",
            label: `Delete ${version.version}`,
            isDanger: true,
            run: dialog("delete"),
          },
        ]
      : []),
  ];
  const trigger = (
    <IconButton label={`Actions of version ${version.version}`}>
      <Ellipsis size={16} strokeWidth={1.5} aria-hidden />
    </IconButton>
  );
  return (
    <RowActions>
      <Menu label={`Version ${version.version}`} trigger={trigger} choices={choices} />
    </RowActions>
  );
}
