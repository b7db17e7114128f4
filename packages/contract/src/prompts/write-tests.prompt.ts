import { prompt, toolOf } from "../declare/prompt.ts";
import { expandUri } from "../declare/resource.ts";
import { createCase } from "../operations/case.ts";
import { listEnvironments } from "../operations/environment.ts";
import { getRunReport, runSuite } from "../operations/run.ts";
import { createSuite, listSuites } from "../operations/suite.ts";
import { endpointResource } from "../resources/endpoint.resource.ts";
import { specVersionResource } from "../resources/spec-version.resource.ts";

export const writeTests = prompt({
  name: "write_tests",
  title: "Write tests for an operation",
  description: "Write a suite that tests one operation against its description, and run it.",
  arguments: [
    { name: "specId", description: "The specification.", isRequired: true, kind: "id" },
    {
      name: "versionId",
      description: "The version of the specification.",
      isRequired: true,
      kind: "id",
    },
    { name: "endpointId", description: "The endpoint to test.", isRequired: true, kind: "id" },
  ],
  tools: [listEnvironments, listSuites, createSuite, createCase, runSuite, getRunReport],
  steps: ({ endpointId }) => [
    `The operation is endpoint ${endpointId}; its description is attached. Decide what it promises: each response, each required field, each parameter with its bounds.`,
    `Call ${toolOf(listEnvironments)} and choose one that is not production; if there is none, ask which address to test.`,
    `Call ${toolOf(listSuites)}; if the operation already has a suite, add to it, otherwise call ${toolOf(createSuite)} with the method and path as the name.`,
    `Call ${toolOf(createCase)} for each promise: one that succeeds, one for each described error, one at each bound. Assert the status, the media type and the members of the body; put what a test needs into a case of phase setUp and undo it in one of tearDown.`,
    `Call ${toolOf(runSuite)} with the environment. For failures call ${toolOf(getRunReport)} with format json.`,
    "Decide for each failure whether the case is wrong, and fix it, or the operation, and report it. Never weaken an assertion to make it pass.",
  ],
  attach: ({ specId = "", versionId = "", endpointId = "" }) => [
    expandUri(specVersionResource.uri, { specId, versionId }),
    expandUri(endpointResource.uri, { specId, endpointId }),
  ],
});
