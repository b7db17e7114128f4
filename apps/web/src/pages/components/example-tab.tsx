import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useApi } from "../../api/scope.ts";
import { QueryView } from "../../parts/query-view.tsx";
import { LoadingRows } from "../../parts/view-state.tsx";
import { useVersionPlace } from "../../design/use-version.ts";
import type { ComponentDetail } from "./use-component.ts";

const Previews = lazy(async () => ({ default: (await import("./previews.tsx")).Previews }));

export interface ExampleTabProps {
  readonly component: ComponentDetail;
  /** Its content as it is being edited, in JSON. */
  readonly text: string;
}

/** A value that a component describes, made with the schemas of the whole document. */
export function ExampleTab({ component, text }: ExampleTabProps) {
  const { place } = useVersionPlace();
  const exported = useQuery(useApi().query("exportSpec", { ...place, format: "json" }));
  return (
    <QueryView query={exported}>
      {(document) => (
        <Suspense fallback={<LoadingRows />}>
          <Previews component={component} text={text} document={document.text} />
        </Suspense>
      )}
    </QueryView>
  );
}
