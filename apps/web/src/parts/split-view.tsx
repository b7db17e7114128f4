import { PanelLeft } from "lucide-react";
import {
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from "react";
import { Button } from "./button.tsx";
import styles from "./split-view.module.css";

export interface SplitViewProps {
  /** Under which its width is kept. */
  readonly name: string;
  /** What the side contains: the name of the button that shows it on a telephone. */
  readonly label: string;
  readonly side: ReactNode;
  readonly children: ReactNode;
}

const usualWidth = 264;
const [minWidth, maxWidth, step] = [180, 560, 16];
const limit = (width: number) => Math.min(maxWidth, Math.max(minWidth, width));

/** A side that is as wide as the person dragged it, and the rest. Under 640 px the side is a sheet. */
export function SplitView({ name, label, side, children }: SplitViewProps) {
  const [width, setWidth] = useKeptWidth(name);
  const [isOpen, setIsOpen] = useState(false);
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const left = event.currentTarget.parentElement?.getBoundingClientRect().left ?? 0;
    setWidth(limit(event.clientX - left));
  };
  const press = (event: KeyboardEvent) => {
    const change = { ArrowLeft: -step, ArrowRight: step }[event.key];
    if (change !== undefined) setWidth(limit(width + change));
  };
  return (
    <div className={styles["split"]} style={{ "--side": `${width}px` } as CSSProperties}>
      <div
        className={`${styles["side"]} ${isOpen ? styles["open"] : ""}`}
        onClick={(event) => hasLink(event.target) && setIsOpen(false)}
      >
        {side}
      </div>
      <div
        className={styles["handle"]}
        role="separator"
        aria-orientation="vertical"
        aria-label={`Width of ${label}`}
        aria-valuenow={width}
        aria-valuemin={minWidth}
        aria-valuemax={maxWidth}
        tabIndex={0}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={press}
      />
      <div className={styles["rest"]}>
        <div className={styles["opener"]}>
          <Button onPress={() => setIsOpen(!isOpen)}>
            <PanelLeft size={16} strokeWidth={1.5} aria-hidden />
            {isOpen ? `Hide ${label.toLowerCase()}` : label}
          </Button>
        </div>
        {children}
      </div>
    </div>
  );
}

/** Whether a click goes to another place, which closes the sheet. */
function hasLink(target: EventTarget): boolean {
  return target instanceof Element && target.closest("a, [data-opens]") !== null;
}

function useKeptWidth(name: string): readonly [number, (width: number) => void] {
  const key = `lintel:split:${name}`;
  const [width, setWidth] = useState(() => {
    const kept = Number(localStorage.getItem(key));
    return kept > 0 ? limit(kept) : usualWidth;
  });
  const keep = (next: number) => {
    setWidth(next);
    localStorage.setItem(key, String(next));
  };
  return [width, keep];
}
