import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../../api/scope.ts";
import { QueryView } from "../../parts/query-view.tsx";
import { TextDiff } from "./text-diff.tsx";
import type { FileChange } from "./use-changes.ts";
import { useDocPlace } from "./use-doc.ts";
import styles from "./publish-page.module.css";

export interface ChangedFilesProps {
  readonly files: readonly FileChange[];
  /** The version that they are compared with; null: none. */
  readonly otherId: string | null;
}

const kinds = { added: "Added", changed: "Changed", removed: "Removed" } as const;

/** Files by path; a text opens with its lines. */
export function ChangedFiles({ files, otherId }: ChangedFilesProps) {
  if (files.length === 0) return <p>No file differs.</p>;
  return (
    <ul className={styles["changes"]}>
      {files.map((file) => (
        <li key={file.path}>
          <ChangedFile file={file} otherId={otherId} />
        </li>
      ))}
    </ul>
  );
}

interface ChangedFileProps {
  readonly file: FileChange;
  readonly otherId: string | null;
}

function ChangedFile({ file: { path, kind }, otherId }: ChangedFileProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isText = /\.(?:mdx?|ya?ml)$/i.test(path);
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <span className={styles["kind"]}>{kinds[kind]}</span>
        <span className={styles["path"]} title={path}>
          {path}
        </span>
      </summary>
      {isOpen && (isText ? <FileDiff path={path} otherId={otherId} /> : <p>Not a text.</p>)}
    </details>
  );
}

function FileDiff({ path, otherId }: { readonly path: string; readonly otherId: string | null }) {
  const api = useApi();
  const { place } = useDocPlace();
  const mine = useQuery(api.query("readDocFiles", { ...place, paths: [path] }));
  const theirs = useQuery({
    ...api.query("readDocFiles", { ...place, versionId: otherId ?? "", paths: [path] }),
    enabled: otherId !== null,
  });
  return (
    <QueryView query={mine}>
      {({ files: [after] }) =>
        otherId === null ? (
          <TextDiff label={`Lines of ${path}`} before="" after={after?.text ?? ""} />
        ) : (
          <QueryView query={theirs}>
            {({ files: [before] }) => (
              <TextDiff
                label={`Lines of ${path}`}
                before={before?.text ?? ""}
                after={after?.text ?? ""}
              />
            )}
          </QueryView>
        )
      }
    </QueryView>
  );
}
