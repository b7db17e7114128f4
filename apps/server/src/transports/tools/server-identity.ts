import manifest from "../../../package.json" with { type: "json" };

/** What the server calls itself to clients. */
export const serverIdentity = { name: "lintel", title: "Lintel", version: manifest.version };
