import { Link, type LinkProps } from "@tanstack/react-router";
import { buttonLink } from "../../parts/button.tsx";
import styles from "./first-steps.module.css";

export interface Step {
  readonly title: string;
  readonly text: string;
  /** What the link says. */
  readonly action: string;
  readonly link: Pick<LinkProps, "to" | "params" | "search">;
  /** Does the same in a terminal. */
  readonly command?: string;
}

export function StepCard({
  step,
  isPrimary,
}: {
  readonly step: Step;
  readonly isPrimary: boolean;
}) {
  const { title, text, action, link, command } = step;
  return (
    <article className={styles["step"]}>
      <h3>{title}</h3>
      <p>{text}</p>
      {command !== undefined && <code>{command}</code>}
      <Link {...link} className={`${buttonLink} ${isPrimary ? (styles["primary"] ?? "") : ""}`}>
        {action}
      </Link>
    </article>
  );
}
