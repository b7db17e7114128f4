/** Credentials of the seeded shop. They only guard sample data and can be published. */
export const demoAdminKey = "demo-admin-key-7f3c1d9b52e84a60";

export const demoOauthClientId = "demo-catalogue-client";
export const demoOauthClientSecret = "demo-client-secret-c41e8a07d2b9";

export interface DemoCustomer {
  name: string;
  email: string;
  password: string;
  role: "customer" | "admin";
}

export const demoCustomers = {
  alice: {
    name: "Alice Liddell",
    email: "alice@example.test",
    password: "alice-reads-at-night",
    role: "customer",
  },
  bob: {
    name: "Bob Cratchit",
    email: "bob@example.test",
    password: "bob-keeps-the-books",
    role: "customer",
  },
  carol: {
    name: "Carol Kennicott",
    email: "carol@example.test",
    password: "carol-runs-the-shop",
    role: "admin",
  },
} as const satisfies Record<string, DemoCustomer>;
