import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useApi } from "../../api/scope.ts";
import { QueryView } from "../../parts/query-view.tsx";
import { LoadingRows } from "../../parts/view-state.tsx";
import { PageView } from "./page-view.tsx";
import { useDocLock, useDocPlace } from "./use-doc.ts";

const route = getRouteApi("/$org/$project/docs/$doc/$version/pages/$page");
const PageEditor = lazy(async () => ({ default: (await import("./page-editor.tsx")).PageEditor }));
const PageHistory = lazy(async () => ({
  default: (await import("./page-history.tsx")).PageHistory,
}));

/** A page: as readers see it, in the editor, or its earlier texts. */
export function DocPage() {
  const { page: pageId } = route.useParams();
  const { mode } = route.useSearch();
  const navigate = useNavigate({ from: "/$org/$project/docs/$doc/$version/pages/$page" });
  const { place } = useDocPlace();
  const lock = useDocLock();
  const page = useQuery(useApi().query("getDocPage", { ...place, pageId }));
  const show = (next: "edit" | "history" | undefined) =>
    void navigate({ search: next === undefined ? {} : { mode: next } });
  return (
    <QueryView key={pageId} query={page}>
      {(value) => (
        <Suspense fallback={<LoadingRows />}>
          {mode === "edit" && lock === null ? (
            <PageEditor page={value} onShow={show} />
          ) : mode === "history" ? (
            <PageHistory page={value} lock={lock} onShow={show} />
          ) : (
            <PageView page={value} lock={lock} onShow={show} />
          )}
        </Suspense>
      )}
    </QueryView>
  );
}
