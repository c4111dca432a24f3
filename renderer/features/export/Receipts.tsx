/** Each export of this note as a line: when, what, which version, how it stands, and whether the note is another one since. */
import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import type { Receipt } from '../../../shared/model/export/exports.ts';
import { Button } from '../../ui/Button.tsx';
import { dayKey } from '../../ui/times.ts';
import { useWords } from '../../ui/useWords.ts';
import { inOrder, needsHelp, receiptWord } from './export-format.ts';
import { giveUpExport, retryExport, useExports } from './exports-store.ts';

const icons = { done: CircleCheck, waiting: Clock, failed: CircleAlert };
/** So many are in view; the others are one press away. */
const SHOWN = 3;

export function Receipts() {
  const { t } = useWords();
  const receipts = useExports((state) => state.receipts);
  if (receipts.length === 0) return null;
  const ordered = inOrder(receipts);
  const line = (receipt: Receipt) => (
    <Line key={receipt.id} receipt={receipt} helped={!needsHelp(receipt, receipts)} />
  );
  return (
    <div className="export-receipts">
      <h2 className="export-heading">{t('export.receipts')}</h2>
      <ul className="rows" aria-label={t('export.receipts')}>
        {ordered.slice(0, SHOWN).map(line)}
      </ul>
      {ordered.length > SHOWN && (
        <details className="export-older">
          <summary>{t('export.older', { count: ordered.length - SHOWN })}</summary>
          <ul className="rows" aria-label={t('export.olderLabel')}>
            {ordered.slice(SHOWN).map(line)}
          </ul>
        </details>
      )}
    </div>
  );
}

function Line({ receipt, helped }: { readonly receipt: Receipt; readonly helped: boolean }) {
  const { t, time, moment, attempt, exists } = useWords();
  const {
    at,
    doneAt = at,
    form,
    flavour,
    section,
    version,
    state,
    trouble,
    waitsUntil,
    changedSince,
    file,
    signature,
  } = receipt;
  const Icon = icons[state];
  const when = (moment_: number) =>
    dayKey(moment_) === dayKey(Date.now()) ? time(moment_) : moment(moment_);
  const what =
    section === undefined
      ? t(`export.form.${flavour === 'nrces' ? 'nrces' : form}`)
      : t('export.sectionOf', { title: section });
  const word = t(`export.receipt.${receiptWord(receipt)}`, {
    time: when(state === 'done' ? doneAt : at),
  });
  return (
    <li className="row-line export-receipt">
      <span className="row-words">
        <span
          className={`export-${state === 'failed' && !helped ? 'trouble' : state === 'waiting' ? 'waits' : 'done'} export-came`}
        >
          <Icon aria-hidden="true" className="icon" />
          <span>
            {word} · {what} ·{' '}
            {t(signature === undefined ? 'export.draftVersion' : 'export.version', { version })}
            {changedSince && <strong> · {t('export.changedSince')}</strong>}
          </span>
        </span>
        {file !== undefined && <span className="hint">{file}</span>}
        {state !== 'done' && trouble && (
          <span>
            {trouble.message ||
              (exists(`failure.${trouble.detail}`) ? t(`failure.${trouble.detail}`) : '')}
          </span>
        )}
        {state === 'waiting' && waitsUntil !== undefined && (
          <span className="hint">{t('export.triedAgain', { time: when(waitsUntil) })}</span>
        )}
      </span>
      {state !== 'done' && !helped && (
        <span className="row-actions">
          <Button
            aria-label={t('export.retryNamed', { what })}
            onPress={() => attempt(() => retryExport(receipt.id))}
          >
            {t('export.retry')}
          </Button>
          {state === 'waiting' && (
            <Button
              look="quiet"
              aria-label={t('export.giveUpNamed', { what })}
              onPress={() => attempt(() => giveUpExport(receipt.id))}
            >
              {t('export.giveUp')}
            </Button>
          )}
        </span>
      )}
    </li>
  );
}
