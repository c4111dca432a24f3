/** The documents of a note, one tab each; what failed or was not produced is there too, with its reason. */
import { CircleAlert } from 'lucide-react';
import { Tab, TabList, TabPanel, TabPanels, Tabs } from 'react-aria-components';
import type { Consultation } from '../../../shared/consultation.ts';
import type { Note, NoteDocument } from '../../../shared/note.ts';
import { Banner } from '../../parts/Banner.tsx';
import { useWords } from '../../parts/useWords.ts';
import { EmrSections } from './EmrSections.tsx';
import { SafeMarkdown } from './SafeMarkdown.tsx';

export function Documents({ note, visit }: { readonly note: Note; readonly visit: Consultation }) {
  const { t, exists, templateName } = useWords();
  if (note.documents.length === 0) return <p className="empty">{t('note.none')}</p>;
  // The catalogue knows the platform's three templates by name; for others its own name is all there is.
  const nameOf = ({ templateId, name }: NoteDocument) => (exists(`template.${templateId}`) || name === '' ? templateName(templateId) : name);
  return (
    <Tabs className="tabs">
      <TabList className="tab-list" aria-label={t('note.documents')}>
        {note.documents.map((document, index) => (
          <Tab key={index} id={String(index)} className="tab">
            {document.status !== 'success' && <CircleAlert aria-hidden="true" className="icon" />}
            {nameOf(document)}
            {document.status !== 'success' && <span className="unseen">{t(`document.${document.status}`)}</span>}
          </Tab>
        ))}
      </TabList>
      <TabPanels>
        {note.documents.map((document, index) => (
          <TabPanel key={index} id={String(index)} className="card document">
            <h2 className="unseen">{nameOf(document)}</h2>
            <Trouble document={document} />
            <div lang={visit.outputLanguage} className="document-body"><Body document={document} /></div>
          </TabPanel>
        ))}
      </TabPanels>
    </Tabs>
  );
}

function Trouble({ document: { status, errors, warnings } }: { readonly document: NoteDocument }) {
  const { t } = useWords();
  const lines = [...errors, ...warnings];
  if (status === 'success' && lines.length === 0) return null;
  return (
    <Banner tone={status === 'success' ? 'info' : 'warn'} title={t(status === 'success' ? 'document.remarks' : `document.${status}`)}>
      {status === 'not-produced' && <p>{t('document.notProducedText')}</p>}
      {lines.length > 0 && <ul>{lines.map((line, index) => <li key={index}>{line}</li>)}</ul>}
    </Banner>
  );
}

function Body({ document }: { readonly document: NoteDocument }) {
  if (document.kind === 'emr' && document.emr !== undefined) return <EmrSections emr={document.emr} />;
  if (document.text === undefined || document.text === '') return null;
  if (document.kind === 'markdown') return <SafeMarkdown text={document.text} />;
  // Blank lines part the speakers' turns; everything else stays as it was written.
  return <>{document.text.split(/\n{2,}/).map((paragraph, index) => <p key={index} className="spoken">{paragraph}</p>)}</>;
}
