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
      description: "The action; link and unlink connect it to a component.",
    }),
    endpointId: Type.Optional(idOf("The endpoint; required for add, update and delete.")),
    responseId: Type.Optional(idOf("The response; required for add, update and delete.")),
    responseHeaderId: Type.Optional(idOf("The header; required for every action except add.")),
    name: Type.Optional(nameOf("The header's name; required for add and update.")),
    schemaType: Type.Optional(schemaTypeOf("The type of its values; required for add and update.")),
    required: Type.Optional(
      Type.Boolean({ default: false, description: "Whether every such response has it." }),
    ),
    description: Type.Optional(textOf("What it means, in Markdown.")),
    schemaFormat: Type.Optional(lineOf("For example date-time, uuid or int32.", 200)),
    example: Type.Optional(textOf("A sample value: JSON, or the bare text of a string.")),
    headerComponentId: Type.Optional(
      idOf("The header component to refer to; required for link, optional for add."),
    ),
    serializedExample: Type.Optional(textOf("A sample as it is sent (OpenAPI 3.2).")),
  },
  output: withWarnings({ header: nullable(ResponseHeader) }),
  problems: ["VERSION_LOCKED", "NAME_TAKEN", "OPENAPI_VERSION_UNSUPPORTED"],
});
