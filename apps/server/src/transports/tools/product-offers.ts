import { agentPrompts } from "@lintel/contract/prompts";
import { agentResources } from "@lintel/contract/resources";
import { offerPrompt } from "./offer-prompt.ts";
import { offerResource } from "./offer-resource.ts";
import type { Offers } from "./offers.ts";
import { readResource } from "./serve-resources.ts";

const resources = agentResources.map(offerResource);

/** The product's prompts and resources. */
const productOffers: Offers = {
  tools: [],
  resources,
  prompts: agentPrompts.map((declared) =>
    offerPrompt(declared, (toolRequest, uri) => readResource(resources, toolRequest, uri)),
  ),
};

/** The product's offers, followed by others. */
export function withProductOffers(others: Offers | undefined): Offers {
  if (others === undefined) return productOffers;
  return {
    ...others,
    resources: [...productOffers.resources, ...others.resources],
    prompts: [...productOffers.prompts, ...others.prompts],
  };
}
