import type { Output } from "../../api/api.ts";
import styles from "./change-list.module.css";

const signs = { added: "+", modified: "±", removed: "−" } as const;

/** What a merge does to the parts of a version, and where both sides changed the same. */
export function MergedChanges({ report }: { readonly report: Output<"importSpec"> }) {
  const { changes, changeCount, conflicts } = report;
  if (changeCount === 0) return <p>The document changes nothing in this version.</p>;
  return (
    <>
      <p>
        {changeCount === 1 ? "1 part changes" : `${changeCount} parts change`}
        {conflicts.length > 0 && `, ${conflicts.length} of them on both sides`}:
      </p>
      <ul className={styles["list"]} aria-label="Changed parts" tabIndex={0}>
        {conflicts.map(({ entity, name, pointer, kept }) => (
          <li key={`conflict ${pointer}`}>
            <b>Conflict</b>
            <span className={styles["text"]}>
              {entity} <code>{name}</code> <code className={styles["advice"]}>{pointer}</code>:{" "}
              {kept === "mine" ? "the edit made here is kept" : "the document is taken"}
            </span>
          </li>
        ))}
        {changes.map(({ kind, entity, name, details }) => (
          <li key={`${kind} ${entity} ${name}`}>
            <span>
              {signs[kind]} {kind}
            </span>
            <span className={styles["text"]}>
              {entity} <code className={styles["place"]}>{name}</code>
              {details.length > 0 && (
                <span className={styles["advice"]}> {details.join(", ")}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {changes.length < changeCount && <p>{changeCount - changes.length} more are not listed.</p>}
    </>
  );
}
