import { visibilities, type Visibility } from "@lintel/contract/words/visibilities";

/**
 * Orders versions by how many people may read them, and keeps the order of the others. The first one has the short
 * address, which thus leads every reader to the same version.
 */
export function widestFirst<Version extends { readonly visibility: string }>(
  versions: readonly Version[],
): Version[] {
  const rank = ({ visibility }: Version) => visibilities.indexOf(visibility as Visibility);
  return versions.toSorted((left, right) => rank(right) - rank(left));
}
