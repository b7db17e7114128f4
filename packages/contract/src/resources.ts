import type { AgentResource } from "./declare/resource.ts";
import { designRulesResource } from "./resources/design-rules.resource.ts";
import { endpointResource } from "./resources/endpoint.resource.ts";
import { openApiDocumentResource } from "./resources/openapi-document.resource.ts";
import { runReportResource } from "./resources/run-report.resource.ts";
import { specVersionResource } from "./resources/spec-version.resource.ts";
import { specResource } from "./resources/spec.resource.ts";

/** Every resource, in the order in which they are told. */
export const agentResources: readonly AgentResource[] = [
  designRulesResource,
  specResource,
  specVersionResource,
  openApiDocumentResource,
  endpointResource,
  runReportResource,
];
