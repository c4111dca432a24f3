/** The documents that the platform has of one visit, each fetched when it is asked for; they are shown and kept nowhere. */
import { useEffect, useState } from 'react';
import type { PastDetails, PastDocument } from '../../../shared/model/history.ts';
import type { NoteDocument } from '../../../shared/model/note/note.ts';
import { pastDetails, pastDocument } from '../../common/stores/platform.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { useWords } from '../../ui/useWords.ts';
import { DocumentBody, DocumentTrouble } from '../review/document/Documents.tsx';

export function PastDocuments({ transactionId }: { readonly transactionId: string }) {
  const { t, exists, failure } = useWords();
  const [details, setDetails] = useState<PastDetails | undefined>();
  const [problem, setProblem] = useState<string | undefined>();
  useEffect(() => {
    pastDetails(transactionId).then(setDetails, (error: unknown) => setProblem(failure(error)));
  }, [transactionId]);
  if (problem !== undefined)
    return (
      <Banner tone="warn" urgent title={t('past.unreadOne')}>
        {problem}
      </Banner>
    );
  if (!details)
    return (
      <p className="hint" role="status">
        {t('past.loading')}
      </p>
    );
  const status = exists(`past.userStatus.${details.userStatus}`)
    ? t(`past.userStatus.${details.userStatus}`)
    : details.userStatus;
  return (
    <>
      <p className="hint">{t('past.details', { count: details.files, status })}</p>
      {details.documents.length === 0 ? (
        <p className="hint">{t('note.none')}</p>
      ) : (
        details.documents.map((one, index) => <One key={`${one.id} ${index}`} one={one} />)
      )}
    </>
  );
}

function One({ one }: { readonly one: PastDocument }) {
  const { t, exists, failure, templateName } = useWords();
  const [document, setDocument] = useState<NoteDocument | undefined>();
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const name =
    exists(`template.${one.templateId}`) || one.name === ''
      ? templateName(one.templateId)
      : one.name;
  const read = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      setDocument(await pastDocument(one.id));
    } catch (error) {
      setProblem(failure(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="past-document" aria-label={name}>
      <div className="row-line">
        <div className="row-words">
          <strong>{name}</strong>
          <span className="hint">
            {exists(`past.status.${one.status}`) ? t(`past.status.${one.status}`) : one.status}
          </span>
        </div>
        {!document && (
          <Button isDisabled={busy || one.id === ''} onPress={() => void read()}>
            {t('past.fetch')}
          </Button>
        )}
      </div>
      {problem !== undefined && (
        <Banner tone="warn" urgent title={t('past.unreadOne')}>
          {problem}
        </Banner>
      )}
      {document && (
        <div className="document-body">
          <DocumentTrouble document={document} />
          <DocumentBody document={document} />
        </div>
      )}
    </section>
  );
}
