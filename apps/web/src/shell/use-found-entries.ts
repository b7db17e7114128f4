import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { Found } from "@lintel/contract/operations/search";
import { useApi, useOrganization } from "../api/scope.ts";
import { makeEntry, type PaletteEntry } from "./make-entry.ts";

/** The server is asked once the person stops typing for so long. */
const pauseMs = 250;
const minLength = 2;
const maxLength = 200;
const take = 20;

/** What the server finds in all projects that the person sees. While it searches, there is nothing yet. */
export function useFoundEntries(text: string): readonly PaletteEntry[] {
  const query = useSettled(text.trim());
  const navigate = useNavigate();
  const { organization } = useOrganization();
  const { data } = useQuery({
    ...useApi().query("search", { query, take }),
    enabled: query.length >= minLength && query.length <= maxLength && !query.startsWith(">"),
  });
  return (data?.items ?? []).map((found) =>
    makeEntry(
      found.id,
      found.title,
      describe(found),
      () => void navigate({ to: `/${organization.slug}${found.path}` }),
    ),
  );
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

const kinds: Readonly<Record<Found["kind"], string>> = {
  project: "Project",
  spec: "Specification",
  endpoint: "Endpoint",
  component: "Component",
  suite: "Suite",
  docPage: "Page",
  finding: "Finding",
};

/** `Endpoint in Orders · Shop`: what it is, and where. */
function describe({ kind, within, project }: Found): string {
  if (kind === "project") return kinds.project;
  const places = [...(within === null ? [] : [within]), project.name];
  return `${kinds[kind]} in ${places.join(" · ")}`;
}
