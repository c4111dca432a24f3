/** The buttons that help a visit which waits or needs a person; the most likely one first. */
import {
  Download,
  Settings as Gear,
  KeyRound,
  LifeBuoy,
  type LucideIcon,
  RefreshCw,
} from 'lucide-react';
import type { Visit } from '../../../../shared/model/visit.ts';
import { go } from '../../../common/stores/navigation.ts';
import { Button } from '../../../ui/Button.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { useSaveAll } from '../useSaveAll.ts';
import { retry } from '../visits-store.ts';
import { type Remedy, remediesFor } from './remedies-format.ts';

const icons: Record<Remedy, LucideIcon> = {
  retry: RefreshCw,
  save: Download,
  account: Gear,
  engines: Gear,
  key: KeyRound,
  help: LifeBuoy,
};

/** `without`: what stands elsewhere on the same page. */
export function Remedies({ visit, without }: { readonly visit: Visit; readonly without?: Remedy }) {
  const { t, attempt, forVisit } = useLocale();
  const { save, saving, isAllowed } = useSaveAll();
  const run: Record<Remedy, () => void> = {
    retry: () =>
      attempt(
        () => retry(visit.id),
        ({ t }) => t('queue.looking'),
      ),
    save: () => save(visit.id),
    account: () => go({ name: 'settings', section: 'account' }),
    engines: () => go({ name: 'settings', section: 'here' }),
    key: () => go({ name: 'settings', section: 'privacy' }),
    help: () => go({ name: 'settings', section: 'about' }),
  };
  return remediesFor(visit)
    .filter((id) => id !== without && (id !== 'save' || isAllowed))
    .map((id) => (
      <Button
        key={id}
        icon={icons[id]}
        aria-label={forVisit(t(`remedy.${id}`), visit)}
        onPress={run[id]}
        isDisabled={id === 'save' && saving}
      >
        {t(`remedy.${id}`)}
      </Button>
    ));
}
