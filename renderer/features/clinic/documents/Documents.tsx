/**
 * Reports and letters of patients: uploaded here, read by the platform, listed with their results.
 */
import { useEffect, useEffectEvent } from 'react';
import { Screen } from '../../../ui/Screen.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { DocumentCard } from './DocumentCard.tsx';
import { loadDocuments, useDocuments } from './documents-store.ts';
import { UploadDocument } from './UploadDocument.tsx';

export function Documents() {
  const { t, attempt } = useLocale();
  const { list, loaded } = useDocuments();
  const load = useEffectEvent(() => attempt(loadDocuments));
  useEffect(() => load(), []);
  return (
    <Screen title={t('documents.title')} lead={t('documents.lead')}>
      <UploadDocument />
      <section className="cards" aria-labelledby="documents-list">
        <h2 id="documents-list" tabIndex={-1}>
          {t('documents.list')}
        </h2>
        {list.length === 0 && loaded && <p className="empty">{t('documents.none')}</p>}
        {list.map((document) => (
          <DocumentCard key={document.id} document={document} />
        ))}
      </section>
    </Screen>
  );
}
