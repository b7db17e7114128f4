export interface Page<T> {
  readonly items: readonly T[];
  readonly totalCount: number;
}

// The most that a page may hold.
const take = 100;

/** Every item of a list, page by page; at most so many where a few are enough. */
export async function fetchPages<T>(
  fetchPage: (paging: { skip: number; take: number }) => Promise<Page<T>>,
  most = Infinity,
): Promise<T[]> {
  const items: T[] = [];
  for (;;) {
    const page = await fetchPage({ skip: items.length, take });
    items.push(...page.items);
    // An empty page ends it too: items may have been deleted meanwhile.
    if (page.items.length === 0 || items.length >= Math.min(page.totalCount, most)) return items;
  }
}
