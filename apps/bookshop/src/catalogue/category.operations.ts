import { answerCreated, answerDone, answerOk, operation } from "../http/operation.ts";
import type { Handlers } from "../http/operation.ts";
import { BookshopProblem, refuseMissing } from "../http/problem.ts";
import type { Shop } from "../http/shop.ts";
import type { Category } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import { listBooks } from "./book.rules.ts";

interface OneCategory {
  params: { slug: string };
}

export function categoryHandlers({ store }: Shop): Handlers {
  const present = (category: Category) => ({
    ...category,
    bookCount: countBooks(store, category.slug),
  });
  return {
    listCategories: operation(() => {
      const sorted = [...store.categories.values()].sort((a, b) => (a.slug < b.slug ? -1 : 1));
      return answerOk(sorted.map(present));
    }),
    createCategory: operation<{ body: Category }>(({ body }) => {
      if (store.categories.has(body.slug)) {
        throw new BookshopProblem("CATEGORY_EXISTS", `The slug ${body.slug} is taken.`);
      }
      store.categories.set(body.slug, body);
      return answerCreated(`/categories/${body.slug}`, present(body));
    }),
    getCategory: operation<OneCategory>(({ params }) =>
      answerOk(present(findCategory(store, params.slug))),
    ),
    deleteCategory: operation<OneCategory>(({ params }) => {
      const { slug } = findCategory(store, params.slug);
      // Unlisted books count here, although they are not shown.
      if (listBooks(store).some((book) => book.categories.includes(slug))) {
        throw new BookshopProblem("CATEGORY_IN_USE", "Move its books to other categories first.");
      }
      store.categories.delete(slug);
      return answerDone();
    }),
  };
}

function findCategory(store: Store, slug: string): Category {
  const category = store.categories.get(slug);
  if (!category) throw refuseMissing(`category ${slug}`);
  return category;
}

function countBooks(store: Store, slug: string): number {
  return listBooks(store).filter((book) => book.isListed && book.categories.includes(slug)).length;
}
