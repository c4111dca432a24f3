/** The words of a row: the state with its shape, and what is to be known of it. */
import {
  Circle,
  CircleAlert,
  CircleCheck,
  CircleDot,
  LoaderCircle,
  type LucideIcon,
} from 'lucide-react';
import type { Visit } from '../../../../shared/model/visit.ts';
import { useLocale } from '../../../ui/useLocale.ts';
import { stateWord, type Tone } from '../../visits/state/visit-format.ts';
import type { RowWord } from './row-words.ts';

const icons: Record<Tone, LucideIcon> = {
  quiet: Circle,
  live: CircleDot,
  moving: LoaderCircle,
  good: CircleCheck,
  ask: CircleAlert,
};

export function StateWords({
  visit,
  words,
}: {
  readonly visit: Visit;
  readonly words: readonly RowWord[];
}) {
  const { t, time } = useLocale();
  const { tone } = stateWord(visit);
  const Icon = icons[tone];
  const said = words.map(({ key, values }) =>
    t(key, { ...values, ...(values?.at !== undefined && { time: time(values.at) }) }),
  );
  const [state, ...rest] = said;
  return (
    <span className="board-state">
      <span className={`chip chip-${tone}`}>
        <Icon aria-hidden="true" className="icon" />
        {state}
      </span>
      {rest.length > 0 && <span className="hint">{rest.join(' · ')}</span>}
    </span>
  );
}
