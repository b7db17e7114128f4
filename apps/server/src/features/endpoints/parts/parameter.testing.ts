import type { MadeDesign, PayloadScene } from "./payload.testing.ts";

/** The path parameter of `/pets/{id}`. */
export const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
export const responses = { "200": { description: "A pet" } };
export const schemas = { Pet: { type: "object" }, Color: { type: "string" } };

/** The `rowVersion` of what was just imported. */
export const first = "AAAAAAAAAAE=";

/** Where the parameters of an endpoint are added. */
export const at = ({ endpoints }: MadeDesign, method = "get"): string =>
  `/endpoints/${endpoints[method]}/parameters`;

type Version = Parameters<PayloadScene["make"]>[0];

export type MakeWithParameters = (
  openapi: Version,
  parameters?: readonly object[],
  components?: object,
) => Promise<MadeDesign>;

/** Makes specifications with one endpoint that has these parameters. */
export const makeWithParameters =
  (scene: PayloadScene): MakeWithParameters =>
  (openapi, parameters = [id], components = { schemas }) =>
    scene.make(openapi, { get: { parameters, responses } }, components);
