import Type from "typebox";
import { Id } from "../shapes/common.ts";

export const Ids = Type.Array(Id);
export const Count = Type.Integer({ minimum: 0 });

/** The names of the fields in a call. */
export const FieldNames = Type.Array(Type.String());
