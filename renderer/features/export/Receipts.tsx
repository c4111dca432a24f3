/**
 * Each export of this note as a line: time, form, version, state, and if the note has changed
 * since.
 */
import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { isAbdm } from '../../../shared/model/export/export-forms.ts';
import type { Receipt } from '../../../shared/model/export/exports.ts';
import { Button } from '../../ui/Button.tsx';
import { dayKey } from '../../ui/times.ts';
import { useLocale } from '../../ui/useLocale.ts';
import { inOrder, needsHelp, receiptWord } from './export-format.ts';
import { giveUpExport, retryExport, useExports } from './exports-store.ts';

const icons = { done: CircleCheck, waiting: Clock, failed: CircleAlert };
/** Receipts in view; a disclosure holds the others. */
const SHOWN = 3;

export function Receipts() {
  const { t } = useLocale();
  const receipts = useExports((state) => state.receipts);
  if (receipts.length === 0) return null;
  const ordered = inOrder(receipts);
  const line = (receipt: Receipt) => (
    <ReceiptLine key={receipt.id} receipt={receipt} needsAttention={needsHelp(receipt, receipts)} />
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

type LineProps = { readonly receipt: Receipt; readonly needsAttention: boolean };

function toneOf({ receipt: { state }, needsAttention }: LineProps): 'trouble' | 'waits' | 'done' {
  if (state === 'failed' && needsAttention) return 'trouble';
  return state === 'waiting' ? 'waits' : 'done';
}

function ReceiptLine(props: LineProps) {
  const { receipt, needsAttention } = props;
  const { t, time, moment } = useLocale();
  const { at, doneAt = at, version, state, waitsUntil, changedSince, file, signature } = receipt;
  const Icon = icons[state];
  const timeOf = (milliseconds: number) =>
    dayKey(milliseconds) === dayKey(Date.now()) ? time(milliseconds) : moment(milliseconds);
  const form = useFormName(receipt);
  const stateText = t(`export.receipt.${receiptWord(receipt)}`, {
    time: timeOf(state === 'done' ? doneAt : at),
  });
  return (
    <li className="row-line export-receipt">
      <span className="row-words">
        <span className={`export-${toneOf(props)} export-came`}>
          <Icon aria-hidden="true" className="icon" />
          <span>
            {stateText} · {form} ·{' '}
            {t(signature === undefined ? 'export.draftVersion' : 'export.version', { version })}
            {changedSince && <strong> · {t('export.changedSince')}</strong>}
          </span>
        </span>
        {file !== undefined && <span className="hint">{file}</span>}
        <ReceiptTrouble receipt={receipt} />
        {state === 'waiting' && waitsUntil !== undefined && (
          <span className="hint">{t('export.triedAgain', { time: timeOf(waitsUntil) })}</span>
        )}
      </span>
      {needsAttention && isSentAgain(receipt) && <ReceiptActions receipt={receipt} form={form} />}
    </li>
  );
}

/** What was copied or saved is copied or saved again by its own button. */
const isSentAgain = ({ target }: Receipt) => target !== 'clipboard' && target !== 'file';

function useFormName({ form, flavour, section }: Receipt): string {
  const { t } = useLocale();
  if (section !== undefined) return t('export.sectionOf', { title: section });
  return t(`export.form.${flavour !== undefined && isAbdm(flavour) ? flavour : form}`);
}

/**
 * The message of the target, which is English, or the catalogue's for its detail; in another
 * language both.
 */
function ReceiptTrouble({ receipt: { trouble } }: Pick<LineProps, 'receipt'>) {
  const { t, exists, language } = useLocale();
  if (!trouble) return null;
  const { detail, message } = trouble;
  const key = `failure.${detail}`;
  const known = exists(key) ? t(key) : '';
  if (message === '' || known === '') return <span>{known || message}</span>;
  if (language.startsWith('en')) return <span>{message}</span>;
  return (
    <>
      <span>{known}</span>
      <span className="hint" lang="en">
        {message}
      </span>
    </>
  );
}

function ReceiptActions({ receipt, form }: { readonly receipt: Receipt; readonly form: string }) {
  const { t, attempt } = useLocale();
  return (
    <span className="row-actions">
      <Button
        aria-label={t('export.retryNamed', { what: form })}
        onPress={() => attempt(() => retryExport(receipt.id))}
      >
        {t('export.retry')}
      </Button>
      {receipt.state === 'waiting' && (
        <Button
          look="quiet"
          aria-label={t('export.giveUpNamed', { what: form })}
          onPress={() => attempt(() => giveUpExport(receipt.id))}
        >
          {t('export.giveUp')}
        </Button>
      )}
    </span>
  );
}
