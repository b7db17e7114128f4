import { createContext, useContext } from "react";
import type { TextFieldProps } from "../parts/field.tsx";
import { SuggestField } from "../parts/suggest-field.tsx";
import { suggestNames } from "./suggest-names.ts";

/** The names that `{{…}}` can have in the fields below. */
export const VariableNames = createContext<readonly string[]>([]);

export interface TemplateFieldProps extends TextFieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** A text in which `{{name}}` is replaced: names are completed. */
export function TemplateField(props: TemplateFieldProps) {
  const names = useContext(VariableNames);
  return <SuggestField {...props} suggest={(before) => suggestNames(before, names)} />;
}
