/**
 * Result of the last export action: a screen reader announces it once, and it stays until the next.
 */
import { CircleCheck, Clock, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { go } from '../../common/stores/navigation.ts';
import { Button } from '../../ui/Button.tsx';
import { useLocale } from '../../ui/useLocale.ts';
import type { Outcome as ExportOutcome } from './exports-store.ts';
import { SignButton } from './SignButton.tsx';

const icons = { done: CircleCheck, waits: Clock, trouble: TriangleAlert };

/** Failures whose remedy is in the settings of the EMR. */
const settingsFailures = ['no-target', 'emr-token', 'folder-missing', 'target-changed'];
/** Messages that are the same for a draft. */
const sameForDraft = ['notCopied', 'saved.cancelled'];

export function Outcome({ outcome }: { readonly outcome: ExportOutcome | undefined }) {
  const { t } = useLocale();
  const text = useOutcomeText(outcome);
  const said = useRef<HTMLDivElement>(null);
  // In a small window the buttons are not always in view, and a key needs none of them.
  useEffect(() => {
    if (outcome) said.current?.scrollIntoView({ block: 'nearest' });
  }, [outcome]);
  if (!outcome) return <p className="export-said" role="status" />;
  const tone = 'message' in outcome ? outcome.message.tone : 'trouble';
  const Icon = icons[tone];
  const needsSettings =
    'failure' in outcome && settingsFailures.includes(outcome.failure.detail ?? '');
  return (
    <div className="export-said" ref={said}>
      <p role="status" className={`export-came export-${tone}`}>
        <Icon aria-hidden="true" className="icon" />
        <span>{text}</span>
      </p>
      {'sign' in outcome && <SignButton label={t('export.toSigning')} />}
      {needsSettings && (
        <Button look="quiet" onPress={() => go({ name: 'settings', section: 'emr' })}>
          {t('export.toSettings')}
        </Button>
      )}
    </div>
  );
}

function useOutcomeText(outcome: ExportOutcome | undefined): string {
  const { t, time, failure } = useLocale();
  if (!outcome) return '';
  if ('failure' in outcome) return failure(outcome.failure);
  if ('sign' in outcome) return t(`export.sign.${outcome.sign}`);
  const { key } = outcome.message;
  const form = outcome.draft && !sameForDraft.includes(key) ? 'Draft' : '';
  return t(`export.said.${key}${form}`, { time: time(outcome.at) });
}
