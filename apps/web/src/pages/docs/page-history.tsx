import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Item, Output } from "../../api/api.ts";
import { useApi, useOrganization } from "../../api/scope.ts";
import { keepDraft } from "../../drafts/draft-store.ts";
import { Button } from "../../parts/button.tsx";
import { Page } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Empty } from "../../parts/view-state.tsx";
import { placeItems } from "./doc-lines.ts";
import { TextDiff } from "./text-diff.tsx";
import { useDocPlace, useDocTree } from "./use-doc.ts";
import type { DocPageRecord, PageFields } from "./use-page-draft.ts";
import styles from "./page-editor.module.css";

export interface PageHistoryProps {
  readonly page: DocPageRecord;
  readonly lock: "role" | "state" | null;
  readonly onShow: (mode: "edit" | undefined) => void;
}

interface Text {
  readonly title: string;
  readonly content: string;
}

/** A text that the page had in a version. */
interface VersionText extends Text {
  readonly versionId: string;
  readonly name: string;
}

/** What the page said before it was saved again, and in other versions, against its present text. */
export function PageHistory({ page, lock, onShow }: PageHistoryProps) {
  const { session } = useOrganization();
  const earlier = useEarlierTexts(page);
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = chosen ?? earlier.data?.choices[0]?.value;
  const text = useChosenText(page, shown, earlier.data?.texts);
  const restore = ({ title, content }: Text) => {
    const base = { title: page.title, content: page.content };
    keepDraft<PageFields>(`${session.user.id}:page:${page.id}`, { base, mine: { title, content } });
    onShow("edit");
  };
  const actions = <Button onPress={() => onShow(undefined)}>Show page</Button>;
  return (
    <Page title={`History of ${page.title}`} actions={actions}>
      <QueryView query={earlier}>
        {({ choices }) =>
          shown === undefined ? (
            <Empty text="The page was not saved with another text yet, and no other version has one." />
          ) : (
            <div className={styles["history"]}>
              <nav aria-label="Earlier texts" className={styles["texts"]}>
                {choices.map(({ value, name }) => (
                  <button
                    key={value}
                    type="button"
                    aria-current={value === shown}
                    onClick={() => setChosen(value)}
                  >
                    {name}
                  </button>
                ))}
              </nav>
              <div className="form">
                <QueryView query={text}>
                  {(found) => (
                    <EarlierText page={page} text={found} lock={lock} onRestore={restore} />
                  )}
                </QueryView>
              </div>
            </div>
          )
        }
      </QueryView>
    </Page>
  );
}

interface EarlierTextProps extends Pick<PageHistoryProps, "page" | "lock"> {
  readonly text: Text;
  readonly onRestore: (text: Text) => void;
}

function EarlierText({ page, text, lock, onRestore }: EarlierTextProps) {
  return (
    <>
      {text.title !== page.title && <p>The title was “{text.title}”.</p>}
      <TextDiff
        label="Lines that differ from the present text"
        before={text.content}
        after={page.content}
      />
      {text.content !== page.content && (
        <p className={styles["note"]}>− only in the earlier text, + only in the present one</p>
      )}
      {lock !== "role" && (
        <div>
          <Button
            kind="primary"
            reason={lock === "state" ? "Published versions no longer change." : null}
            onPress={() => onRestore(text)}
          >
            Restore the earlier text
          </Button>
        </div>
      )}
    </>
  );
}

/** Reads the text that is chosen, where the list does not have it. */
function useChosenText(
  page: DocPageRecord,
  chosen: string | undefined,
  texts: readonly VersionText[] = [],
) {
  const { place } = useDocPlace();
  const api = useApi();
  const ofVersion = texts.find(({ versionId }) => versionId === chosen);
  const input = { ...place, pageId: page.id, revisionId: chosen ?? "" };
  const revision = api.query("getDocPageRevision", input);
  return useQuery<Text>({
    queryKey: ofVersion === undefined ? revision.queryKey : [...revision.queryKey, "version"],
    queryFn: () => ofVersion ?? api.call("getDocPageRevision", input),
    enabled: chosen !== undefined,
  });
}

const nameRevision = ({ writtenAt, writtenBy }: Item<"listDocPageRevisions">): string =>
  `${exact.format(new Date(writtenAt))}${writtenBy === null ? "" : `, ${writtenBy}`}`;

const exact = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

/** Versions that are looked at, the newest first. */
const maxVersions = 20;

function useEarlierTexts(page: DocPageRecord) {
  const api = useApi();
  const { place } = useDocPlace();
  const { data: tree } = useDocTree();
  const { projectId, docId, versionId } = place;
  const path = placeItems(tree?.items ?? []).find(({ item }) => item.id === page.id)?.path;
  const read = async (version: Output<"getDocVersion">): Promise<VersionText[]> => {
    const there = { projectId, docId, versionId: version.id };
    const { items } = await api.call("getDocTree", there);
    const found = placeItems(items).find((each) => each.path === path && each.item.page !== null);
    if (found === undefined) return [];
    const { title, content } = await api.call("getDocPage", { ...there, pageId: found.item.id });
    const date = (version.publishedAt ?? version.createdAt).slice(0, 10);
    const name = `Version ${version.label} (${version.status}, ${date})`;
    return [{ versionId: version.id, name, title, content }];
  };
  return useQuery({
    queryKey: [api.organization, "getDocPage", place, page.id, page.rowVersion, "history"],
    enabled: path !== undefined,
    queryFn: async () => {
      const [{ versions }, revisions] = await Promise.all([
        api.call("getDocumentation", { projectId, docId }),
        api.call("listDocPageRevisions", { ...place, pageId: page.id, take: 50 }),
      ]);
      const others = versions.filter(({ id }) => id !== versionId).slice(0, maxVersions);
      const seen = new Set([page.content]);
      const texts = (await Promise.all(others.map(read)))
        .flat()
        .filter(({ content }) => !seen.has(content) && seen.add(content));
      const choices = [
        ...revisions.items.map((revision) => ({
          value: revision.id,
          name: nameRevision(revision),
        })),
        ...texts.map(({ versionId: value, name }) => ({ value, name })),
      ];
      return { texts, choices };
    },
  });
}
