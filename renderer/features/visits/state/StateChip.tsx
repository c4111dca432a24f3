/** The state of a visit: a shape and a word, so that colour is never alone. */
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
import { useRecorder } from '../recorder/recorder-store.ts';
import { stateWord, type Tone } from './visit-format.ts';

const icons: Record<Tone, LucideIcon> = {
  quiet: Circle,
  live: CircleDot,
  moving: LoaderCircle,
  good: CircleCheck,
  ask: CircleAlert,
};

/** True while this page is recording the visit. */
export const useIsLive = (id: string) =>
  useRecorder(({ status, visit }) => status !== 'idle' && visit?.id === id);

export function StateChip({ visit }: { readonly visit: Visit }) {
  const { t } = useLocale();
  const { key, tone, values } = stateWord(visit, useIsLive(visit.id));
  const Icon = icons[tone];
  return (
    <span className={`chip chip-${tone}`}>
      <Icon aria-hidden="true" className="icon" />
      {t(key, { ...values })}
    </span>
  );
}
