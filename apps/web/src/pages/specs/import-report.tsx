import type { Output } from "../../api/api.ts";
import { Status } from "../../parts/status.tsx";
import { namePlace } from "../../design/place-of-pointer.ts";
import styles from "./import-spec.module.css";

/** What an import did, and what is wrong with the document. */
export function ImportReport({ report }: { readonly report: Output<"importSpec"> }) {
  const { version, changeCount, conflicts, warnings, isCut, externalReferences } = report;
  const open = externalReferences.filter(({ isFetched }) => !isFetched);
  return (
    <div className={styles["report"]}>
      <p>
        Version {version?.version ?? "–"} with {version?.endpointCount ?? 0} endpoints
        {changeCount > 0 && `, ${changeCount} changes`}
        {conflicts.length > 0 && `, ${conflicts.length} conflicts, in which your edits were kept`}.
      </p>
      {open.length > 0 && <p>{open.length} references to other documents were kept as they are.</p>}
      {warnings.length === 0 ? (
        <p>The document is valid OpenAPI. The design rules may find more: open its problems.</p>
      ) : (
        <>
          <p>
            {warnings.length}
            {isCut ? " or more" : ""} {warnings.length === 1 ? "place" : "places"} where the
            document is not valid. It was imported as it is, so that you can correct it here:
          </p>
          <ul className={styles["findings"]} tabIndex={0} aria-label="Problems">
            {warnings.map(({ code, severity, pointer, message }) => (
              <li key={`${code} ${pointer} ${message}`}>
                <Status of={severity} /> {message}{" "}
                <span className={styles["place"]}>{namePlace(pointer)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
