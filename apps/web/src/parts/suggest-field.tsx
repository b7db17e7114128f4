import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { TextField, type TextFieldProps } from "./field.tsx";
import styles from "./suggest-field.module.css";

/** What can take the place of the text from `from` up to the caret. */
export interface Suggestions {
  readonly from: number;
  readonly choices: readonly string[];
}

export interface SuggestFieldProps extends TextFieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** @param before - the text before the caret; null: nothing is suggested there */
  readonly suggest: (before: string) => Suggestions | null;
}

const maxShown = 50;
type Control = HTMLInputElement | HTMLTextAreaElement;

/** A text field that completes what is typed: the arrow keys choose, Enter or Tab takes the choice, Esc closes. */
export function SuggestField({ suggest, ...field }: SuggestFieldProps) {
  const place = useRef<HTMLDivElement>(null);
  const id = useId();
  const [found, setFound] = useState<Suggestions | null>(null);
  const [at, setAt] = useState(0);
  const control = () => place.current?.querySelector<Control>("input, textarea") ?? null;
  const choices = found?.choices.slice(0, maxShown) ?? [];
  const isOpen = choices.length > 0;
  useEffect(() => {
    const element = control();
    if (element === null) return;
    element.setAttribute("aria-autocomplete", "list");
    if (isOpen) element.setAttribute("aria-controls", id);
    else element.removeAttribute("aria-controls");
    if (isOpen) element.setAttribute("aria-activedescendant", `${id}-${at}`);
    else element.removeAttribute("aria-activedescendant");
  }, [isOpen, at, id]);
  const look = (text: string) => {
    const caret = control()?.selectionStart ?? text.length;
    setFound(field.isReadOnly === true ? null : suggest(text.slice(0, caret)));
    setAt(0);
  };
  const take = (choice: string) => {
    const element = control();
    if (found === null || element === null) return;
    const caret = element.selectionStart ?? field.value.length;
    const end = found.from + choice.length;
    field.onChange(field.value.slice(0, found.from) + choice + field.value.slice(caret));
    setFound(null);
    requestAnimationFrame(() => element.setSelectionRange(end, end));
  };
  const press = (event: KeyboardEvent) => {
    if (!isOpen) return;
    const acts: Readonly<Record<string, () => void>> = {
      ArrowDown: () => setAt((at + 1) % choices.length),
      ArrowUp: () => setAt((at + choices.length - 1) % choices.length),
      Enter: () => take(choices[at] ?? ""),
      Tab: () => take(choices[at] ?? ""),
      Escape: () => setFound(null),
    };
    const act = event.metaKey || event.ctrlKey ? undefined : acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return (
    <div ref={place} className={styles["place"]} onKeyDownCapture={press}>
      <TextField
        {...field}
        onChange={(text) => {
          field.onChange(text);
          look(text);
        }}
        onBlur={(event) => {
          setFound(null);
          field.onBlur?.(event);
        }}
      />
      {isOpen && (
        <div
          id={id}
          role="listbox"
          aria-label={`Completions of ${field.label}`}
          className={styles["list"]}
        >
          {choices.map((choice, index) => (
            <div
              key={choice}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              className={styles["choice"]}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(choice)}
            >
              {choice}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
