import { demoAdminKey, demoOauthClientId, demoOauthClientSecret } from "./demo-credentials.ts";
import type {
  Author,
  Book,
  Category,
  Customer,
  CustomerWish,
  OauthClient,
  Order,
  Reservation,
  Review,
  StockAlert,
} from "./records.ts";
import { seedAuthors, seedBooks, seedCategories } from "./catalogue.seed.ts";
import { seedCustomers, seedOrders, seedReviews } from "./customer.seed.ts";

/** Rows by id. Ids count upwards and are never reused. */
export interface Table<T extends { id: number }> {
  rows: Map<number, T>;
  add(fields: Omit<T, "id">): T;
}

export interface Store {
  authors: Table<Author>;
  books: Table<Book>;
  reviews: Table<Review>;
  customers: Table<Customer>;
  orders: Table<Order>;
  stockAlerts: Table<StockAlert>;
  wishes: Table<CustomerWish>;
  categories: Map<string, Category>;
  reservations: Map<string, Reservation>;
  /** Quantity by book, by customer. */
  carts: Map<number, Map<number, number>>;
  oauthClients: Map<string, OauthClient>;
  adminKey: string;
}

function createTable<T extends { id: number }>(seed: readonly T[]): Table<T> {
  const rows = new Map(seed.map((row) => [row.id, row]));
  let lastId = Math.max(0, ...rows.keys());
  return {
    rows,
    add(fields) {
      lastId += 1;
      const row = { ...fields, id: lastId } as T;
      rows.set(lastId, row);
      return row;
    },
  };
}

/** A new store with the seeded shop, which has the same content at every call. */
export function createStore(): Store {
  const client: OauthClient = {
    id: demoOauthClientId,
    secret: demoOauthClientSecret,
    scopes: ["catalogue:write", "reports:read"],
  };
  const books = seedBooks();
  return {
    authors: createTable(seedAuthors()),
    books: createTable(books),
    reviews: createTable(seedReviews()),
    customers: createTable(seedCustomers()),
    orders: createTable(seedOrders(books)),
    stockAlerts: createTable<StockAlert>([]),
    wishes: createTable<CustomerWish>([]),
    categories: new Map(seedCategories().map((category) => [category.slug, category])),
    reservations: new Map(),
    carts: new Map(),
    oauthClients: new Map([[client.id, client]]),
    adminKey: demoAdminKey,
  };
}
