/** How far the codes of a note are, and the way to the desk where they are decided. */
import { ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import type { Consultation } from '../../../shared/consultation.ts';
import { Button } from '../../parts/Button.tsx';
import { KeyCaps } from '../../parts/KeysDialog.tsx';
import { useWords } from '../../parts/useWords.ts';
import { openDesk, useDesk } from '../../stores/desk.ts';
import { go } from '../../stores/screen.ts';
import { progressOf } from '../../words/desk.ts';

export function CodesCard({
  visit,
  from,
}: {
  readonly visit: Consultation;
  readonly from: 'record' | 'queue' | 'history';
}) {
  const { t } = useWords();
  const desk = useDesk((state) => (state.id === visit.id ? state.desk : undefined));
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
