/** Plays the sound of the transcript, says the place, and sets the speed. */
import { Square, Volume2 } from 'lucide-react';
import { Button } from '../../../ui/Button.tsx';
import { PickOne } from '../../../ui/Pick.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { placeInSound } from '../../visits/listen/listen-format.ts';
import { useListening } from '../../visits/listen/listen-store.ts';
import type { ReadAlong } from './useReadAlong.ts';

const speeds = [0.75, 1, 1.25, 1.5, 2];

type Props = { readonly along: ReadAlong; readonly samples: number };

export function PlayBar({ along, samples }: Props) {
  const { t, failure } = useLocale();
  const { sounds, status, speed, toggle, changeSpeed } = along;
  const problem = useListening((state) => state.problem);
  const silent = useListening((state) => state.silent);
  // By whole seconds: a change of the place alone draws nothing else.
  const place = useListening(({ position = 0 }) => placeInSound(status === 'still' ? 0 : position));
  const said = () => {
    if (status === 'failed') return failure(problem);
    return sounds && silent ? t('listen.silent') : '';
  };
  return (
    <div className="play-bar">
      <Button icon={sounds ? Square : Volume2} onPress={toggle}>
        {t(sounds ? 'transcript.stop' : 'transcript.play')}
      </Button>
      <span className="play-place">
        {t('transcript.place', { at: place, of: placeInSound(samples) })}
      </span>
      <PickOne
        label={t('transcript.speed')}
        value={String(speed)}
        options={speeds.map((one) => ({ id: String(one), label: `${one}×` }))}
        onChange={(next) => changeSpeed(Number(next))}
      />
      <span role="status" className="hint">
        {said()}
      </span>
    </div>
  );
}
