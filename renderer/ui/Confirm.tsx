/**
 * Asks before an action. The harmless answer has the focus; a Failure is shown in the dialog, which
 * closes only when the action is done.
 */
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { useLocale } from './useLocale.ts';

type Props = {
  readonly title: string;
  /** The words of the two answers, and of the second while it is under way. */
  readonly stay: string;
  readonly act: string;
  readonly acting?: string;
  readonly icon: LucideIcon;
  /** Title above the Failure's words. */
  readonly refused: string;
  /** `primary` for what only goes forward. */
  readonly look?: 'danger' | 'primary';
  readonly run: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

export function Confirm({
  title,
  stay,
  act,
  acting = act,
  icon,
  refused,
  look = 'danger',
  run,
  onClose,
  children,
}: Props) {
  const { failure } = useLocale();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const go = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await run();
      onClose();
    } catch (error) {
      setProblem(failure(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      urgent={look === 'danger'}
      title={title}
      actions={
        <>
          <Button onPress={onClose} autoFocus>
            {stay}
          </Button>
          <Button look={look} icon={icon} isDisabled={busy} onPress={() => void go()}>
            {busy ? acting : act}
          </Button>
        </>
      }
    >
      <div>
        {children}
        {problem !== undefined && (
          <Banner tone="bad" urgent title={refused}>
            {problem}
          </Banner>
        )}
      </div>
    </Dialog>
  );
}
