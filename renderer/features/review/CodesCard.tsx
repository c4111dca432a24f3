/** Progress of the codes of a note, and a link to the desk where they are decided. */
import { ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import type { Visit } from '../../../shared/model/visit.ts';
import { go } from '../../common/stores/navigation.ts';
import { Button } from '../../ui/Button.tsx';
import { KeyCaps } from '../../ui/KeysDialog.tsx';
import { useLocale } from '../../ui/useLocale.ts';
import { progressOf } from '../codes/desk-format.ts';
import { openDesk, useDesk } from '../codes/desk-store.ts';

export function CodesCard({
  visit,
  from,
}: {
  readonly visit: Visit;
  readonly from: 'record' | 'queue' | 'history';
}) {
  const { t } = useLocale();
  const desk = useDesk((state) => (state.id === visit.id ? state.desk : undefined));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new state may bring another note, so its codes are read again
  useEffect(() => void openDesk(visit.id), [visit.id, visit.state]);
  const progress = desk && progressOf(desk);
  return (
    <section className="card note-codes" aria-label={t('desk.card')}>
      <p>
        <strong>{t('desk.card')}</strong>{' '}
        {progress && (
          <span role="status">
            {progress.of === 0 ? t('desk.cardNone') : t('desk.progress', progress)}
          </span>
        )}
      </p>
      <Button icon={ChevronRight} onPress={() => go({ name: 'desk', id: visit.id, from })}>
        {t('desk.review')}{' '}
        <span className="desk-way-key" aria-hidden="true">
          <KeyCaps keys={['mod', 'K']} />
        </span>
      </Button>
    </section>
  );
}
