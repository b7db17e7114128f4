import { joinFixes } from "./choose-fixes.ts";
import { errorsFirst } from "./errors-first.ts";
import { Button } from "../../parts/button.tsx";
import { Status } from "../../parts/status.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import type { Lint, TextFinding, TextFix } from "./source.types.ts";
import styles from "./source.module.css";

export interface SourceProblemsProps {
  /** null: not known yet. */
  readonly lint: Lint | null;
  readonly error: Error | null;
  readonly isLocked: boolean;
  readonly onOpen: (finding: TextFinding) => void;
  readonly onFix: (fix: TextFix) => void;
}

/** The problems of the text below it, errors first. */
export function SourceProblems({ lint, error, isLocked, onOpen, onFix }: SourceProblemsProps) {
  const findings = errorsFirst(lint?.findings ?? []);
  /** All fixes of a rule, on its first problem alone. */
  const joinRule = (rule: string, at: number): TextFix | null => {
    if (findings.findIndex((each) => each.rule === rule) !== at) return null;
    const { edits, count } = joinFixes(findings.filter((each) => each.rule === rule));
    return count < 2 ? null : { title: `Fix all ${count}`, edits };
  };
  return (
    <section className={styles["problems"]} aria-label="Problems of the text">
      <div className={styles["problemsHead"]} role="status">
        {error === null ? describe(lint) : <Refusal error={error} />}
      </div>
      {findings.length > 0 && (
        <ul className={styles["list"]} tabIndex={0} aria-label="Problems">
          {findings.map((finding, at) => (
            <li key={at} className={styles["item"]}>
              <button type="button" className={styles["open"]} onClick={() => onOpen(finding)}>
                <Status of={finding.severity} />
                <span className={styles["line"]}>Line {finding.line}</span>
                <span className={styles["message"]} title={finding.message}>
                  {finding.message}
                </span>
                <code className={styles["rule"]}>{finding.rule}</code>
              </button>
              {!isLocked &&
                finding.fixes.map((fix) => (
                  <Button key={fix.title} kind="quiet" onPress={() => onFix(fix)}>
                    {fix.title}
                  </Button>
                ))}
              {!isLocked && (
                <FixRule fix={joinRule(finding.rule, at)} rule={finding.rule} onFix={onFix} />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface FixRuleProps {
  readonly fix: TextFix | null;
  readonly rule: string;
  readonly onFix: (fix: TextFix) => void;
}

function FixRule({ fix, rule, onFix }: FixRuleProps) {
  if (fix === null) return null;
  return (
    <Button kind="quiet" aria-label={`${fix.title} of ${rule}`} onPress={() => onFix(fix)}>
      {fix.title}
    </Button>
  );
}

function describe(lint: Lint | null): string {
  if (lint === null) return "Checking …";
  if (lint.total === 0) return "No problems.";
  const errors = lint.findings.filter(({ severity }) => severity === "error").length;
  const more = lint.total > lint.findings.length ? `; ${lint.findings.length} are listed` : "";
  return `${count(lint.total, "problem")}, ${count(errors, "error")}${more}`;
}

const count = (number: number, noun: string): string =>
  `${number} ${number === 1 ? noun : `${noun}s`}`;
