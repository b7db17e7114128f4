import { Button as AriaButton } from "react-aria-components/Button";
import { Reason } from "../parts/reason.tsx";
import { initialsOf } from "./initials.ts";
import { usePresence } from "./use-presence.ts";
import styles from "./presence.module.css";

/** How many people are shown by their initials; the others are a number. */
const maxShown = 3;

/** Who else has the page open. */
export function Presence() {
  const people = usePresence();
  if (people.length === 0) return null;
  const names = people.map(({ name }) => name).join(", ");
  const label = `Also on this page: ${names}`;
  const more = people.length - maxShown;
  return (
    <Reason text={label}>
      <AriaButton className={styles["presence"] ?? ""} aria-label={label}>
        {people.slice(0, maxShown).map(({ id, name }) => (
          <Person key={id} initials={initialsOf(name) || "?"} />
        ))}
        {more > 0 && <Person initials={`+${more}`} />}
      </AriaButton>
    </Reason>
  );
}

/** The style sheet writes the initials: the button is called by the names, and has no other text. */
function Person({ initials }: { readonly initials: string }) {
  return <span className={styles["person"]} data-initials={initials} />;
}
