import { lazy, Suspense, useState } from "react";
import { useCan } from "../../api/scope.ts";
import { useShortcut } from "../../keys/shortcuts.ts";
import { Button } from "../../parts/button.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { SecurityTabs } from "../findings/security-tabs.tsx";
import { ProfileTable } from "./profile-table.tsx";
import { ScanTable } from "./scan-table.tsx";
import { ScoreChart } from "./score-chart.tsx";
import styles from "./scan.module.css";

const CreateProfile = lazy(async () => ({
  default: (await import("./create-profile.tsx")).CreateProfile,
}));

/** What is scanned, how it went, and how the score has changed. */
export function ScansPage() {
  const canWrite = useCan("projects:write");
  const [isOpen, setIsOpen] = useState(false);
  useShortcut(canWrite ? "c" : null, "Create scan profile", () => setIsOpen(true));
  const actions = canWrite && (
    <Button kind="primary" onPress={() => setIsOpen(true)}>
      Create scan profile
    </Button>
  );
  return (
    <Page title="Security" note={canWrite ? undefined : "View only"} actions={actions}>
      <SecurityTabs current="scans" />
      <div className={styles["parts"]}>
        <Section title="Profiles">
          <ProfileTable
            whenEmpty={
              canWrite && <Button onPress={() => setIsOpen(true)}>Create scan profile</Button>
            }
          />
        </Section>
        <ScoreChart />
        <Section title="Runs">
          <ScanTable />
        </Section>
      </div>
      <Suspense>{isOpen && <CreateProfile onClose={() => setIsOpen(false)} />}</Suspense>
    </Page>
  );
}
