import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { createEndpoint } from "@lintel/contract/operations/endpoint";
import type { Warning } from "@lintel/contract/shapes/design";
import type { EndpointDetail } from "@lintel/contract/shapes/endpoint";
import { quote } from "@lintel/json/shorten";
import { encodeRowVersion } from "../../platform/database/row-version.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { Problem } from "../../platform/problem.ts";
import { assignScheme } from "./endpoint-security.service.ts";
import { editEndpoint, type EndpointDraft } from "./parts/endpoint-draft.ts";
import type { StoredParameter } from "./parts/endpoint-parts.store.ts";
import { addEndpointParameter, changeParameter } from "./parts/parameter.service.ts";
import { writeRequestBody } from "./parts/request-body.service.ts";
import { addEndpointResponse } from "./parts/response.service.ts";
import { within, withinEach } from "./parts/within-part.ts";

type Clock = Pick<Platform, "clock">;
type Input = InputOf<typeof createEndpoint>;
type Parameter = NonNullable<Input["parameters"]>[number];

/** The new endpoint. */
interface Place {
  readonly specId: string;
  readonly endpointId: string;
  /** Whether its path is new too, so that the path's parameters belong to it. */
  readonly isPathNew: boolean;
}

/**
 * Adds the described parts to a new endpoint, as the operation of each part does, all in one
 * transaction.
 */
export async function makeParts(
  platform: Clock,
  context: ProjectContext,
  place: Place,
  input: Input,
): Promise<Warning[]> {
  const { specId, endpointId } = place;
  const { parameters = [], requestBody, responses = [], securitySchemes = [] } = input;
  const hasParts = parameters.length + responses.length > 0 || requestBody !== undefined;
  const makeAll = async (draft: EndpointDraft) => [
    ...(await makeParameters(platform, draft, place, parameters)),
    ...(requestBody === undefined
      ? []
      : await within("requestBody", () => writeRequestBody(platform, draft, requestBody))),
    ...(await withinEach("responses", responses, (response) =>
      addEndpointResponse(platform, draft, response),
    )),
  ];
  const warnings = hasParts ? await editEndpoint(context, place, makeAll) : [];
  const ofSchemes = await withinEach("securitySchemes", securitySchemes, (scheme) =>
    assignScheme(platform, context, { specId, endpointId, ...scheme }),
  );
  return [...warnings, ...ofSchemes];
}

async function makeParameters(
  platform: Clock,
  draft: EndpointDraft,
  { isPathNew }: Place,
  parameters: readonly Parameter[],
): Promise<Warning[]> {
  const made = draft.parts.parameters.filter(
    (row) => row.location === "path" && (isPathNew || row.endpointId !== null),
  );
  const open = new Map(made.map((row) => [row.name, row]));
  return withinEach("parameters", parameters, (parameter) => {
    const row = parameter.location === "path" ? open.get(parameter.name) : undefined;
    if (row === undefined) {
      checkNew(parameter, made);
      return addEndpointParameter(platform, draft, parameter);
    }
    open.delete(parameter.name);
    const rowVersion = encodeRowVersion(row.rowVersion);
    return changeParameter(draft, { ...parameter, parameterId: row.id, rowVersion });
  });
}

/** A variable of the path has one parameter. */
function checkNew({ name, location }: Parameter, made: readonly StoredParameter[]): void {
  if (location !== "path" || made.every((row) => row.name !== name)) return;
  throw new Problem("NAME_TAKEN", `The parameter ${quote(name)} in path is described twice.`);
}

type Made = Pick<
  OutputOf<typeof createEndpoint>,
  "parameters" | "requestBody" | "responses" | "securitySchemes"
>;

/** The ids of an endpoint's parts for further calls. */
export const listMadeParts = (detail: Pick<EndpointDetail, keyof Made>): Made => ({
  parameters: detail.parameters.map(({ id, name, location, rowVersion }) => ({
    id,
    name,
    location,
    rowVersion,
  })),
  requestBody:
    detail.requestBody === null
      ? null
      : { id: detail.requestBody.id, rowVersion: detail.requestBody.rowVersion },
  responses: detail.responses.map(toMadeResponse),
  securitySchemes: detail.securitySchemes.map(({ securitySchemeAssignmentId, name }) => ({
    securitySchemeAssignmentId,
    name,
  })),
});

const toMadeResponse = ({ id, statusCode, rowVersion }: Made["responses"][number]) => ({
  id,
  statusCode,
  rowVersion,
});
