import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { IconButton } from "./button.tsx";
import styles from "./dialog.module.css";

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** 440 px for a decision; "wide" for what must be compared. Default: narrow. */
  readonly width?: "narrow" | "wide";
  readonly children: ReactNode;
}

/** For a decision of at most three fields. */
export function Dialog({ title, isOpen, onClose, width = "narrow", children }: DialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => open || onClose()}
      isDismissable
      className={styles["overlay"] ?? ""}
    >
      <Modal className={`${styles["dialog"]} ${styles[width]}`}>
        <AriaDialog className={styles["content"] ?? ""}>
          <div className={styles["head"]}>
            <Heading slot="title" className={styles["title"] ?? ""}>
              {title}
            </Heading>
            <IconButton label="Close" onPress={onClose}>
              <X size={16} strokeWidth={1.5} aria-hidden />
            </IconButton>
          </div>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The buttons of a dialog: the one that decides comes last. */
export function DialogButtons({ children }: { readonly children: ReactNode }) {
  return <div className={styles["buttons"]}>{children}</div>;
}
