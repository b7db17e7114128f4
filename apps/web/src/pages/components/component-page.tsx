import { getRouteApi } from "@tanstack/react-router";
import { QueryView } from "../../parts/query-view.tsx";
import { ComponentEditor } from "./component-editor.tsx";
import { useComponent } from "./use-component.ts";

const route = getRouteApi("/$org/$project/specs/$spec/$version/components/$component");

export function ComponentPage() {
  const { component } = route.useParams();
  return (
    <QueryView query={useComponent(component)}>
      {(value) => <ComponentEditor key={value.id} component={value} />}
    </QueryView>
  );
}
