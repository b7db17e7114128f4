import type { ReactNode } from "react";
import { Page } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Status } from "../../parts/status.tsx";
import { Time } from "../../parts/time.tsx";
import { useTree, useVersion } from "./use-version.ts";
import styles from "./version-home.module.css";

/** What the version is, and what is in it. */
export function VersionHome() {
  const version = useVersion();
  const { data: tree } = useTree();
  return (
    <QueryView query={version}>
      {(value) => (
        <Page
          title={value.title ?? `Version ${value.version}`}
          note={<Status of={value.status} />}
          width="detail"
        >
          {value.description !== null && <p className={styles["text"]}>{value.description}</p>}
          <dl className={styles["facts"]}>
            <Fact name="Version">{value.version}</Fact>
            <Fact name="OpenAPI">{value.openapiVersion}</Fact>
            <Fact name="Endpoints">{value.endpointCount}</Fact>
            <Fact name="Components">{tree?.components.length ?? "–"}</Fact>
            <Fact name="Changed">
              <Time at={value.modifiedAt} />
            </Fact>
          </dl>
        </Page>
      )}
    </QueryView>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
