import Type, { type Static } from "typebox";
import { requestMethods } from "../words/request-methods.ts";
import { record } from "./common.ts";

/**
 * Any text may contain `{{name}}`; a value that consists only of `{{name}}` keeps the variable's
 * type.
 */
const Template = Type.String({ maxLength: 100_000 });

/** The request's credential. `oauth2` fetches a token from the environment's own token URL. */
export const TestAuth = Type.Union([
  record({ type: Type.Literal("none") }),
  record({ type: Type.Literal("basic"), username: Template, password: Template }),
  record({ type: Type.Literal("bearer"), token: Template }),
  record({
    type: Type.Literal("apiKey"),
    in: Type.Enum(["header", "query"]),
    name: Template,
    value: Template,
  }),
  record({
    type: Type.Literal("oauth2"),
    clientId: Template,
    clientSecret: Template,
    scope: Type.Optional(Template),
  }),
]);
export type TestAuth = Static<typeof TestAuth>;

export const TestBody = Type.Union([
  record({ type: Type.Literal("json"), value: Type.Unknown() }),
  record({ type: Type.Literal("form"), fields: Type.Record(Type.String(), Template) }),
  record({
    type: Type.Literal("text"),
    text: Template,
    contentType: Type.Optional(Type.String({ maxLength: 200 })),
  }),
]);
export type TestBody = Static<typeof TestBody>;

const HeaderOrQueryValue = Type.Union([
  Template,
  Type.Number(),
  Type.Boolean(),
  Type.Array(Type.Union([Template, Type.Number(), Type.Boolean()]), { maxItems: 100 }),
]);

export const TestRequest = record({
  method: Type.Enum([...requestMethods]),
  url: Type.String({
    minLength: 1,
    maxLength: 8000,
    description: "An absolute http or https address, or a path below the environment's base URL.",
  }),
  headers: Type.Optional(Type.Record(Type.String(), HeaderOrQueryValue)),
  query: Type.Optional(Type.Record(Type.String(), HeaderOrQueryValue)),
  body: Type.Optional(TestBody),
  auth: Type.Optional(TestAuth),
  timeoutMs: Type.Optional(Type.Integer({ minimum: 1, maximum: 300_000 })),
  followRedirects: Type.Optional(Type.Boolean()),
});
export type TestRequest = Static<typeof TestRequest>;
