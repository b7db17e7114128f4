import { expect } from "vitest";
import type { ResponseBody } from "../../../testing/request.ts";
import type { MadeDesign, PayloadScene } from "./payload.testing.ts";

export const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
export const responses = { "200": { description: "A pet" } };
export const json = "application/json";

/** The `rowVersion` of what was just made, and of what was changed once. */
export const first = "AAAAAAAAAAE=";
export const second = "AAAAAAAAAAI=";

export const components = {
  schemas: { Pet: { type: "object" } },
  requestBodies: {
    Pet: {
      description: "A pet",
      required: true,
      content: { [json]: { schema: { type: "object" } } },
    },
  },
};

/** The address of an endpoint's body. */
export const at = ({ endpoints }: MadeDesign, method = "put"): string =>
  `/endpoints/${endpoints[method]}/request-body`;

/** The body of the exported document, which must be valid. */
export async function bodyOf(pets: MadeDesign): Promise<ResponseBody> {
  const { operation, errors } = await pets.read();
  expect(errors).toEqual([]);
  return operation("put")["requestBody"] as ResponseBody;
}

type Version = Parameters<PayloadScene["make"]>[0];

export type MakeWithBody = (
  openapi?: Version,
  requestBody?: object,
  more?: object,
) => Promise<MadeDesign>;

/** Makes specifications with an endpoint that has this body, or none. */
export const makeWithBody =
  (scene: PayloadScene): MakeWithBody =>
  (openapi = "3.1.2", requestBody, more = components) =>
    scene.make(
      openapi,
      { parameters: [id], put: { requestBody, responses }, get: { responses } },
      more,
    );
