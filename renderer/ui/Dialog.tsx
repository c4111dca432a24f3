/**
 * A dialog in front of the page until it is closed. Made of single hooks: the ready-made one brings
 * menus and popovers, with lists and their keys, into the first part of the page.
 */
import { type ReactNode, useRef } from 'react';
import { DismissButton, Overlay } from 'react-aria/Overlay';
import { useDialog } from 'react-aria/useDialog';
import { useModalOverlay } from 'react-aria/useModalOverlay';

type Props = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  readonly actions: ReactNode;
  readonly urgent?: boolean;
};

export function Dialog({ open, ...props }: Props) {
  if (!open) return null;
  return (
    <Overlay>
      <Sheet {...props} />
    </Overlay>
  );
}

/** What is not open is not drawn. */
const opened = { isOpen: true, open() {}, setOpen() {}, point: null, setPoint() {} };

type SheetProps = Omit<Props, 'open'>;

function Sheet({ onClose, ...content }: SheetProps) {
  const place = useRef<HTMLDivElement>(null);
  const { modalProps, underlayProps } = useModalOverlay(
    { isDismissable: true },
    { ...opened, close: onClose, toggle: onClose },
    place,
  );
  return (
    <div {...underlayProps} className="veil">
      <div {...modalProps} ref={place} className="sheet">
        {/* The way out for a screen reader that has no Escape. */}
        <DismissButton onDismiss={onClose} />
        <Content {...content} />
      </div>
    </div>
  );
}

/** Stands within the overlay, whose focus it keeps. */
function Content({ title, children, actions, urgent = false }: Omit<SheetProps, 'onClose'>) {
  const place = useRef<HTMLElement>(null);
  const { dialogProps, titleProps } = useDialog({ role: urgent ? 'alertdialog' : 'dialog' }, place);
  return (
    <section {...dialogProps} ref={place} className="dialog">
      <h2 {...titleProps} className="dialog-title">
        {title}
      </h2>
      <div className="dialog-body">{children}</div>
      <div className="dialog-actions">{actions}</div>
    </section>
  );
}
