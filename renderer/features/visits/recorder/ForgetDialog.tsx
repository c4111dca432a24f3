/**
 * Asks what is to be destroyed of what was just said. Until it is confirmed nothing has happened;
 * afterwards nobody can bring it back.
 */
import { Eraser } from 'lucide-react';
import { useState } from 'react';
import { say } from '../../../common/stores/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { Choice } from '../../../ui/Choice.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { clockFace } from '../../../ui/times.ts';
import { useLocale } from '../../../ui/useLocale.ts';
import {
  askToForget,
  type Beginning,
  forgetNow,
  keepAll,
  markHere,
  markIn,
  stretchOf,
  timeOf,
  useForgetting,
} from './forget-store.ts';

const face = (samples: number) => clockFace(timeOf(samples)).replace(/^00:/, '');

export function ForgetDialog() {
  const { t, attempt } = useLocale();
  const state = useForgetting();
  const [chosen, choose] = useState<Beginning>('minute');
  const [busy, setBusy] = useState(false);
  const mark = markIn(state);
  const beginning = chosen === 'mark' && mark === undefined ? 'minute' : chosen;
  const stretch = stretchOf(state, beginning);
  const times = { from: face(stretch?.from ?? 0), to: face(stretch?.to ?? 0) };
  const close = () => {
    keepAll();
    choose('minute');
  };
  const confirm = () =>
    attempt(async () => {
      setBusy(true);
      try {
        await forgetNow(beginning);
        choose('minute');
        say(t('forget.done', times));
      } finally {
        setBusy(false);
      }
    });
  return (
    <Dialog
      open={state.asked !== undefined}
      onClose={close}
      urgent
      title={t('forget.title')}
      actions={
        <>
          {state.asked?.live && (
            <Button look="quiet" onPress={markHere} isDisabled={busy}>
              {t('forget.mark')}
            </Button>
          )}
          <Button onPress={close} isDisabled={busy} autoFocus>
            {t('forget.keep')}
          </Button>
          <Button look="danger" icon={Eraser} onPress={confirm} isDisabled={busy}>
            {t('forget.yes')}
          </Button>
        </>
      }
    >
      <Choice
        label={t('forget.which')}
        value={beginning}
        options={[
          { id: 'half', label: t('forget.half') },
          { id: 'minute', label: t('forget.minute') },
          ...(mark === undefined
            ? []
            : [{ id: 'mark' as const, label: t('forget.sinceMark', { time: face(mark) }) }]),
        ]}
        onChange={choose}
      />
      <p>{t('forget.text', times)}</p>
    </Dialog>
  );
}

/** The button of the recorder and of the strip. */
export function ForgetButton({
  look,
  isDisabled,
}: {
  readonly look: 'plain' | 'quiet';
  readonly isDisabled: boolean;
}) {
  const { t } = useLocale();
  return (
    <Button look={look} icon={Eraser} isDisabled={isDisabled} onPress={askToForget}>
      {t('forget.open')}
    </Button>
  );
}
