import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { Visibility } from "@lintel/contract/words/visibilities";
import type { Output } from "../../api/api.ts";
import { describeError } from "../../api/refusal.ts";
import { useApi, useCan, useProject } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Properties } from "../../parts/properties.tsx";
import { Select } from "../../parts/select.tsx";
import { Status } from "../../parts/status.tsx";
import { Table, type Column } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { PortalLink } from "./portal-link.tsx";
import { useRefreshDocs } from "./use-doc.ts";
import { visibilityChoices, visibilityNames } from "./visibility-names.ts";

type Documentation = Output<"getDocumentation">;
type Version = Documentation["versions"][number];

/** The versions of a documentation; the space bar shows one with its readers. */
export function VersionTable({ documentation }: { readonly documentation: Documentation }) {
  const [peeked, setPeeked] = useState<string | null>(null);
  const shown = documentation.versions.find(({ id }) => id === peeked);
  const canWrite = useCan("docs:write");
  const readers: Column<Version> = {
    name: "Access",
    width: "140px",
    cell: ({ id, label }) => (
      <Button kind="quiet" aria-label={`Change readers of ${label}`} onPress={() => setPeeked(id)}>
        Change readers
      </Button>
    ),
  };
  const rows: readonly Column<Version>[] = [
    {
      name: "Version",
      cell: (version) => <VersionLink version={version} doc={documentation.id} />,
    },
    ...columns,
    ...(canWrite ? [readers] : []),
  ];
  return (
    <>
      <Table
        label="Versions"
        columns={rows}
        rows={documentation.versions}
        keyOf={({ id }) => id}
        onPeek={({ id }) => setPeeked(id)}
      />
      {shown !== undefined && (
        <Panel title={`Version ${shown.label}`} onClose={() => setPeeked(null)}>
          <Properties
            items={[
              { name: "Status", value: <Status of={shown.status} /> },
              { name: "Readers", value: shown.readers },
              {
                name: "Portal",
                value: shown.portalUrl === null ? null : <PortalLink url={shown.portalUrl} />,
              },
              { name: "Created", value: <Time at={shown.createdAt} /> },
            ]}
          />
          <ReadersForm key={shown.rowVersion} docId={documentation.id} version={shown} />
        </Panel>
      )}
    </>
  );
}

const columns: readonly Column<Version>[] = [
  { name: "Status", width: "120px", cell: ({ status }) => <Status of={status} /> },
  {
    name: "Readers",
    width: "180px",
    isMinor: true,
    cell: ({ visibility }) => visibilityNames[visibility],
  },
  {
    name: "Published",
    width: "120px",
    isMinor: true,
    cell: ({ publishedAt }) => (publishedAt === null ? "–" : <Time at={publishedAt} />),
  },
];

function VersionLink({ version: { id, label }, doc }: { version: Version; doc: string }) {
  const { org = "", project = "" } = useParams({ strict: false });
  return (
    <Link to="/$org/$project/docs/$doc/$version" params={{ org, project, doc, version: id }}>
      {label}
    </Link>
  );
}

/** Who may read a version; more readers of a published one are confirmed first. */
function ReadersForm({ docId, version }: { readonly docId: string; readonly version: Version }) {
  const api = useApi();
  const { id: projectId } = useProject();
  const [canWrite, canPublish] = [useCan("docs:write"), useCan("docs:publish")];
  const refresh = useRefreshDocs();
  const [wanted, setWanted] = useState<Visibility | null>(null);
  const [error, setError] = useState<unknown>(null);
  const isPublished = version.status === "published";
  const save = async (visibility: Visibility) => {
    setWanted(null);
    setError(null);
    const { id: versionId, rowVersion } = version;
    const call = { projectId, docId, versionId, visibility, rowVersion };
    await api.call("updateDocVersion", call).catch(setError);
    await refresh("getDocumentation", "listDocumentations", "getDocVersion");
  };
  if (!(isPublished ? canPublish : canWrite)) return null;
  return (
    <>
      <Select
        label="Readers"
        value={version.visibility}
        choices={visibilityChoices}
        onChange={(next) => (isPublished ? setWanted(next) : void save(next))}
      />
      {error !== null && <p role="alert">{describeError(error)}</p>}
      {wanted !== null && (
        <Dialog title="Change readers" isOpen onClose={() => setWanted(null)}>
          <p>
            Version {version.label} is published. Its readers change at once from “
            {visibilityNames[version.visibility]}” to “{visibilityNames[wanted]}”.
          </p>
          <DialogButtons>
            <Button onPress={() => setWanted(null)}>Cancel</Button>
            <Button kind="primary" onPress={() => void save(wanted)}>
              Change readers
            </Button>
          </DialogButtons>
        </Dialog>
      )}
    </>
  );
}
