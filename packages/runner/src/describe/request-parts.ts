import type { TestAuth, TestBody } from "@lintel/contract/shapes/test-request";
import type { Described } from "./described.types.ts";

/** Every kind of authentication of a request. */
export const authTable: Readonly<Record<TestAuth["type"], Described<TestAuth>>> = {
  none: {
    summary: "Sends no credential, whatever the suite's defaults or the run specify.",
    example: { type: "none" },
  },
  basic: {
    summary: "Sends user name and password in the `Authorization` header (RFC 7617).",
    example: { type: "basic", username: "reader", password: "{{password}}" },
  },
  bearer: {
    summary: "Sends a token in the `Authorization` header (RFC 6750).",
    example: { type: "bearer", token: "{{accessToken}}" },
  },
  apiKey: {
    summary: "Sends a key in a header or in the query, under a name of your choice.",
    example: { type: "apiKey", in: "header", name: "X-API-Key", value: "{{apiKey}}" },
  },
  oauth2: {
    summary:
      "Fetches a token with the client credentials grant (RFC 6749) from the token URL of the environment, once per run, and sends it like `bearer`.",
    example: {
      type: "oauth2",
      clientId: "{{clientId}}",
      clientSecret: "{{clientSecret}}",
      scope: "orders:read",
    },
  },
};

/** Every kind of body. */
export const bodyTable: Readonly<Record<TestBody["type"], Described<TestBody>>> = {
  json: {
    summary:
      "Sends a value as JSON. A value that consists only of `{{name}}` keeps the type of the variable.",
    example: { type: "json", value: { title: "Emma", amount: "{{amount}}" } },
  },
  form: {
    summary: "Sends fields as an HTML form does (`application/x-www-form-urlencoded`).",
    example: { type: "form", fields: { name: "Rosa", city: "Booktown" } },
  },
  text: {
    summary: "Sends a text unchanged; `contentType` is its media type.",
    example: { type: "text", text: "<order/>", contentType: "application/xml" },
  },
};
