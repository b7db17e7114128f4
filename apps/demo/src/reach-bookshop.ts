import {
  demoAdminKey,
  demoOauthClientId,
  demoOauthClientSecret,
} from "@lintel/bookshop/store/demo-credentials";

/** What an environment needs so that the suites can run against the sample API at this address. */
export function reachBookshop(bookshop: string) {
  return {
    baseUrl: bookshop,
    oauthTokenUrl: `${bookshop}/oauth/token`,
    variables: [
      { name: "adminKey", value: demoAdminKey, isSecret: true },
      { name: "oauthClientId", value: demoOauthClientId },
      { name: "oauthClientSecret", value: demoOauthClientSecret, isSecret: true },
    ],
  };
}
