import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { useShortcut } from "../../keys/shortcuts.ts";
import { Button } from "../../parts/button.tsx";
import { readFilter } from "../../parts/filter-terms.ts";
import { Status } from "../../parts/status.tsx";
import { Table, type Column } from "../../parts/table.tsx";
import { Empty } from "../../parts/view-state.tsx";
import { placeOfPointer } from "../../design/place-of-pointer.ts";
import { useTree, useVersionPlace } from "../../design/use-version.ts";
import type { Lint, TextFinding, TextFix } from "../source/source.types.ts";
import { errorsFirst } from "../source/errors-first.ts";
import styles from "./lint.module.css";

export interface ProblemTableProps {
  readonly lint: Lint;
  readonly filter: string;
  readonly onRule: (rule: string) => void;
  /** null: the version cannot be changed. */
  readonly onFix: ((finding: TextFinding, fix: TextFix) => void) | null;
  /** Fixes all problems of a rule; null: the version cannot be changed. */
  readonly onFixRule: ((rule: string) => void) | null;
  /** The problem whose fix is being saved, or the rule. */
  readonly fixing: TextFinding | string | null;
  /** Whether all problems are of one endpoint or component, whose name is not repeated. */
  readonly isOfOne?: boolean;
}

/**
 * A problem a row, errors first. `f` fixes the one that has the focus, or the first that can be fixed; with Shift, all
 * problems of its rule.
 */
export function ProblemTable(props: ProblemTableProps) {
  const { lint, filter, onRule, onFix, onFixRule, fixing, isOfOne = false } = props;
  const { findings, total } = lint;
  const shown = useMemo(() => errorsFirst(filterFindings(findings, filter)), [findings, filter]);
  useShortcut(onFix === null ? null : "f", "Fix problem", () => {
    const finding = findFocused(shown);
    const [fix] = finding?.fixes ?? [];
    if (finding !== undefined && fix !== undefined) onFix?.(finding, fix);
  });
  useShortcut(onFixRule === null ? null : "shift+f", "Fix all problems of the rule", () => {
    const finding = findFocused(shown);
    if (finding !== undefined && finding.fixes.length > 0) onFixRule?.(finding.rule);
  });
  if (findings.length === 0)
    return <Empty text="No problems. The document follows every rule that is on." />;
  if (shown.length === 0) return <Empty text={`No problem matches “${filter}”.`} />;
  return (
    <>
      <Table
        label="Problems"
        columns={makeColumns(onRule, onFix, fixing, isOfOne)}
        rows={shown}
        keyOf={keyOf}
        onPeek={({ rule }) => onRule(rule)}
      />
      {total > findings.length && (
        <p className={styles["more"]}>
          {(total - findings.length).toLocaleString("en")} more are not listed. Fix some of these
          first.
        </p>
      )}
    </>
  );
}

/** The problem of the row that has the focus; without one, the first that can be fixed. */
function findFocused(shown: readonly TextFinding[]): TextFinding | undefined {
  const row = document.activeElement?.closest<HTMLElement>("[data-row]");
  const at = row?.dataset["row"];
  return at === undefined ? shown.find(({ fixes }) => fixes.length > 0) : shown[Number(at)];
}

function filterFindings(findings: readonly TextFinding[], filter: string): readonly TextFinding[] {
  const { terms, words } = readFilter(filter, ["severity", "rule"]);
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (key: string, value: string) => terms.get(key)?.includes(value) ?? true;
  return findings.filter(({ rule, severity, message, pointer }) => {
    const own = `${rule} ${message} ${pointer.replaceAll("~1", "/")}`.toLowerCase();
    return (
      has("severity", severity) && has("rule", rule) && wanted.every((word) => own.includes(word))
    );
  });
}

const keyOf = ({ rule, pointer, message, line }: TextFinding): string =>
  `${rule} ${pointer} ${line} ${message}`;

function makeColumns(
  onRule: ProblemTableProps["onRule"],
  onFix: ProblemTableProps["onFix"],
  fixing: TextFinding | string | null,
  isOfOne: boolean,
): Column<TextFinding>[] {
  const columns: Column<TextFinding>[] = [
    {
      name: "Problem",
      cell: (finding) => (
        <span className={isOfOne ? styles["whole"] : ""}>
          <ProblemLink finding={finding} />
        </span>
      ),
    },
    { name: "Severity", width: "100px", cell: ({ severity }) => <Status of={severity} /> },
    {
      name: "Place",
      width: isOfOne ? "112px" : "20%",
      isMinor: true,
      cell: (finding) => <Place finding={finding} isShort={isOfOne} />,
    },
    { name: "Line", width: "56px", isMinor: true, cell: (finding) => <Line finding={finding} /> },
    {
      name: "Rule",
      width: isOfOne ? "136px" : "184px",
      isMinor: true,
      cell: ({ rule }) => (
        <span className={styles["above"]}>
          <Button kind="quiet" onPress={() => onRule(rule)}>
            {rule}
          </Button>
        </span>
      ),
    },
  ];
  if (onFix !== null)
    columns.push({
      name: "Fix",
      width: isOfOne ? "clamp(104px, 12vw, 148px)" : "clamp(104px, 12.5vw, 168px)",
      cell: (finding) => (
        <Fix
          finding={finding}
          isSaving={finding === fixing || finding.rule === fixing}
          onFix={onFix}
        />
      ),
    });
  return columns;
}

interface FixProps {
  readonly finding: TextFinding;
  readonly isSaving: boolean;
  readonly onFix: NonNullable<ProblemTableProps["onFix"]>;
}

function Fix({ finding, isSaving, onFix }: FixProps) {
  const [fix] = finding.fixes;
  if (fix === undefined) return null;
  return (
    <span className={styles["above"]}>
      <Button kind="quiet" isDisabled={isSaving} onPress={() => onFix(finding, fix)}>
        {isSaving ? "Saving …" : fix.title}
      </Button>
    </span>
  );
}

const version = "/$org/$project/specs/$spec/$version";

/** Where the page of an endpoint shows a member of its operation. */
const tabs: Readonly<Record<string, "parameters" | "body" | "responses" | "security">> = {
  parameters: "parameters",
  requestBody: "body",
  responses: "responses",
  security: "security",
};

/** Opens what has the problem on its page; without one, the line of the source. */
function ProblemLink({ finding: { pointer, message, line } }: { finding: TextFinding }) {
  const { params } = useVersionPlace();
  const { data: tree } = useTree();
  const place = placeOfPointer(pointer, tree);
  const tab = place.kind === "endpoint" ? tabs[place.member] : undefined;
  if (place.kind === "endpoint")
    return (
      <Link
        className={styles["link"]}
        title={message}
        to={`${version}/endpoints/$endpoint`}
        params={{ ...params, endpoint: place.id }}
        search={tab === undefined ? {} : { tab }}
      >
        {message}
      </Link>
    );
  if (place.kind === "component")
    return (
      <Link
        className={styles["link"]}
        title={message}
        to={`${version}/components/$component`}
        params={{ ...params, component: place.id }}
      >
        {message}
      </Link>
    );
  return (
    <Link
      className={styles["link"]}
      title={message}
      to={`${version}/source`}
      params={params}
      search={{ line }}
    >
      {message}
    </Link>
  );
}

function Line({ finding: { line } }: { finding: TextFinding }) {
  const { params } = useVersionPlace();
  return (
    <Link
      className={`${styles["above"]} ${styles["link"]}`}
      to={`${version}/source`}
      params={params}
      search={{ line }}
      title="Open in the source"
    >
      {line}
    </Link>
  );
}

/** @param isShort - without the name of the endpoint or component */
function Place({ finding, isShort }: { finding: TextFinding; isShort: boolean }) {
  const { data: tree } = useTree();
  const place = placeOfPointer(finding.pointer, tree);
  const own = place.kind === "document" ? "" : place.rest;
  const whole = own === "" ? place.name : `${place.name} › ${own}`;
  return <span title={whole}>{isShort ? own || "–" : whole}</span>;
}
