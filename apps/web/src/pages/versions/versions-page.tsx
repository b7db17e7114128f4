import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useCan } from "../../api/scope.ts";
import { useShortcut } from "../../keys/shortcuts.ts";
import { Button } from "../../parts/button.tsx";
import { Page } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { useVersionPlace } from "../../design/use-version.ts";
import { useVersions } from "./use-versions.ts";
import { VersionPanel } from "./version-panel.tsx";
import type { VersionDialog } from "./versions-search.ts";
import { VersionTable } from "./version-table.tsx";

const route = getRouteApi("/$org/$project/specs/$spec/$version/versions");
const dialogs = {
  create: lazy(async () => ({ default: (await import("./create-version.tsx")).CreateVersion })),
  publish: lazy(async () => ({ default: (await import("./publish-version.tsx")).PublishVersion })),
  sunset: lazy(async () => ({ default: (await import("./sunset-version.tsx")).SunsetVersion })),
  delete: lazy(async () => ({ default: (await import("./delete-version.tsx")).DeleteVersion })),
  import: lazy(async () => ({ default: (await import("./import-version.tsx")).ImportVersion })),
  share: lazy(async () => ({ default: (await import("./share-version.tsx")).ShareVersion })),
  export: lazy(async () => ({ default: (await import("./export-version.tsx")).ExportVersion })),
} as const;

/** The versions of a specification: made, compared, published and deleted here. */
export function VersionsPage() {
  const { open, of } = route.useSearch();
  const navigate = useNavigate({ from: "/$org/$project/specs/$spec/$version/versions" });
  const { place } = useVersionPlace();
  const versions = useVersions();
  const canWrite = useCan("specs:write");
  const canPublish = useCan("specs:publish");
  const [shown, setShown] = useState<string | null>(null);
  const show = (dialog: VersionDialog | undefined, id?: string) =>
    void navigate({ search: dialog === undefined ? {} : { open: dialog, of: id } });
  useShortcut(canWrite ? "c" : null, "Create version", () => show("create"));
  const here = versions.data?.find(({ id }) => id === place.versionId);
  const isPublishable = canPublish && here?.status === "draft";
  const create = canWrite && (
    <Button kind={isPublishable ? "plain" : "primary"} onPress={() => show("create")}>
      Create version
    </Button>
  );
  const publish = isPublishable && (
    <Button kind="primary" onPress={() => show("publish")}>
      Publish {here.version}
    </Button>
  );
  const wanted = versions.data?.find(({ id }) => id === (of ?? place.versionId));
  const peeked = versions.data?.find(({ id }) => id === shown);
  const Dialog = open === undefined ? null : dialogs[open];
  return (
    <Page
      title="Versions"
      note={canWrite ? isPublishable && create : "View only"}
      // A telephone has room for one button next to the breadcrumb.
      actions={publish || create}
    >
      <QueryView query={versions}>
        {(rows) => <VersionTable versions={rows} onOpen={show} onPeek={({ id }) => setShown(id)} />}
      </QueryView>
      {peeked !== undefined && <VersionPanel version={peeked} onClose={() => setShown(null)} />}
      <Suspense>
        {Dialog !== null && wanted !== undefined && versions.data !== undefined && (
          <Dialog
            key={wanted.id}
            version={wanted}
            versions={versions.data}
            onClose={() => show(undefined)}
          />
        )}
      </Suspense>
    </Page>
  );
}
