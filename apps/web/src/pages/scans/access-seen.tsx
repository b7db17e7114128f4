import type { Output } from "../../api/api.ts";
import { showForeign } from "../../parts/foreign-text.ts";
import { Section } from "../../parts/page.tsx";
import tones from "../../styles/tones.module.css";
import styles from "./scan.module.css";

type Rules = Output<"getScanRunDetails">["access"];

const keyOf = ({ identity, operation }: Rules[number]) => `${identity} ${operation}`;

/** What each identity could call, held against what the profile says. */
export function AccessSeen({ access, rules }: { readonly access: Rules; readonly rules: Rules }) {
  const identities = [...new Set(access.map(({ identity }) => identity))];
  const operations = [...new Set(access.map(({ operation }) => operation))];
  const seen = new Map(access.map((one) => [keyOf(one), one.isAllowed]));
  const said = new Map(rules.map((one) => [keyOf(one), one.isAllowed]));
  return (
    <Section title="Access that was seen">
      <p className={styles["note"]}>
        “–”: the scan did not learn whether the identity may call the operation.
      </p>
      <div
        className={styles["matrix"]}
        tabIndex={0}
        role="region"
        aria-label="Operations by identity"
      >
        <table>
          <thead>
            <tr>
              <th scope="col">Operation</th>
              {identities.map((identity) => (
                <th key={identity} scope="col">
                  {identity}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {operations.map((operation) => (
              <tr key={operation}>
                <th scope="row">
                  <code>{showForeign(operation)}</code>
                </th>
                {identities.map((identity) => (
                  <Cell
                    key={identity}
                    seen={seen.get(`${identity} ${operation}`)}
                    said={said.get(`${identity} ${operation}`)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

interface CellProps {
  readonly seen: boolean | undefined;
  /** What the profile says; undefined: nothing. */
  readonly said: boolean | undefined;
}

function Cell({ seen, said }: CellProps) {
  if (seen === undefined) return <td>–</td>;
  const word = seen ? "Allowed" : "Refused";
  if (said === undefined || said === seen) return <td>{word}</td>;
  return <td className={tones["bad"]}>{word}, against the rule</td>;
}
