import { parameterLocations, schemaTypes } from "@lintel/contract/words/design";

export const locations = parameterLocations.map((value) => ({ value, name: value }));
export const types = schemaTypes.map((value) => ({ value, name: value }));
