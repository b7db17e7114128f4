import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useApi, useCan, useProject } from "../../api/scope.ts";
import { readSetting, writeSetting } from "../../keys/settings.ts";
import { Button } from "../../parts/button.tsx";
import { Section } from "../../parts/page.tsx";
import { StepCard, type Step } from "./step-card.tsx";
import styles from "./first-steps.module.css";

/** What to do in a project next: nothing where everything is done, or the person does not want to see it. */
export function FirstSteps() {
  const { id: projectId } = useProject();
  const setting = `steps-of:${projectId}`;
  const [isDismissed, setIsDismissed] = useState(readSetting(setting) !== null);
  const steps = useSteps();
  if (steps === null || steps.next.length === 0) return null;
  if (isDismissed && !steps.isFirst) return null;
  const dismiss = () => {
    writeSetting(setting, "dismissed");
    setIsDismissed(true);
  };
  return (
    <Section
      title={steps.isFirst ? "Start here" : "Next steps"}
      actions={
        !steps.isFirst && (
          <Button kind="quiet" onPress={dismiss}>
            Dismiss
          </Button>
        )
      }
    >
      <div className={styles["steps"]}>
        {steps.next.map((step, at) => (
          <StepCard key={step.title} step={step} isPrimary={at === 0 && steps.isFirst} />
        ))}
      </div>
    </Section>
  );
}

/** null until it is known what the project has. */
function useSteps(): { readonly isFirst: boolean; readonly next: readonly Step[] } | null {
  const api = useApi();
  const { id: projectId } = useProject();
  const { org = "", project = "" } = useParams({ strict: false });
  const params = { org, project };
  const has = {
    specs: useQuery(api.list("listSpecs", { projectId })),
    docs: useQuery(api.query("listDocumentations", { projectId })),
    suites: useQuery(api.query("listSuites", { projectId, take: 1 })),
    // Where the plan has no scans, the answer is a refusal.
    scans: useQuery({ ...api.query("listScanRuns", { projectId, take: 1 }), retry: false }),
  };
  const can = {
    design: useCan("specs:write"),
    test: useCan("tests:write"),
    docs: useCan("docs:write"),
    scan: useCan("projects:write"),
  };
  if (has.specs.data === undefined || has.docs.data === undefined) return null;
  if (has.suites.data === undefined || has.scans.isPending) return null;
  const isFirst = has.specs.data.length === 0;
  const hasDocs = has.docs.data.documentations.length > 0;
  const hasSuites = has.suites.data.items.length > 0;
  const lacksScans = has.scans.data?.items.length === 0;
  const push: Step = {
    title: "Push documentation",
    text: "Write pages in Markdown, or upload a folder with the command.",
    action: "Create documentation",
    command: "lintel docs push ./docs",
    link: { to: "/$org/$project/docs", params, search: { open: "create" } },
  };
  const all: readonly (Step | false)[] = isFirst
    ? [
        can.design && {
          title: "Import a document",
          text: "An OpenAPI or Swagger document becomes endpoints that you can edit, try and test.",
          action: "Import document",
          link: { to: "/$org/$project/specs", params, search: { open: "import" } },
        },
        can.design && {
          title: "Create a specification",
          text: "Design an API from nothing: endpoints first, details later.",
          action: "Create specification",
          link: { to: "/$org/$project/specs", params, search: { open: "create" } },
        },
        can.docs && !hasDocs && push,
      ]
    : [
        can.test &&
          !hasSuites && {
            title: "Write a suite",
            text: "Cases send requests and check the answers, here and in your pipeline.",
            action: "Open suites",
            link: { to: "/$org/$project/suites", params },
          },
        can.scan &&
          lacksScans && {
            title: "Scan for weaknesses",
            text: "Scanners call a running API as several people and prove what they find.",
            action: "Open scans",
            link: { to: "/$org/$project/scans", params },
          },
        can.docs && !hasDocs && push,
      ];
  return { isFirst, next: all.filter((step) => step !== false) };
}
