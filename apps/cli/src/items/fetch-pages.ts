export interface Page<T> {
  readonly items: readonly T[];
  readonly totalCount: number;
}

// The maximum size of a page.
const take = 100;

/** All items of a list, page by page, up to a maximum. */
export async function fetchPages<T>(
  fetchPage: (paging: { skip: number; take: number }) => Promise<Page<T>>,
  most = Infinity,
): Promise<T[]> {
  const items: T[] = [];
  for (;;) {
    const page = await fetchPage({ skip: items.length, take });
    items.push(...page.items);
    // Also ends at an empty page, because items may have been deleted between the calls.
    if (page.items.length === 0 || items.length >= Math.min(page.totalCount, most)) return items;
  }
}
