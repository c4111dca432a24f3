/** Reports and letters of patients: given in here, sent to be read, listed with what came of them. */
import { useEffect } from 'react';
import { Screen } from '../parts/Screen.tsx';
import { useWords } from '../parts/useWords.ts';
import { loadDocuments, useDocuments } from '../stores/documents.ts';
import { DocumentCard } from './documents/DocumentCard.tsx';
import { GiveIn } from './documents/GiveIn.tsx';

export function Documents() {
  const { t, attempt } = useWords();
  const { list, loaded } = useDocuments();
  useEffect(() => attempt(loadDocuments), []);
  return (
    <Screen title={t('documents.title')} lead={t('documents.lead')}>
      <GiveIn />
      <section className="cards" aria-labelledby="documents-list">
        <h2 id="documents-list" tabIndex={-1}>
          {t('documents.list')}
        </h2>
        {list.length === 0
          ? loaded && <p className="empty">{t('documents.none')}</p>
          : list.map((document) => <DocumentCard key={document.id} document={document} />)}
      </section>
    </Screen>
  );
}
