/** What came of the last deed, where it was done: said once by a screen reader, and there to be read until the next. */
import { CircleCheck, Clock, TriangleAlert } from 'lucide-react';
import type { Visit } from '../../../shared/model/visit.ts';
import { go } from '../../common/stores/navigation.ts';
import { Button } from '../../ui/Button.tsx';
import { useWords } from '../../ui/useWords.ts';
import type { Outcome as Came } from './exports-store.ts';
import { SignButton } from './SignButton.tsx';

const icons = { done: CircleCheck, waits: Clock, trouble: TriangleAlert };

export function Outcome({
  outcome,
}: {
  readonly visit: Visit;
  readonly outcome: Came | undefined;
}) {
  const { t, time, failure } = useWords();
  if (!outcome) return <p className="export-said" role="status" />;
  const tone = 'said' in outcome ? outcome.said.tone : 'trouble';
  const Icon = icons[tone];
  const text =
    'said' in outcome
      ? t(
          `export.said.${outcome.said.key}${outcome.draft && outcome.said.key !== 'notCopied' && outcome.said.key !== 'saved.cancelled' ? 'Draft' : ''}`,
          { time: time(outcome.at) },
        )
      : 'sign' in outcome
        ? t(`export.sign.${outcome.sign}`)
        : failure(outcome.failure);
  const toSettings =
    'failure' in outcome &&
    ['no-target', 'emr-token', 'folder-missing', 'target-changed'].includes(
      outcome.failure.detail ?? '',
    );
  return (
    <div className="export-said">
      <p role="status" className={`export-came export-${tone}`}>
        <Icon aria-hidden="true" className="icon" />
        <span>{text}</span>
      </p>
      {'sign' in outcome && <SignButton label={t('export.toSigning')} />}
      {toSettings && (
        <Button look="quiet" onPress={() => go({ name: 'settings', section: 'emr' })}>
          {t('export.toSettings')}
        </Button>
      )}
    </div>
  );
}
