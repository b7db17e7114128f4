/**
 * Marks texts of users in the `_meta` of results and of contents (MCP, "General fields: _meta"), so
 * that a client can separate them from instructions for a model.
 */
export const userData = { "lintel/content": "user-data" } as const;
