import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Output } from "../../api/api.ts";
import { describeError } from "../../api/refusal.ts";
import { useApi, useCan } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Select } from "../../parts/select.tsx";
import { Status } from "../../parts/status.tsx";
import { showToast } from "../../parts/toast.tsx";
import { BrokenLinks } from "./broken-links.tsx";
import { ChangedFiles } from "./changed-files.tsx";
import { PortalLink } from "./portal-link.tsx";
import { useChanges } from "./use-changes.ts";
import { useDocPlace, useDocVersion } from "./use-doc.ts";
import { useVersionStatus } from "./use-version-status.ts";
import { visibilityNames } from "./visibility-names.ts";
import styles from "./publish-page.module.css";

/** What the version changes for readers, what is broken in it, and the button that publishes it. */
export function PublishPage() {
  const { place } = useDocPlace();
  const documentation = useQuery(
    useApi().query("getDocumentation", { projectId: place.projectId, docId: place.docId }),
  );
  const version = useDocVersion();
  return (
    <QueryView query={version}>
      {(value) => (
        <QueryView query={documentation}>
          {(doc) => <Changes version={value} documentation={doc} />}
        </QueryView>
      )}
    </QueryView>
  );
}

interface ChangesProps {
  readonly version: Output<"getDocVersion">;
  readonly documentation: Output<"getDocumentation">;
}

function Changes({ version, documentation }: ChangesProps) {
  const others = documentation.versions.filter(({ id }) => id !== version.id);
  const published = others.filter(({ status }) => status === "published");
  const usual = published.find(({ label }) => label === version.label) ?? published[0];
  const [chosen, setChosen] = useState<string | null>(null);
  const otherId = chosen ?? usual?.id ?? "";
  const changes = useChanges(otherId === "" ? null : otherId);
  const choices = [
    { value: "", name: "Nothing: every file is new" },
    ...others.map(({ id, label, status }) => ({ value: id, name: `${label} (${status})` })),
  ];
  return (
    <Page
      title={`Changes of version ${version.label}`}
      note={<Status of={version.status} />}
      width="detail"
      actions={<PublishButton version={version} documentation={documentation} />}
    >
      <div className={styles["about"]}>
        <div className={styles["readers"]}>
          <p>Readers: {version.readers}</p>
          {version.portalUrl !== null && <PortalLink url={version.portalUrl} />}
          {isOpen(version.status) && (
            <p>Readers once it is published: {visibilityNames[version.visibility]}.</p>
          )}
        </div>
        <ReviewButton version={version} />
        <Select label="Compared with" value={otherId} choices={choices} onChange={setChosen} />
      </div>
      <Section title="Files">
        <QueryView query={changes}>
          {(files) => <ChangedFiles files={files} otherId={otherId === "" ? null : otherId} />}
        </QueryView>
      </Section>
      <Section title="Broken links, images and embeds">
        <BrokenLinks />
      </Section>
    </Page>
  );
}

/** The one step that readers see. */
function PublishButton({ version: { status, label }, documentation }: ChangesProps) {
  const canPublish = useCan("docs:publish");
  const move = useVersionStatus();
  if (!canPublish || !isOpen(status)) return null;
  const isUnapproved = documentation.requireApproval && status === "draft";
  const publish = () =>
    move.mutate("published", {
      onSuccess: () => showToast(`Version ${label} published`),
      onError: (error) => showToast(`Not published: ${describeError(error)}`),
    });
  return (
    <Button
      kind="primary"
      reason={isUnapproved ? "This documentation requires a review first." : null}
      isDisabled={move.isPending}
      onPress={publish}
    >
      {status === "review" ? "Approve and publish" : "Publish version"}
    </Button>
  );
}

/** To the review, and back. */
function ReviewButton({ version: { status } }: Pick<ChangesProps, "version">) {
  const canWrite = useCan("docs:write");
  const move = useVersionStatus();
  if (!canWrite || !isOpen(status)) return null;
  const [to, text] =
    status === "draft"
      ? (["review", "Submit for review"] as const)
      : (["draft", "Return to draft"] as const);
  return (
    <div>
      <Button isDisabled={move.isPending} onPress={() => move.mutate(to)}>
        {text}
      </Button>
      <Refusal error={move.error} />
    </div>
  );
}

const isOpen = (status: string): boolean => status === "draft" || status === "review";
