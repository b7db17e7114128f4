// Generated from the declarations by `npm run contract`; not to be edited.

import { designRulesResource } from "./resources/design-rules.resource.ts";
import { specResource } from "./resources/spec.resource.ts";
import { specVersionResource } from "./resources/spec-version.resource.ts";
import { openApiDocumentResource } from "./resources/openapi-document.resource.ts";
import { endpointResource } from "./resources/endpoint.resource.ts";
import { runReportResource } from "./resources/run-report.resource.ts";
import type { AgentResource } from "./declare/resource.ts";

export const agentResources: readonly AgentResource[] = [
  designRulesResource,
  specResource,
  specVersionResource,
  openApiDocumentResource,
  endpointResource,
  runReportResource,
];
