import { useMemo } from "react";
import { CodeEditor } from "../../parts/code-editor.tsx";
import { Section } from "../../parts/page.tsx";
import { Empty } from "../../parts/view-state.tsx";
import { listPreviews } from "./list-previews.ts";
import { parseText, type ComponentDetail } from "./use-component.ts";

export interface PreviewsProps {
  readonly component: ComponentDetail;
  readonly text: string;
  /** The exported document, in JSON. */
  readonly document: string;
}

export function Previews({ component, text, document }: PreviewsProps) {
  const { kind, name } = component;
  const previews = useMemo(() => {
    const content = parseText(text);
    return content === undefined ? null : listPreviews(parseText(document), kind, name, content);
  }, [document, kind, name, text]);
  if (previews === null)
    return <Empty text="The JSON is not valid. Correct it to see a preview." />;
  if (previews.length === 0) return <Empty text="There is nothing to preview." />;
  return previews.map(({ title, text: shown, isJson }) => (
    <Section key={title} title={title}>
      {isJson ? (
        <CodeEditor label={title} language="json" text={shown} isReadOnly />
      ) : (
        <pre>{shown}</pre>
      )}
    </Section>
  ));
}
