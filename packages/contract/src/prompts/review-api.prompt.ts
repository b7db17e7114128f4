import { prompt, toolOf } from "../declare/prompt.ts";
import { expandUri } from "../declare/resource.ts";
import { getEndpoint, listEndpoints } from "../operations/endpoint.ts";
import { compareSpecVersions, lintSpecVersion } from "../operations/spec-document.ts";
import { listSpecVersions } from "../operations/spec-version.ts";
import { specVersionResource } from "../resources/spec-version.resource.ts";
import { specResource } from "../resources/spec.resource.ts";

export const reviewApi = prompt({
  name: "review_api",
  title: "Review an API",
  description: "Review the design of an API, and say what to change and why. Change nothing.",
  arguments: [
    { name: "specId", description: "The specification.", isRequired: true, kind: "id" },
    {
      name: "versionId",
      description: "The version to review; the newest unless given.",
      isRequired: false,
      kind: "id",
    },
  ],
  tools: [listSpecVersions, lintSpecVersion, compareSpecVersions, listEndpoints, getEndpoint],
  steps: ({ specId, versionId }) => {
    const version =
      versionId === undefined ? "`newestVersionId` of the attached record" : versionId;
    return [
      `The specification is ${specId}, the version ${version}. Call ${toolOf(listSpecVersions)} for the versions before it.`,
      `Call ${toolOf(lintSpecVersion)}: violations of the organization's rules come first in the review.`,
      `If there is a published version before it, call ${toolOf(compareSpecVersions)} with that as the baseline, and report every change that breaks a client.`,
      `Call ${toolOf(listEndpoints)}, then ${toolOf(getEndpoint)} with up to 25 ids at a time, until you have read every endpoint.`,
      "Review names, methods, status codes, errors, paging, security and examples for consistency with the rest of the API.",
      "Answer with a list: the location (method and path), what is wrong, what to write instead; the worst first.",
    ];
  },
  attach: ({ specId = "", versionId }) =>
    versionId === undefined
      ? [expandUri(specResource.uri, { specId })]
      : [expandUri(specVersionResource.uri, { specId, versionId })],
});
