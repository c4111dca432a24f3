/**
 * Documents that the platform has of one visit. Each is fetched on request, shown, and kept
 * nowhere.
 */
import { useEffect, useState } from 'react';
import { asFailure, type Failure } from '../../../shared/failure.ts';
import type { PastDetails, PastDocument } from '../../../shared/model/history.ts';
import type { NoteDocument } from '../../../shared/model/note/note.ts';
import { pastDetails, pastDocument } from '../../common/stores/platform.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { keyed } from '../../ui/keyed.ts';
import { useLocale } from '../../ui/useLocale.ts';
import { DocumentBody, DocumentTrouble } from '../review/document/Documents.tsx';

export function PastDocuments({ transactionId }: { readonly transactionId: string }) {
  const { t, exists, failure } = useLocale();
  const [details, setDetails] = useState<PastDetails | undefined>();
  const [problem, setProblem] = useState<Failure | undefined>();
  useEffect(() => {
    pastDetails(transactionId).then(setDetails, (error: unknown) => setProblem(asFailure(error)));
  }, [transactionId]);
  if (problem)
    return (
      <Banner tone="warn" urgent title={t('past.unreadOne')}>
        {failure(problem)}
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
        keyed(details.documents, ({ id }) => id).map(({ key, item }) => (
          <PastDocumentSection key={key} past={item} />
        ))
      )}
    </>
  );
}

function PastDocumentSection({ past }: { readonly past: PastDocument }) {
  const { t, exists, failure, templateName } = useLocale();
  const [document, setDocument] = useState<NoteDocument | undefined>();
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const name =
    exists(`template.${past.templateId}`) || past.name === ''
      ? templateName(past.templateId)
      : past.name;
  const read = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      setDocument(await pastDocument(past.id));
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
            {exists(`past.status.${past.status}`) ? t(`past.status.${past.status}`) : past.status}
          </span>
        </div>
        {!document && (
          <Button isDisabled={busy || past.id === ''} onPress={() => void read()}>
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
