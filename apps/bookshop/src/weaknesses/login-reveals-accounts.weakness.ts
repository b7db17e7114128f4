import type { Weakness } from "./weakness.ts";

export const loginRevealsAccounts: Weakness = {
  name: "login-reveals-accounts",
  title: "A failed login reveals whether the account exists",
  owasp: "API2:2023",
  summary:
    "The status of a failed login is always the same, but its text differs for an unknown address and for a wrong password.",
  found: ["SVC02003 POST /customers/login"],
  apply: () => ({
    explainLogin: (isKnown) =>
      isKnown ? "The password is wrong." : "No customer has this e-mail address.",
  }),
};
