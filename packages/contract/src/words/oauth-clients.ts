/** The client id of the `lintel` command: every region knows it, so that it need not register. */
export const commandClientId = "lintel-cli";
/** The path at which the command receives its code, on a port of the loopback interface (RFC 8252 §7.3). */
export const commandRedirectPath = "/callback";
