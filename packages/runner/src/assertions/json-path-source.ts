import { compileJsonPath } from "../matching/json-path.ts";
import { isSameJson } from "@lintel/json/same";
import { nothing } from "../values/nothing.ts";
import { readOne, type Source } from "./source.types.ts";

export const jsonPathSource: Source = {
  name: "jsonPath",
  summary:
    "The value at a JSONPath (RFC 9535) of the JSON body. A path that can select several values gives the list of them, which may be empty.",
  example: {
    source: "jsonPath",
    path: "$.items[?@.id == {{orderId}}]",
    operator: "hasLength",
    expected: 1,
  },
  needs: "path",
  label: (place) => `jsonPath ${place.path ?? ""}`,
  prepare(place, use) {
    const path = compileJsonPath(place.path ?? "");
    const none = path.isSingular || use.isAboutPresence === true ? nothing : [];
    return (response) => {
      const document = response.readJson();
      if (document === nothing) return readOne(nothing, "the body is not JSON");
      const value = path.read(document);
      return readOne(value === nothing ? none : value);
    };
  },
  equals: isSameJson,
};
