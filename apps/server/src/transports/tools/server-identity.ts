import manifest from "../../../package.json" with { type: "json" };

/** The server's name for clients. */
export const serverIdentity = { name: "lintel", title: "Lintel", version: manifest.version };
