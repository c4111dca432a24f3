/** The clinic's own list of words and codes: its file, the rows that were not taken, removing it. */
import { FileUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import type {
  OwnList,
  OwnNote,
  OwnOutcome,
  OwnProblem,
  OwnWarning,
} from '../../../../shared/model/coding/own-list.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { removeOwnList, takeOwnList } from './terminology-store.ts';

export function OwnListPart({ own }: { readonly own: OwnList }) {
  const { t, failure } = useLocale();
  const [outcome, setOutcome] = useState<OwnOutcome | undefined>();
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const [removing, setRemoving] = useState(false);
  const attempt = async (run: () => Promise<OwnOutcome | undefined>) => {
    setBusy(true);
    setProblem(undefined);
    setOutcome(undefined);
    await run().then(setOutcome, (error: unknown) => setProblem(failure(error)));
    setBusy(false);
    setRemoving(false);
  };
  const choose = (file: File | undefined) => {
    if (file) void attempt(() => takeOwnList(file));
  };
  const remove = () =>
    void attempt(async () => {
      await removeOwnList();
      return undefined;
    });
  return (
    <section className="setting clinic-list" aria-labelledby="clinic-list-title" tabIndex={-1}>
      <h2 id="clinic-list-title">{t('ownList.title')}</h2>
      <p className="hint">{t('ownList.text')}</p>
      <p className="hint">{t('ownList.columns')}</p>
      {!outcome?.taken && <OwnState own={own} />}
      <div role="status">{outcome && <Outcome outcome={outcome} />}</div>
      {problem !== undefined && (
        <Banner tone="bad" urgent title={t('ownList.failed')}>
          {problem}
        </Banner>
      )}
      <div className="row-actions">
        <FileTrigger
          acceptedFileTypes={['.csv', '.tsv', '.txt', 'text/csv']}
          onSelect={(files) => choose(files?.[0])}
        >
          <Button icon={FileUp} isDisabled={busy}>
            {t('ownList.choose')}
          </Button>
        </FileTrigger>
        {own.rows > 0 && (
          <Button icon={Trash2} isDisabled={busy} onPress={() => setRemoving(true)}>
            {t('ownList.remove')}
          </Button>
        )}
      </div>
      <Dialog
        open={removing}
        onClose={() => setRemoving(false)}
        urgent
        title={t('ownList.removeTitle')}
        actions={
          <>
            <Button onPress={() => setRemoving(false)}>{t('ownList.keep')}</Button>
            <Button look="danger" icon={Trash2} isDisabled={busy} onPress={remove}>
              {t('ownList.remove')}
            </Button>
          </>
        }
      >
        <p>{t('ownList.removeText')}</p>
      </Dialog>
    </section>
  );
}

function OwnState({ own }: { readonly own: OwnList }) {
  const { t } = useLocale();
  if (own.trouble)
    return (
      <Banner tone="warn" title={t('ownList.unreadable')}>
        {t('ownList.unreadableText')}
      </Banner>
    );
  if (own.rows === 0) return <p>{t('ownList.none')}</p>;
  return (
    <>
      <p>{t('ownList.rows', { count: own.rows })}</p>
      {own.lapsed > 0 && (
        <Banner tone="warn" title={t('ownList.lapsed', { count: own.lapsed })}>
          <p>{t('ownList.lapsedText')}</p>
          <p>{own.lapsedRows.map(({ words, code }) => `${words} (${code})`).join(', ')}</p>
        </Banner>
      )}
    </>
  );
}

function Outcome({ outcome: { taken, refused, warnings } }: { readonly outcome: OwnOutcome }) {
  const { t } = useLocale();
  return (
    <>
      {taken > 0 ? (
        <Banner tone="good" title={t('ownList.taken', { count: taken })} />
      ) : (
        <Banner tone="bad" title={t('ownList.noneTaken')} />
      )}
      {refused.length > 0 && (
        <Banner tone="warn" title={t('ownList.refused', { count: refused.length })}>
          <Notes notes={refused} />
        </Banner>
      )}
      {warnings.length > 0 && (
        <Banner tone="info" title={t('ownList.warned', { count: warnings.length })}>
          <Notes notes={warnings} />
        </Banner>
      )}
    </>
  );
}

/** More would be read in the file itself, not here. */
const SHOWN = 50;

function Notes({ notes }: { readonly notes: readonly OwnNote<OwnProblem | OwnWarning>[] }) {
  const { t } = useLocale();
  return (
    <ul>
      {notes.slice(0, SHOWN).map(({ line, words, code, why, about = '' }) => (
        <li key={`${line} ${why} ${about}`}>
          <strong>{t('ownList.line', { line })}</strong> {[words, code].filter(Boolean).join(' · ')}
          <br />
          {t(`ownList.why.${about === '' && why === 'code-absent' ? 'no-list' : why}`, { about })}
        </li>
      ))}
      {notes.length > SHOWN && <li>{t('ownList.more', { count: notes.length - SHOWN })}</li>}
    </ul>
  );
}
