import { useQuery } from "@tanstack/react-query";
import type { Output } from "../../api/api.ts";
import { useApi } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Panel } from "../../parts/panel.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Empty } from "../../parts/view-state.tsx";
import styles from "./lint.module.css";

type Rule = Output<"getDesignRules">["lintRules"][number];

export interface RulePanelProps {
  /** "": all rules. */
  readonly name: string;
  /** How many problems of the rule can be fixed at once. */
  readonly fixable: number;
  /** null: the version cannot be changed. */
  readonly onFixAll: (() => void) | null;
  readonly onClose: () => void;
}

/** What a rule requires and why, and how severe the organization has made it. */
export function RulePanel({ name, fixable, onFixAll, onClose }: RulePanelProps) {
  const rules = useQuery(useApi().query("getDesignRules", {}));
  return (
    <Panel title={name === "" ? "Rules of the organization" : name} onClose={onClose}>
      {onFixAll !== null && fixable > 0 && (
        <Button onPress={onFixAll}>
          Fix {fixable} {fixable === 1 ? "problem" : "problems"}
        </Button>
      )}
      <QueryView query={rules}>
        {({ lintRules }) => {
          const shown = lintRules.filter((rule) => name === "" || rule.name === name);
          if (shown.length === 0)
            return <Empty text="This is a rule of OpenAPI itself. It cannot be turned off." />;
          return (
            <ul>
              {shown.map((rule) => (
                <RuleItem key={rule.name} rule={rule} />
              ))}
            </ul>
          );
        }}
      </QueryView>
    </Panel>
  );
}

function RuleItem({ rule }: { readonly rule: Rule }) {
  const { name, description, reason, severity, default: usual } = rule;
  return (
    <li className={styles["rule"]}>
      <p>
        <code>{name}</code>{" "}
        <span className={styles["severity"]}>
          {severity}
          {severity !== usual && `, by default ${usual}`}
        </span>
      </p>
      <p>{description}</p>
      <p className={styles["severity"]}>{reason}</p>
    </li>
  );
}
