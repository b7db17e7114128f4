import type { JsonObject } from "@lintel/json/value";
import { componentKinds, type Design, type PathItemRow } from "../design.types.ts";
import { noMembers, joinMembers, type Child } from "../member-table.ts";
import { documentTable, infoTable, tagTable } from "../member-tables.ts";
import { groupEndpointRows, joinEndpoint } from "./join-endpoint.ts";
import { joinList, joinMap } from "./join-map.ts";
import { joinParameter } from "./join-payload.ts";
import { groupRows, sortRows } from "./rows-of.ts";

const nothing = { rest: null, keys: null };

function joinInfo({ document }: Design): Child {
  const value = joinMembers(document, infoTable, [], document.remnants?.["info"] ?? nothing);
  return { name: "info", value, isEmpty: Object.keys(value).length === 0 };
}

const joinTags = ({ tags }: Design): Child =>
  joinList(
    "tags",
    sortRows(tags).map((row) => joinMembers(row, tagTable, [], row)),
  );

function joinPaths(design: Design): Child {
  const rows = groupEndpointRows(design);
  const parameters = groupRows(design.parameters, (row) => row.pathItemId);
  const endpoints = groupRows(design.endpoints, (row) => row.pathItemId);
  const joinPathItem = (row: PathItemRow): JsonObject => {
    const children = [joinList("parameters", parameters(row.id).map(joinParameter))];
    for (const endpoint of endpoints(row.id)) {
      const value = joinEndpoint(endpoint, rows);
      children.push({ name: endpoint.method, value, isEmpty: false });
    }
    return joinMembers({}, noMembers, children, row);
  };
  const entries = sortRows(design.pathItems).map((row) => [row.path, joinPathItem(row)] as const);
  return joinMap("paths", entries, design.document.remnants?.["paths"]);
}

function joinComponents({ components, document }: Design): Child {
  const rowsOf = groupRows(components, (row) => row.kind);
  const kinds = componentKinds.map((kind) =>
    joinMap(
      kind,
      rowsOf(kind).map(({ name, content }) => [name, content]),
    ),
  );
  const remnant = document.remnants?.["components"] ?? nothing;
  const value = joinMembers({}, noMembers, kinds, remnant);
  return { name: "components", value, isEmpty: components.length === 0 && remnant.rest === null };
}

/** Makes the document of its rows: the reverse of `splitDocument`, also after they were changed. */
export function joinDocument(design: Design): JsonObject {
  const { document } = design;
  const children = [joinInfo(design), joinTags(design), joinPaths(design), joinComponents(design)];
  return joinMembers(document, documentTable, children, document);
}
