import type { Output } from "../../api/api.ts";
import { showForeign } from "../../parts/foreign-text.ts";
import { Section } from "../../parts/page.tsx";
import styles from "./finding.module.css";

/** What was observed, and what to do about it. */
export function FindingText({ finding }: { readonly finding: Output<"getFinding"> }) {
  return (
    <>
      <Section title="Observed">
        <p className={styles["text"]}>{showForeign(finding.description)}</p>
      </Section>
      <Section title="Remedy">
        <p className={styles["text"]}>{showForeign(finding.remediation)}</p>
        {finding.references.length > 0 && (
          <ul className={styles["references"]}>
            {finding.references.map((reference) => (
              <li key={reference}>
                {/^https?:\/\//.test(reference) ? (
                  <a href={reference} target="_blank" rel="noreferrer">
                    {reference}
                  </a>
                ) : (
                  reference
                )}
              </li>
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}
