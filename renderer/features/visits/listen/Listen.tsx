/**
 * Plays about the seconds in which something was said: only when it is pressed, one stretch at a
 * time, until one leaves.
 */
import { Square, Volume2 } from 'lucide-react';
import { useEffect } from 'react';
import type { Said } from '../../../../shared/model/note/evidence.ts';
import { Button } from '../../../ui/Button.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { placeInSound } from './listen-format.ts';
import {
  forgetListening,
  hear,
  hearCopy,
  isSame,
  stopListening,
  useListening,
  wholeOf,
} from './listen-store.ts';

type Props = { readonly visit: string; readonly said: Pick<Said, 'about' | 'sound'> };

export function Listen({ visit, said: { about, sound } }: Props) {
  const { t } = useLocale();
  if (about === undefined && sound === 'erased') return <PlatformSound visit={visit} />;
  if (about === undefined)
    return <p className="hint">{t(`listen.sound.${sound === 'there' ? 'unreadable' : sound}`)}</p>;
  return (
    <Player
      key={`${visit} ${about.from} ${about.to}`}
      visit={visit}
      from={about.from}
      to={about.to}
    />
  );
}

/** The platform may still have the sound: asked for by a person alone, and kept nowhere. */
function PlatformSound({ visit }: Pick<Props, 'visit'>) {
  const { t, failure } = useLocale();
  const mine = useListening((state) => isSame(state.stretch, wholeOf(visit)));
  const { status, problem } = useListening();
  useEffect(
    () => () => {
      if (isSame(useListening.getState().stretch, wholeOf(visit))) forgetListening();
    },
    [visit],
  );
  const sounds = mine && (status === 'opening' || status === 'playing');
  const text = () => {
    if (!mine || status === 'still') return '';
    return status === 'failed' ? failure(problem) : t(`listen.copy.${status}`);
  };
  return (
    <div className="listen">
      <p className="hint">{t('listen.sound.erased')}</p>
      <Button
        icon={sounds ? Square : Volume2}
        onPress={() => (sounds ? stopListening() : void hearCopy(visit))}
      >
        {t(sounds ? 'listen.copy.stop' : 'listen.copy.hear')}
      </Button>
      <span role="status" className="hint">
        {text()}
      </span>
    </div>
  );
}

function Player({
  visit,
  from,
  to,
}: {
  readonly visit: string;
  readonly from: number;
  readonly to: number;
}) {
  const { t, failure } = useLocale();
  const stretch = { visit, from, to };
  const mine = useListening((state) => isSame(state.stretch, stretch));
  const { status, problem, silent } = useListening();
  useEffect(
    () => () => {
      if (isSame(useListening.getState().stretch, { visit, from, to })) forgetListening();
    },
    [visit, from, to],
  );
  const sounds = mine && (status === 'opening' || status === 'playing');
  const place = { from: placeInSound(from), to: placeInSound(to) };
  const text = () => {
    if (!mine || status === 'still') return '';
    if (status === 'failed') return failure(problem);
    const state = t(`listen.${status}`, place);
    return silent && status === 'playing' ? `${state} ${t('listen.silent')}` : state;
  };
  return (
    <div className="listen">
      {/* One button, so that the focus stays where it is. */}
      <Button
        icon={sounds ? Square : Volume2}
        onPress={() => (sounds ? stopListening() : void hear(stretch))}
      >
        {t(sounds ? 'listen.stop' : 'listen.hear', place)}
      </Button>
      <span role="status" className="hint">
        {text()}
      </span>
    </div>
  );
}
