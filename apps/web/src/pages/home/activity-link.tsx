import { Link } from "@tanstack/react-router";
import { useOrganization } from "../../api/scope.ts";
import { findPlace } from "../../api/subject-place.ts";
import { nameNoun } from "../../parts/subject-noun.ts";
import type { Activity } from "./activity-words.ts";

/** The name of what changed, as a link to it; what was deleted has no name. */
export function ActivityLink({ activity: { subject, project, data } }: { activity: Activity }) {
  const { organization } = useOrganization();
  if (subject.name === null) return <span>{nameNoun(subject.type)}</span>;
  const place = { org: organization.slug, project: project.slug };
  return <Link {...findPlace({ ...subject, data }, place)}>{subject.name}</Link>;
}
