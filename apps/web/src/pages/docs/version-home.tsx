import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import type { DocTreeItem } from "@lintel/contract/shapes/docs";
import { useApi } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { Properties } from "../../parts/properties.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Status } from "../../parts/status.tsx";
import { Time } from "../../parts/time.tsx";
import { Empty } from "../../parts/view-state.tsx";
import { FolderList } from "./folder-list.tsx";
import { placeItems } from "./doc-lines.ts";
import { PortalLink } from "./portal-link.tsx";
import { useDocLock, useDocPlace, useDocTree } from "./use-doc.ts";
import { VersionActions } from "./version-actions.tsx";

const CreateInDocs = lazy(async () => ({
  default: (await import("./create-in-docs.tsx")).CreateInDocs,
}));

/** A version before a page is opened: its state, who reads it, and where to go on. */
export function DocVersionHome() {
  const { place, params } = useDocPlace();
  const version = useQuery(useApi().query("getDocVersion", place));
  const tree = useDocTree();
  return (
    <QueryView query={version}>
      {(value) => {
        const { label, status, readers, portalUrl, publishedAt, createdAt } = value;
        const rail = (
          <Properties
            items={[
              { name: "Status", value: <Status of={status} /> },
              { name: "Readers", value: readers },
              { name: "Portal", value: portalUrl === null ? null : <PortalLink url={portalUrl} /> },
              { name: "Published", value: publishedAt === null ? null : <Time at={publishedAt} /> },
              { name: "Created", value: <Time at={createdAt} /> },
            ]}
          />
        );
        const pages = placeItems(tree.data?.items ?? []).filter(({ item }) => item.page !== null);
        return (
          <Page title={`Version ${label}`} rail={rail} actions={<VersionActions version={value} />}>
            <Section title="Pages">
              {pages.length === 0 ? (
                <NoPages items={tree.data?.items ?? []} />
              ) : (
                <ul>
                  {pages.slice(0, 50).map(({ item }) => (
                    <li key={item.id}>
                      <Link
                        to="/$org/$project/docs/$doc/$version/pages/$page"
                        params={{ ...params, page: item.id }}
                      >
                        {item.page?.title}
                      </Link>
                    </li>
                  ))}
                </ul>
              )}
            </Section>
            <FolderList items={tree.data?.items ?? []} />
          </Page>
        );
      }}
    </QueryView>
  );
}

function NoPages({ items }: { readonly items: readonly DocTreeItem[] }) {
  const [isCreating, setIsCreating] = useState(false);
  const canCreate = useDocLock() === null;
  return (
    <Empty text="No pages yet. Create one, or push a folder with the command line.">
      {canCreate && (
        <Button kind="primary" onPress={() => setIsCreating(true)}>
          Create page
        </Button>
      )}
      <Suspense>
        {isCreating && (
          <CreateInDocs kind="page" items={items} onClose={() => setIsCreating(false)} />
        )}
      </Suspense>
    </Empty>
  );
}
