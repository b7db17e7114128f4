import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useApi } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { placeItems, type PlacedItem } from "./doc-lines.ts";
import { useDocPlace, useDocTree } from "./use-doc.ts";
import type { Rendering } from "./use-rendering.ts";
import styles from "./publish-page.module.css";

interface BrokenPage {
  readonly page: PlacedItem;
  readonly warnings: Rendering["warnings"];
}

interface Check {
  readonly done: number;
  readonly broken: readonly BrokenPage[];
  readonly error: Error | null;
}

const start: Check = { done: 0, broken: [], error: null };

/** Pages that are rendered at the same time. */
const width = 3;

/** Renders every page of the version, and lists what has no target. */
export function BrokenLinks() {
  const { params } = useDocPlace();
  const { data: tree } = useDocTree();
  const pages = placeItems(tree?.items ?? []).filter(({ item }) => item.page !== null);
  const { check, again } = useCheck(tree === undefined ? null : pages);
  const isRunning = check.done < pages.length && check.error === null;
  return (
    <>
      {isRunning && (
        <p role="status">
          {check.done.toLocaleString("en")} of {pages.length.toLocaleString("en")} pages checked…
        </p>
      )}
      <Refusal error={check.error} />
      {check.error !== null && <Button onPress={again}>Retry</Button>}
      {!isRunning && check.error === null && check.broken.length === 0 && tree !== undefined && (
        <p>No broken links on {pages.length === 1 ? "1 page" : `${pages.length} pages`}.</p>
      )}
      <ul className={styles["changes"]}>
        {check.broken.map(({ page, warnings }) => (
          <li key={page.item.id}>
            <Link
              to="/$org/$project/docs/$doc/$version/pages/$page"
              params={{ ...params, page: page.item.id }}
              search={{ mode: "edit" }}
            >
              {page.item.page?.title}
            </Link>
            <ul className={styles["broken"]}>
              {warnings.map(({ code, line, message }, at) => (
                <li key={`${code}-${at}`}>
                  Line {line}: {message}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  );
}

/** @param pages - null: not read yet */
function useCheck(pages: readonly PlacedItem[] | null) {
  const api = useApi();
  const { place } = useDocPlace();
  const [check, setCheck] = useState(start);
  const [round, setRound] = useState(0);
  const ids = pages === null ? null : pages.map(({ item }) => item.id).join(" ");
  useEffect(() => {
    if (pages === null) return undefined;
    const stop = new AbortController();
    const left = [...pages];
    setCheck(start);
    const work = async () => {
      for (let page = left.shift(); page !== undefined; page = left.shift()) {
        if (stop.signal.aborted) return;
        const { warnings } = await api.call("renderDocPage", { ...place, pageId: page.item.id });
        if (stop.signal.aborted) return;
        const found = warnings.length === 0 ? [] : [{ page, warnings }];
        setCheck((before) => ({
          ...before,
          done: before.done + 1,
          broken: [...before.broken, ...found],
        }));
      }
    };
    Promise.all(Array.from({ length: width }, work)).catch((error: unknown) => {
      if (!stop.signal.aborted) setCheck((before) => ({ ...before, error: error as Error }));
      stop.abort();
    });
    return () => stop.abort();
    // `ids` changes with the pages, and the version of the address with the place.
  }, [api, place.versionId, ids, round]);
  return { check, again: () => setRound(round + 1) };
}
