import { Copy } from "lucide-react";
import { Button } from "../../parts/button.tsx";
import { Menu } from "../../parts/menu.tsx";
import { showToast } from "../../parts/toast.tsx";
import { resolveUrl, toRequest, type RequestDraft } from "../../request/request-draft.ts";

/** The languages of samples, as the reference shows them. */
const languages = [
  { id: "curl", label: "curl" },
  { id: "javascript", label: "JavaScript" },
  { id: "python", label: "Python" },
  { id: "go", label: "Go" },
  { id: "java", label: "Java" },
] as const;

export interface CopyMenuProps {
  readonly draft: RequestDraft;
  readonly baseUrl: string | null;
}

/** Copies the request as code; variables stay as they are written. */
export function CopyMenu({ draft, baseUrl }: CopyMenuProps) {
  const copy = async (id: string, label: string) => {
    await navigator.clipboard.writeText(await writeSample(id, draft, baseUrl));
    showToast(`Copied as ${label}`);
  };
  return (
    <Menu
      label="Copy as"
      trigger={
        <Button>
          <Copy size={16} strokeWidth={1.5} aria-hidden /> Copy
        </Button>
      }
      choices={languages.map(({ id, label }) => ({ id, label, run: () => void copy(id, label) }))}
    />
  );
}

async function writeSample(
  id: string,
  draft: RequestDraft,
  baseUrl: string | null,
): Promise<string> {
  const { sampleLanguages } = await import("@lintel/reference/samples/languages");
  const index = languages.findIndex((language) => language.id === id);
  const { method, url, headers = {} } = toRequest(draft);
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)] as const),
  );
  const { auth, contentType, body } = draft;
  if (auth?.type === "bearer") fields.push(["Authorization", `Bearer ${auth.token}`]);
  if (auth?.type === "apiKey" && auth.in === "header") fields.push([auth.name, auth.value]);
  if (auth?.type === "basic")
    fields.push(["Authorization", `Basic ${btoa(`${auth.username}:${auth.password}`)}`]);
  if (contentType !== "") fields.push(["Content-Type", contentType]);
  const sample = {
    method,
    url: resolveUrl(url, baseUrl),
    headers: fields,
    body: contentType === "" ? null : ({ kind: "text", text: body } as const),
  };
  return sampleLanguages[index]?.write(sample) ?? "";
}
