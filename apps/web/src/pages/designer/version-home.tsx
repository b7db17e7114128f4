import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Output } from "../../api/api.ts";
import { useApi } from "../../api/scope.ts";
import { MarkdownText } from "../../parts/markdown-text.tsx";
import { Page } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Status } from "../../parts/status.tsx";
import { Time } from "../../parts/time.tsx";
import { useTree, useVersion, useVersionPlace } from "../../design/use-version.ts";
import styles from "./version-home.module.css";

/** What the version is, and what is in it. */
export function VersionHome() {
  const version = useVersion();
  const { data: tree } = useTree();
  const { params, place } = useVersionPlace();
  const { data: lint } = useQuery(useApi().query("lintSpecVersion", place));
  return (
    <QueryView query={version}>
      {(value) => (
        <Page
          title={value.title ?? `Version ${value.version}`}
          note={<Status of={value.status} />}
          width="detail"
        >
          {value.description !== null && (
            <div className={styles["text"]}>
              <MarkdownText text={value.description} />
            </div>
          )}
          <dl className={styles["facts"]}>
            <Fact name="Version">{value.version}</Fact>
            <Fact name="OpenAPI">{value.openapiVersion}</Fact>
            <Fact name="Endpoints">{value.endpointCount}</Fact>
            <Fact name="Components">{tree?.components.length ?? "–"}</Fact>
            {lint !== undefined && (
              <Fact name="Problems">
                <Link
                  className={styles["link"]}
                  to="/$org/$project/specs/$spec/$version/lint"
                  params={params}
                >
                  {countProblems(lint)}
                </Link>
              </Fact>
            )}
            <Fact name="Changed">
              <Time at={value.modifiedAt} />
            </Fact>
          </dl>
        </Page>
      )}
    </QueryView>
  );
}

/** `80, 7 of them errors`. Errors are counted among the problems that are listed. */
function countProblems({ findings, total }: Output<"lintSpecVersion">): string {
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const all = total === 0 ? "None" : total.toLocaleString("en");
  return errors === 0 ? all : `${all}, ${errors} of them ${errors === 1 ? "an error" : "errors"}`;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
