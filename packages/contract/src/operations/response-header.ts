import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { nullable } from "../shapes/common.ts";
import { idOf, lineOf, nameOf, schemaTypeOf, textOf, withWarnings } from "../shapes/design.ts";
import { ResponseHeader } from "../shapes/response.ts";

const actions = ["add", "update", "delete", "link", "unlink"] as const;

export const manageResponseHeader = operation({
  name: "manageResponseHeader",
  title: "Change a response's headers",
  summary:
    "Add, change or delete a header of a response, or link it to a shared header component. add and update need name and schemaType.",
  group: "Endpoints",
  permission: "specs:write",
  context: "project",
  effect: "destructive",
  isIdempotent: false,
  isStable: true,
  event: "response_header.changed",
  tool: { name: "manage_response_header", toolset: "endpoints" },
  rest: {
    method: "POST",
    path: "/api/projects/{projectId}/specs/{specId}/response-headers",
  },
  input: {
    specId: idOf("The specification."),
    action: Type.Enum([...actions], {
      description: "What to do; link and unlink tie it to a component.",
    }),
    endpointId: Type.Optional(idOf("The endpoint; needed by add, update and delete.")),
    responseId: Type.Optional(idOf("The response; needed by add, update and delete.")),
    responseHeaderId: Type.Optional(idOf("The header; needed by every action but add.")),
    name: Type.Optional(nameOf("The name on the wire; needed by add and update.")),
    schemaType: Type.Optional(schemaTypeOf("The type of its values; needed by add and update.")),
    required: Type.Optional(
      Type.Boolean({ default: false, description: "Whether every such response has it." }),
    ),
    description: Type.Optional(textOf("What it means, in Markdown.")),
    schemaFormat: Type.Optional(lineOf("For example date-time, uuid or int32.", 200)),
    example: Type.Optional(textOf("A sample value: JSON, or the bare text of a string.")),
    headerComponentId: Type.Optional(
      idOf("The header component to refer to; needed by link, add may have it."),
    ),
    serializedExample: Type.Optional(textOf("A sample as it is on the wire (OpenAPI 3.2).")),
  },
  output: withWarnings({ header: nullable(ResponseHeader) }),
  problems: ["VERSION_LOCKED", "NAME_TAKEN", "OPENAPI_VERSION_UNSUPPORTED"],
});
