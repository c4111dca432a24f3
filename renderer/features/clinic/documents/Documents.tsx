/** Reports and letters of patients: given in here, sent to be read, listed with what came of them. */
import { useEffect } from 'react';
import { Screen } from '../../../ui/Screen.tsx';
import { useWords } from '../../../ui/useWords.ts';
import { DocumentCard } from './DocumentCard.tsx';
import { loadDocuments, useDocuments } from './documents-store.ts';
import { GiveIn } from './GiveIn.tsx';

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
