/** What to do at a provider. Names in its console change; the values do not. */
export interface ScimGuide {
  readonly name: string;
  readonly steps: readonly string[];
}

const first = "Create a token here, and copy the address above.";

export const scimGuides: readonly ScimGuide[] = [
  {
    name: "Okta",
    steps: [
      first,
      "Create an app integration, and set its provisioning to SCIM.",
      "Enter the address as the base URL of the connector, and userName as the unique field of users.",
      "Choose HTTP header as the authentication, and enter the token.",
      "Turn on creating, updating and deactivating users. Okta deactivates people and never deletes them.",
      "Push the groups that give roles, and map them under “Group mappings”.",
    ],
  },
  {
    name: "Entra ID",
    steps: [
      first,
      "Create an enterprise application that is not in the gallery, and set its provisioning to automatic.",
      "Enter the address followed by ?aadOptscim062020 as the tenant URL, and the token as the secret. Test the connection.",
      "In the mappings of users, keep userName, active, displayName, the work e-mail address, the given and the family name. Delete all others, such as name.formatted, externalId and the enterprise attributes: a PATCH of them is refused.",
      "In the mappings of groups, keep displayName, externalId and members.",
      "Assign the people and groups, and start the provisioning. It runs about every 40 minutes.",
    ],
  },
  {
    name: "OneLogin",
    steps: [
      first,
      "Add the application “SCIM Provisioner with SAML”.",
      "Enter the address as the base URL, and the token as the bearer token. Enable the API status.",
      "Enable provisioning, and choose which changes need an approval.",
    ],
  },
  {
    name: "JumpCloud or PingOne",
    steps: [
      first,
      "Add a custom application with SCIM 2.0, and enter the address and the token.",
      "JumpCloud creates a test user at first: use an address that no member has.",
      "PingOne looks people up by userName, which must be their e-mail address.",
    ],
  },
  {
    name: "Keycloak",
    steps: [
      first,
      "Keycloak sends SCIM only with an extension, such as scim-for-keycloak. Enter the address as its endpoint, and the token as a bearer token.",
      "Without an extension, connect it by SAML or OpenID Connect under “Single sign-on”, let a first sign-in make people members, and map its groups under “Group mappings”.",
    ],
  },
  {
    name: "Google Workspace or Auth0",
    steps: [
      "Neither sends SCIM to other programs.",
      "Connect it by SAML or OpenID Connect under “Single sign-on”, and let a first sign-in make people members.",
      "Send the groups with the sign-in, and map them under “Group mappings”.",
    ],
  },
];
