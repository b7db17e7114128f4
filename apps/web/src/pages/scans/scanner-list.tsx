import { useQuery } from "@tanstack/react-query";
import type { Item } from "../../api/api.ts";
import { useApi, useProject } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Checkbox } from "../../parts/checkbox.tsx";
import { Section } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { fromLines } from "./profile-fields.ts";
import type { ProfileFormProps } from "./profile-form.tsx";
import styles from "./scanner-list.module.css";

type Scanner = Item<"listScanners">;

/** What each scanner sends, what it needs, and whether it runs. */
export function ScannerList({ fields, change, commit, isLocked }: ProfileFormProps) {
  const { id: projectId } = useProject();
  const scanners = useQuery(useApi().query("listScanners", { projectId }));
  const chosen = fromLines(fields.scannerIds);
  const set = (ids: readonly string[]) => {
    change({ scannerIds: ids.join("\n") });
    commit();
  };
  return (
    <Section
      title="Scanners"
      actions={
        chosen.length > 0 &&
        !isLocked && (
          <Button kind="quiet" onPress={() => set([])}>
            Use all that are not intrusive
          </Button>
        )
      }
    >
      <QueryView query={scanners}>
        {({ items }) => {
          const usual = items.filter(({ isIntrusive }) => !isIntrusive).map(({ id }) => id);
          const active = new Set(chosen.length === 0 ? usual : chosen);
          const toggle = (id: string, isOn: boolean) =>
            set(items.map((one) => one.id).filter((one) => (one === id ? isOn : active.has(one))));
          return (
            <ul className={styles["scanners"]}>
              {items.map((scanner) => (
                <ScannerItem
                  key={scanner.id}
                  scanner={scanner}
                  isOn={active.has(scanner.id)}
                  // An empty list would mean all.
                  isLocked={isLocked || (active.size === 1 && active.has(scanner.id))}
                  onChange={(isOn) => toggle(scanner.id, isOn)}
                />
              ))}
            </ul>
          );
        }}
      </QueryView>
    </Section>
  );
}

const writeWords: Readonly<Record<Scanner["writes"], string>> = {
  never: "only reads",
  sometimes: "can change data",
  always: "changes data",
};

interface ScannerItemProps {
  readonly scanner: Scanner;
  readonly isOn: boolean;
  readonly isLocked: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function ScannerItem({ scanner, isOn, isLocked, onChange }: ScannerItemProps) {
  const facts = [
    writeWords[scanner.writes],
    scanner.identities === 0
      ? "needs no identity"
      : `needs ${scanner.identities} ${scanner.identities === 1 ? "identity" : "identities"}`,
    ...(scanner.isIntrusive ? ["intrusive"] : []),
    ...(scanner.usesListener ? ["finds more with a listener"] : []),
  ];
  return (
    <li>
      <Checkbox label={scanner.title} isChecked={isOn} isDisabled={isLocked} onChange={onChange} />
      <details className={styles["details"]}>
        <summary>{facts.join(" · ")}</summary>
        <p>{scanner.summary}</p>
        <p>Control: {scanner.control}</p>
        <ul>
          {scanner.guidance.map(({ id, title, severity }) => (
            <li key={id}>
              <code>{id}</code> {title} ({severity})
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}
