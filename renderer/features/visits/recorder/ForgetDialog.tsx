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
  choicesIn,
  forgetNow,
  keepAll,
  markHere,
  stretchOf,
  timeOf,
  useForgetting,
  type Which,
} from './forget-store.ts';

const face = (samples: number) => clockFace(timeOf(samples)).replace(/^00:/, '');

export function ForgetDialog() {
  const { t, attempt } = useLocale();
  const state = useForgetting();
  const [chosen, choose] = useState<Which>('minute');
  const [busy, setBusy] = useState(false);
  const choices = choicesIn(state);
  const which = choices.includes(chosen) ? chosen : 'minute';
  const timesOf = (one: Which) => {
    const stretch = stretchOf(state, one);
    return { from: face(stretch?.from ?? 0), to: face(stretch?.to ?? 0) };
  };
  const times = timesOf(which);
  const close = () => {
    keepAll();
    choose('minute');
  };
  const mark = () => {
    say(({ t }) => t('forget.marked', { at: face(state.asked?.to ?? 0) }));
    markHere();
  };
  const confirm = () =>
    attempt(async () => {
      setBusy(true);
      try {
        await forgetNow(which);
        choose('minute');
        say(({ t }) => t('forget.done', times));
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
            <Button look="quiet" onPress={mark} isDisabled={busy}>
              {t('forget.markHere')}
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
        value={which}
        options={choices.map((id) => ({ id, label: t(`forget.${id}`, timesOf(id)) }))}
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
