import { prompt, toolOf } from "../declare/prompt.ts";
import { createComponent } from "../operations/component.ts";
import { createEndpoint, getEndpoint } from "../operations/endpoint.ts";
import { addParameter } from "../operations/parameter.ts";
import { setRequestBody } from "../operations/request-body.ts";
import { addResponse } from "../operations/response.ts";
import { lintSpecVersion } from "../operations/spec-document.ts";
import { listSpecVersions } from "../operations/spec-version.ts";
import { createSpec, listSpecs } from "../operations/spec.ts";
import { designRulesResource } from "../resources/design-rules.resource.ts";

export const designApi = prompt({
  name: "design_api",
  title: "Design an API from requirements",
  description: "Design a new API for the attached requirements, as a draft that keeps the rules.",
  arguments: [
    {
      name: "requirements",
      description: "What the API is for and what it has to do.",
      isRequired: true,
      kind: "text",
    },
  ],
  tools: [
    listSpecs,
    createSpec,
    listSpecVersions,
    createComponent,
    createEndpoint,
    addParameter,
    setRequestBody,
    addResponse,
    lintSpecVersion,
    getEndpoint,
  ],
  steps: () => [
    "Read the attached requirements. If they do not say who may call or what identifies a resource, ask before you begin.",
    `Call ${toolOf(listSpecs)}: if one already serves the purpose, say so and stop.`,
    `Call ${toolOf(createSpec)}, then ${toolOf(listSpecVersions)} for the id of its draft.`,
    `Call ${toolOf(createComponent)} for each schema that is used more than once, and for the error schema.`,
    `Call ${toolOf(createEndpoint)} for each operation, with an operationId, a summary, a tag, its parameters, its request body if it has one, and its responses for success and for each error.`,
    `Add what is still missing with ${toolOf(addParameter)}, ${toolOf(setRequestBody)} and ${toolOf(addResponse)}.`,
    `Call ${toolOf(lintSpecVersion)}, fix what it finds, and call it again until only findings that you can justify remain.`,
    `Call ${toolOf(getEndpoint)} with all ids and compare each with the requirements. Publish nothing: report what you created, and what you decided and why.`,
  ],
  attach: () => [designRulesResource.uri],
});
