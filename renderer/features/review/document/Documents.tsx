/** The documents of a note, one tab each; what failed or was not produced is there too, with its reason. */
import { CircleAlert } from 'lucide-react';
import { Tab, TabList, TabPanel, TabPanels, Tabs } from 'react-aria-components';
import { emrSections } from '../../../../shared/model/note/emr-sections.ts';
import type { Note, NoteDocument } from '../../../../shared/model/note/note.ts';
import type { NoteBranch, NoteState } from '../../../../shared/model/note/note-versions.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { ErrorBoundary } from '../../../ui/ErrorBoundary.tsx';
import { useWords } from '../../../ui/useWords.ts';
import { canDraw, canLayOut, paragraphs, shown } from '../../visits/text/layout-limits.ts';
import { SafeMarkdown } from '../../visits/text/SafeMarkdown.tsx';
import { useNames } from '../useNames.ts';
import { DocumentCard } from './DocumentCard.tsx';
import { EmrSections } from './EmrSections.tsx';
import { SectionTexts } from './SectionTexts.tsx';

type Props = {
  readonly note: Note;
  readonly visit: Visit;
  readonly state?: NoteState | undefined;
};

export function Documents({ note, visit, state }: Props) {
  const { t, time, documentName } = useNames();
  if (note.documents.length === 0) return <p className="empty">{t('note.none')}</p>;
  const all = note.documents.map((document, index) => ({
    document,
    index,
    branch: state?.branches.find((one) => one.document === index),
  }));
  const leaflets = all.filter(({ document }) => document.leaflet === true);
  const tabs = leaflets.length === all.length ? all : all.filter((one) => !leaflets.includes(one));
  const beside = tabs === all ? [] : leaflets;
  const gone = state?.branches.filter(({ document }) => document === undefined) ?? [];
  const documents = (
    <Tabs className="tabs">
      <TabList className="tab-list" aria-label={t('note.documents')}>
        {tabs.map(({ document, index }) => (
          <Tab key={index} id={String(index)} className="tab">
            {document.status !== 'success' && <CircleAlert aria-hidden="true" className="icon" />}
            {documentName(document)}
            {document.addedAt !== undefined && (
              <span className="quiet"> · {time(document.addedAt)}</span>
            )}
            {document.status !== 'success' && (
              <span className="unseen">{t(`document.${document.status}`)}</span>
            )}
          </Tab>
        ))}
        {gone.map((branch) => (
          <Tab key={branch.id} id={branch.id} className="tab">
            {documentName(branch)}
            <span className="quiet"> · {t('review.gone')}</span>
          </Tab>
        ))}
      </TabList>
      <TabPanels>
        {tabs.map((one) => (
          <TabPanel key={one.index} id={String(one.index)} className="card document">
            <h2 className="unseen">{documentName(one.document)}</h2>
            <One {...one} visit={visit} state={state} />
          </TabPanel>
        ))}
        {state &&
          gone.map((branch) => (
            <TabPanel key={branch.id} id={branch.id} className="card document">
              <h2 className="unseen">{documentName(branch)}</h2>
              <Banner tone="info" title={t('review.gone')}>
                {t('review.goneText')}
              </Banner>
              <DocumentCard visit={visit} state={state} branch={branch}>
                <div className="document-body">
                  <SectionTexts sections={branch.sections} language={branch.language} />
                </div>
              </DocumentCard>
            </TabPanel>
          ))}
      </TabPanels>
    </Tabs>
  );
  if (beside.length === 0) return documents;
  return (
    <div className="note-and-leaflet">
      {documents}
      {beside.map((one) => (
        <section key={one.index} className="card document leaflet" aria-label={t('review.leaflet')}>
          <h2>{t('review.leaflet')}</h2>
          <p className="hint">
            {documentName(one.document)} ·{' '}
            <LanguageName id={one.document.language ?? visit.outputLanguage} />
          </p>
          <One {...one} visit={visit} state={state} />
        </section>
      ))}
    </div>
  );
}

type OneProps = Pick<Props, 'visit' | 'state'> & {
  readonly document: NoteDocument;
  readonly branch: NoteBranch | undefined;
};

function One({ document, branch, visit, state }: OneProps) {
  const body = (
    <div lang={document.language ?? visit.outputLanguage} className="document-body">
      <DocumentBody document={document} visit={visit} />
    </div>
  );
  return (
    <>
      <Trouble document={document} />
      {state && branch?.editable ? (
        <DocumentCard visit={visit} state={state} branch={branch}>
          {body}
        </DocumentCard>
      ) : (
        body
      )}
    </>
  );
}

function LanguageName({ id }: { readonly id: string }) {
  const { languageName } = useWords();
  return <span lang={id}>{languageName(id)}</span>;
}

export function Trouble({
  document: { status, errors, warnings },
}: {
  readonly document: NoteDocument;
}) {
  const { t } = useWords();
  const lines = [...errors, ...warnings];
  if (status === 'success' && lines.length === 0) return null;
  return (
    <Banner
      tone={status === 'success' ? 'info' : 'warn'}
      title={t(status === 'success' ? 'document.remarks' : `document.${status}`)}
    >
      {status === 'not-produced' && <p>{t('document.notProducedText')}</p>}
      {lines.length > 0 && (
        <ul>
          {lines.map((line, index) => (
            <li key={index}>{line}</li>
          ))}
        </ul>
      )}
    </Banner>
  );
}

/** `visit`: where a doctor may add to it; a document that is only looked at has none. */
type BodyProps = { readonly document: NoteDocument; readonly visit?: Visit | undefined };

/** Nothing in a document may take the page down with it: what cannot be drawn as it is meant is shown as it came. */
export function DocumentBody({ document, visit }: BodyProps) {
  const { t, language } = useWords();
  if (document.text === undefined || document.text === '') return null;
  const { text, more } = shown(document.text);
  const plain = <PlainText text={text} />;
  return (
    <>
      {more && (
        <p className="hint" lang={language}>
          {t('document.onlyPart')}
        </p>
      )}
      {more ? (
        plain
      ) : (
        <ErrorBoundary otherwise={() => plain}>
          <Laid document={document} visit={visit} text={text} />
        </ErrorBoundary>
      )}
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
  return (
    <>
      <p className="hint" lang={language}>
        {t('document.asCame')}
      </p>
      <PlainText text={text} />
    </>
  );
}

/** Blank lines part the speakers' turns; everything else stays as it was written. */
function PlainText({ text }: { readonly text: string }) {
  return (
    <>
      {paragraphs(text).map((paragraph, index) => (
        <p key={index} className="spoken">
          {paragraph}
        </p>
      ))}
    </>
  );
}
