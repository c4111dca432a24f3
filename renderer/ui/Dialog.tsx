/** A dialog in front of the page until it is closed. */
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';

type Props = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  readonly actions: ReactNode;
  readonly urgent?: boolean;
};

export function Dialog({ open, onClose, title, children, actions, urgent = false }: Props) {
  return (
    <ModalOverlay
      className="veil"
      isOpen={open}
      onOpenChange={(next) => !next && onClose()}
      isDismissable
    >
      <Modal className="sheet">
        <AriaDialog className="dialog" role={urgent ? 'alertdialog' : 'dialog'}>
          <Heading slot="title" className="dialog-title">
            {title}
          </Heading>
          <div className="dialog-body">{children}</div>
          <div className="dialog-actions">{actions}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The former name, for the screens that are not renamed yet. */
