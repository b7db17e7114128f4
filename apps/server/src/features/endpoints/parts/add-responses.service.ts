import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { addResponse } from "@lintel/contract/operations/response";
import { silently } from "../../../platform/events/emission.ts";
import type { ProjectContext } from "../../../platform/kernel/implementation.ts";
import type { Platform } from "../../../platform/kernel/platform.ts";
import { editEndpoint } from "./endpoint-draft.ts";
import { addEndpointResponse } from "./response.service.ts";
import { withinEach } from "./within-part.ts";

type Output = OutputOf<typeof addResponse>;

/** Adds the responses of a call in one transaction. */
export const addResponses = (
  platform: Pick<Platform, "clock">,
  context: ProjectContext,
  { moreResponses = [], ...input }: InputOf<typeof addResponse>,
): Promise<Output> =>
  editEndpoint(moreResponses.length === 0 ? context : silently(context), input, async (draft) => {
    const first = await addEndpointResponse(platform, draft, input);
    const made: Output["moreResponses"] = [];
    const warnings = await withinEach("moreResponses", moreResponses, async (each) => {
      const answer = await addEndpointResponse(platform, draft, each);
      const { id, statusCode, rowVersion } = answer;
      made.push({ id, statusCode, rowVersion });
      return answer;
    });
    if (made.length > 0) {
      const { specId, endpointId } = input;
      const responseIds = [first, ...made].map(({ id }) => id);
      const { projectId } = context;
      const target = { type: "response", id: first.id, name: first.statusCode };
      context.emit("response.created", {
        subject: { type: "endpoint", id: endpointId, name: null },
        data: { specId, responseIds },
        entry: { target, details: { projectId, specId, endpointId, responseIds } },
      });
    }
    return { ...first, moreResponses: made, warnings: [...first.warnings, ...warnings] };
  });
