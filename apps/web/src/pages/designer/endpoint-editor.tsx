import type { EndpointDetail } from "@lintel/contract/shapes/endpoint";
import { Method } from "../../parts/method.tsx";
import { Page } from "../../parts/page.tsx";

export function EndpointEditor({ endpoint }: { readonly endpoint: EndpointDetail }) {
  return (
    <Page title={endpoint.path} note={<Method name={endpoint.method} />} width="detail">
      <p>{endpoint.summary}</p>
    </Page>
  );
}
