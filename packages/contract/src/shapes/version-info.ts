import Type from "typebox";
import { nullable, record, RowVersion } from "./common.ts";
import { jsonValue, lineOf, textOf } from "./design.ts";
import { OpenApiVersion } from "./spec.ts";

/** What a document says of itself, as it is written there. */
export const VersionInfo = record({
  title: nullable(Type.String()),
  summary: nullable(Type.String()),
  description: nullable(Type.String()),
  termsOfService: nullable(Type.String()),
  contact: jsonValue("The Contact Object"),
  license: jsonValue("The License Object"),
  servers: Type.Array(Type.Unknown(), { description: "The Server Objects of the document." }),
  externalDocs: jsonValue("The External Documentation Object"),
  openapiVersion: OpenApiVersion,
  rowVersion: RowVersion,
});

const address = (description: string) => Type.Optional(lineOf(description));

/** An object of OpenAPI that may have extensions too. */
const Contact = Type.Object({
  name: Type.Optional(lineOf("Of the person or team.")),
  url: address("A page about them."),
  email: Type.Optional(lineOf("Their e-mail address.", 320)),
});

const License = Type.Object({
  name: lineOf("Of the licence."),
  identifier: Type.Optional(lineOf("Its SPDX expression (OpenAPI 3.1); excludes url.")),
  url: address("The text of the licence."),
});

const ExternalDocs = Type.Object({
  url: lineOf("Where the documentation is."),
  description: Type.Optional(textOf("What it is, in Markdown.")),
});

const ServerVariable = Type.Object({
  default: lineOf("The value that is used if none is chosen."),
  enum: Type.Optional(Type.Array(lineOf("A value."), { maxItems: 1000 })),
  description: Type.Optional(textOf("What it means, in Markdown.")),
});

const Server = Type.Object({
  url: lineOf("The address, such as https://{region}.example.com/v1."),
  name: Type.Optional(lineOf("A unique name (OpenAPI 3.2).", 300)),
  description: Type.Optional(textOf("What the server is for, in Markdown.")),
  variables: Type.Optional(
    Type.Record(Type.String(), ServerVariable, {
      description: "The values of the names in braces of the address.",
    }),
  ),
});

export const versionInfoFields = {
  title: Type.Optional(nullable(lineOf("The title of the API.", 300))),
  summary: Type.Optional(nullable(textOf("What the API is, in a sentence (OpenAPI 3.1)."))),
  description: Type.Optional(nullable(textOf("What the API is for, in Markdown."))),
  termsOfService: Type.Optional(nullable(lineOf("The address of the terms of use."))),
  contact: Type.Optional(nullable(Contact)),
  license: Type.Optional(nullable(License)),
  servers: Type.Optional(
    Type.Array(Server, { maxItems: 200, description: "All servers, in order." }),
  ),
  externalDocs: Type.Optional(nullable(ExternalDocs)),
};
