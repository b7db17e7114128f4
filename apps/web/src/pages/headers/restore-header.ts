import type { Api } from "../../api/api.ts";
import { saveHeader, type Header, type HeaderPlace } from "./header-place.ts";
import { readPolicies, savePolicy, type HeaderPolicy, type PolicyPlace } from "./policy-place.ts";

/** Whose policies can add a header of a place; null: those of a version are in no policy. */
const policyPlaceOf = (place: HeaderPlace): PolicyPlace | null => {
  if (place.level === "spec") return null;
  return { projectId: place.level === "project" ? place.projectId : null };
};

/** The policies that a deletion of the header will take it from. */
export async function listPoliciesWith(
  api: Api,
  place: HeaderPlace,
  headerId: string,
): Promise<readonly HeaderPolicy[]> {
  const policyPlace = policyPlaceOf(place);
  if (policyPlace === null) return [];
  const all = await readPolicies(api, policyPlace);
  return all.filter(({ headers }) => headers.some(({ componentId }) => componentId === headerId));
}

/** Makes a deleted header component again, and adds it to the policies that had it, where it was. */
export async function restoreHeader(
  api: Api,
  place: HeaderPlace,
  header: Header,
  policies: readonly HeaderPolicy[],
): Promise<void> {
  const id = await saveHeader(api, place, null, fieldsOf(header));
  const policyPlace = policyPlaceOf(place);
  if (policyPlace === null || policies.length === 0) return;
  const now = await readPolicies(api, policyPlace);
  for (const before of policies) {
    const policy = now.find((each) => each.id === before.id);
    if (policy === undefined) continue;
    const at = before.headers.findIndex(({ componentId }) => componentId === header.id);
    const componentIds = policy.headers.map(({ componentId }) => componentId).toSpliced(at, 0, id);
    const { name, appliesTo, specIds } = policy;
    await savePolicy(api, policyPlace, policy, { name, appliesTo, specIds, componentIds });
  }
}

function fieldsOf(header: Header) {
  const { name, schemaType, schemaFormat, required, description, example, isDeprecated } = header;
  return {
    name,
    schemaType: schemaType ?? "string",
    required,
    isDeprecated,
    ...(schemaFormat === null ? {} : { schemaFormat }),
    ...(description === null ? {} : { description }),
    ...(example === null || example === undefined ? {} : { example: JSON.stringify(example) }),
  } as const;
}
