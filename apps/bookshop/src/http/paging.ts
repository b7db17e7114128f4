import type { Answer } from "./operation.ts";

export interface PageQuery {
  page: number;
  pageSize: number;
}

interface PageView<T> {
  maxPageSize: number;
  present: (item: T) => unknown;
  /**
   * The address of the list, for links to its other pages (RFC 8288). Without it, there are no
   * links.
   */
  url?: string;
}

export function answerPage<T>(items: readonly T[], asked: PageQuery, view: PageView<T>): Answer {
  const pageSize = Math.min(asked.pageSize, view.maxPageSize);
  const start = (asked.page - 1) * pageSize;
  const lastPage = Math.max(1, Math.ceil(items.length / pageSize));
  const links = view.url === undefined ? {} : buildLinks(view.url, asked.page, pageSize, lastPage);
  return {
    status: 200,
    headers: links,
    body: {
      items: items.slice(start, start + pageSize).map((item) => view.present(item)),
      page: asked.page,
      pageSize,
      totalCount: items.length,
    },
  };
}

function buildLinks(
  url: string,
  page: number,
  pageSize: number,
  lastPage: number,
): Record<string, string> {
  const pages: Record<string, number> = {
    first: 1,
    ...(page > 1 && { prev: Math.min(page - 1, lastPage) }),
    ...(page < lastPage && { next: page + 1 }),
    last: lastPage,
  };
  const [path = "", query = ""] = url.split("?");
  const links = Object.entries(pages).map(([relation, number]) => {
    const target = new URLSearchParams(query);
    target.set("page", String(number));
    target.set("pageSize", String(pageSize));
    return `<${path}?${target.toString()}>; rel="${relation}"`;
  });
  return { link: links.join(", ") };
}
