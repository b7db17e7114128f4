import { parseAllowRules } from "../allow-rules.ts";
import type { EgressOptions } from "../create-egress.ts";
import { createEgress } from "../create-egress.ts";
import type { EgressErrorCode } from "../egress-error.ts";
import { EgressError } from "../egress-error.ts";
import type { Egress, EgressRequest, EgressResponse } from "../egress.types.ts";

export interface TestEgress extends Egress, AsyncDisposable {
  get(url: string, more?: Partial<EgressRequest>): Promise<EgressResponse>;
  /** The error with which a request ends. Fails if the request is answered. */
  refuse(url: string, more?: Partial<EgressRequest>): Promise<EgressError>;
  refuseCode(url: string, more?: Partial<EgressRequest>): Promise<EgressErrorCode>;
}

/** @param allow - rules as the operator writes them */
export function openEgress(allow: string, options: Partial<EgressOptions> = {}): TestEgress {
  const egress = createEgress({
    allow: parseAllowRules(allow),
    isOwnAddress: () => false,
    ...options,
  });
  const get: TestEgress["get"] = (url, more) => egress.send({ method: "GET", url, ...more });
  const refuse: TestEgress["refuse"] = async (url, more) => {
    const error: unknown = await get(url, more).catch((caught: unknown) => caught);
    if (error instanceof EgressError) return error;
    throw new Error(`${url} was answered, or failed otherwise: ${JSON.stringify(error)}`);
  };
  return {
    ...egress,
    get,
    refuse,
    refuseCode: async (url, more) => (await refuse(url, more)).code,
    [Symbol.asyncDispose]: () => egress.close(),
  };
}

export function textOf(response: EgressResponse): string {
  return Buffer.from(response.body).toString();
}
