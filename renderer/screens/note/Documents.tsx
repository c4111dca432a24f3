/** The documents of a note, one tab each; what failed or was not produced is there too, with its reason. */
import { CircleAlert } from 'lucide-react';
import { Tab, TabList, TabPanel, TabPanels, Tabs } from 'react-aria-components';
import type { Consultation } from '../../../shared/consultation.ts';
import type { Note, NoteDocument } from '../../../shared/note.ts';
import { Banner } from '../../parts/Banner.tsx';
import { Mishap } from '../../parts/Mishap.tsx';
import { useWords } from '../../parts/useWords.ts';
import { emrSections } from '../../../shared/emr-sections.ts';
import { canDraw, canLayOut, paragraphs, shown } from '../../words/layout.ts';
import { EmrSections } from './EmrSections.tsx';
import { SafeMarkdown } from './SafeMarkdown.tsx';

export function Documents({ note, visit }: { readonly note: Note; readonly visit: Consultation }) {
  const { t, exists, time, templateName } = useWords();
  if (note.documents.length === 0) return <p className="empty">{t('note.none')}</p>;
  // The catalogue knows the platform's three templates by name; for others its own name is all there is.
  // The id in place of a name: the platform sent none, and the list of templates may have one.
  const nameOf = ({ templateId, name }: NoteDocument) => (exists(`template.${templateId}`) || name === '' || name === templateId ? templateName(templateId) : name);
  return (
    <Tabs className="tabs">
      <TabList className="tab-list" aria-label={t('note.documents')}>
        {note.documents.map((document, index) => (
          <Tab key={index} id={String(index)} className="tab">
            {document.status !== 'success' && <CircleAlert aria-hidden="true" className="icon" />}
            {nameOf(document)}{document.addedAt !== undefined && <span className="quiet"> · {time(document.addedAt)}</span>}
            {document.status !== 'success' && <span className="unseen">{t(`document.${document.status}`)}</span>}
          </Tab>
        ))}
      </TabList>
      <TabPanels>
        {note.documents.map((document, index) => (
          <TabPanel key={index} id={String(index)} className="card document">
            <h2 className="unseen">{nameOf(document)}</h2>
            <Trouble document={document} />
            <div lang={visit.outputLanguage} className="document-body"><DocumentBody document={document} visit={visit} /></div>
          </TabPanel>
        ))}
      </TabPanels>
    </Tabs>
  );
}

export function Trouble({ document: { status, errors, warnings } }: { readonly document: NoteDocument }) {
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

/** `visit`: where a doctor may add to it; a document that is only looked at has none. */
type BodyProps = { readonly document: NoteDocument; readonly visit?: Consultation | undefined };

/** Nothing in a document may take the page down with it: what cannot be drawn as it is meant is shown as it came. */
export function DocumentBody({ document, visit }: BodyProps) {
  const { t, language } = useWords();
  if (document.text === undefined || document.text === '') return null;
  const { text, more } = shown(document.text);
  const plain = <PlainText text={text} />;
  return (
    <>
      {more && <p className="hint" lang={language}>{t('document.onlyPart')}</p>}
      {more ? plain : <Mishap otherwise={() => plain}><Laid document={document} visit={visit} text={text} /></Mishap>}
    </>
  );
}

function Laid({ document, visit, text }: BodyProps & { readonly text: string }) {
  const { t, language } = useWords();
  if (document.kind === 'emr' && document.emr !== undefined) {
    const sections = emrSections(document.emr);
    if (canDraw(sections)) return <EmrSections sections={sections} visit={visit} />;
  } else if (document.kind !== 'markdown') {
    return <PlainText text={text} />;
  } else if (canLayOut(text)) {
    return <SafeMarkdown text={text} />;
  }
  return <><p className="hint" lang={language}>{t('document.asCame')}</p><PlainText text={text} /></>;
}

/** Blank lines part the speakers' turns; everything else stays as it was written. */
function PlainText({ text }: { readonly text: string }) {
  return <>{paragraphs(text).map((paragraph, index) => <p key={index} className="spoken">{paragraph}</p>)}</>;
}
