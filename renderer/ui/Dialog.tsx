/**
 * A dialog in front of the page until it is closed. Made of single hooks: the ready-made one brings
 * menus and popovers, with lists and their keys, into the first part of the page.
 */
import { Trash2 } from 'lucide-react';
import { type FocusEvent, type FormEvent, type ReactNode, useRef, useState } from 'react';
import { DismissButton, Overlay } from 'react-aria/Overlay';
import { useDialog } from 'react-aria/useDialog';
import { useModalOverlay } from 'react-aria/useModalOverlay';
import { Button } from './Button.tsx';
import { useLocale } from './useLocale.ts';

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
  const [asking, setAsking] = useState(false);
  const words = useTypedWords();
  // Escape, or a press beside it, may be a slip; whoever presses a button says what is meant.
  const leave = () => (words.wouldBeLost() ? setAsking(true) : onClose());
  const { modalProps, underlayProps } = useModalOverlay(
    { isDismissable: true },
    { ...opened, close: leave, toggle: leave },
    place,
  );
  return (
    <div {...underlayProps} className="veil">
      <div
        {...modalProps}
        onFocusCapture={words.onFocusCapture}
        onInputCapture={words.onInputCapture}
        ref={place}
        className="sheet"
      >
        {/* The way out for a screen reader that has no Escape. */}
        <DismissButton onDismiss={leave} />
        <Content {...content} />
        <LeaveQuestion open={asking} onStay={() => setAsking(false)} onLeave={onClose} />
      </div>
    </div>
  );
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** What is typed to find something is no loss. */
function isTextField(one: EventTarget): one is TextField {
  if (one instanceof HTMLTextAreaElement) return true;
  if (!(one instanceof HTMLInputElement) || one.role === 'combobox') return false;
  return ['text', 'password', 'email', 'tel', 'url', 'number'].includes(one.type);
}

/** Follows the text fields of a dialog. */
function useTypedWords() {
  /** Each field that had the focus, with what stood in it before. */
  const before = useRef(new Map<TextField, string>());
  /** Somebody typed there: a file that was chosen fills a field by itself. */
  const typed = useRef(new Set<TextField>());
  return {
    onFocusCapture({ target, currentTarget }: FocusEvent<HTMLElement>) {
      // A list that opens out of the dialog stands elsewhere in the page.
      if (!isTextField(target) || !currentTarget.contains(target)) return;
      if (!before.current.has(target)) before.current.set(target, target.value);
    },
    onInputCapture({ target }: FormEvent<HTMLElement>) {
      if (isTextField(target)) typed.current.add(target);
    },
    /** Somebody wrote words that no longer stand anywhere when the dialog closes. */
    wouldBeLost: () =>
      [...before.current].some(
        ([field, value]) =>
          typed.current.has(field) &&
          field.isConnected &&
          field.value.trim() !== '' &&
          field.value.trim() !== value.trim(),
      ),
  };
}

type QuestionProps = {
  readonly open: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
};

function LeaveQuestion({ open, onStay, onLeave }: QuestionProps) {
  const { t } = useLocale();
  return (
    <Dialog
      open={open}
      onClose={onStay}
      urgent
      title={t('dialog.leave')}
      actions={
        <>
          <Button onPress={onStay} autoFocus>
            {t('dialog.stay')}
          </Button>
          <Button look="danger" icon={Trash2} onPress={onLeave}>
            {t('dialog.discard')}
          </Button>
        </>
      }
    >
      <p>{t('dialog.leaveText')}</p>
    </Dialog>
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
