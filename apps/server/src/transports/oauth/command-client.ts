import { commandClientId, commandRedirectPath } from "@lintel/contract/words/oauth-clients";
import { toClientMetadata } from "./client-metadata.ts";
import { grantTypes } from "./metadata.ts";

const loopbacks = ["http://127.0.0.1", "http://[::1]"];

/** The `lintel` command, which every region knows (docs/decisions/0050). */
export const commandClient: Readonly<Record<string, unknown>> = {
  client_id: commandClientId,
  ...toClientMetadata({
    client_name: "Lintel command line",
    redirect_uris: loopbacks.map((origin) => origin + commandRedirectPath),
    grant_types: grantTypes,
  }),
};
