/**
 * The sentences of a document, each with what the transcript has of it; the one with the focus
 * shows the place. Found by its words: an aid to look, not a proof.
 */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { NoteEvidence } from '../../../../shared/model/note/evidence.ts';
import type { NoteSection } from '../../../../shared/model/note/note-sections.ts';
import type { NoteBranch } from '../../../../shared/model/note/note-versions.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { keyed } from '../../../ui/keyed.ts';
import { useNames } from '../useNames.ts';
import { EvidenceSentence } from './EvidenceSentence.tsx';
import { countSentences, groupSentences, sentenceAfter } from './evidence-format.ts';
import { useEvidence } from './useEvidence.ts';

type Props = {
  /** The visit's id. */
  readonly visit: string;
  readonly branch: NoteBranch;
  /** Opened by its key: the first sentence takes the focus. */
  readonly focused: boolean;
  /** The focus was taken. */
  readonly onFocused: () => void;
};

export function EvidenceList({ visit, branch, focused, onFocused }: Props) {
  const { t, failure } = useNames();
  const { evidence, sections, problem } = useEvidence(visit, branch);
  const [here, setHere] = useState<number | undefined>();
  const place = useRef<HTMLElement>(null);
  const answered = evidence !== undefined;
  useEffect(() => {
    if (!answered || !focused || !place.current) return;
    (sentencesIn(place.current)[0] ?? place.current).focus();
    onFocused();
  }, [answered, focused, onFocused]);
  const groups = evidence ? groupSentences(sections, evidence.lines) : [];
  const first = groups[0]?.sentences[0]?.at;
  return (
    <section
      className="evidence-view"
      ref={place}
      tabIndex={-1}
      aria-label={t('support.title')}
      onKeyDown={(event) => moveByKey(event, here)}
    >
      {problem !== undefined && (
        <Banner tone="bad" title={t('support.failed')}>
          {failure(problem)}
        </Banner>
      )}
      <p role="status" className="evidence-count">
        {problem === undefined && <EvidenceCount evidence={evidence} />}
      </p>
      {first !== undefined && <p className="hint">{t('support.how')}</p>}
      {keyed(groups, ({ section }) => section.id).map(({ key, item: { section, sentences } }) => (
        <section key={key}>
          <SectionTitle section={section} branch={branch} />
          <ul className="evidence-sentences">
            {sentences.map((sentence) => (
              <EvidenceSentence
                key={sentence.at}
                sentence={sentence}
                visit={visit}
                language={branch.language}
                here={here === sentence.at}
                reachable={(here ?? first) === sentence.at}
                onHere={() => setHere(sentence.at)}
              />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

const sentencesIn = (place: Element) => [
  ...place.querySelectorAll<HTMLElement>('.evidence-sentence'),
];

/**
 * The arrow keys move between sentences, from the one with the focus, else from the last one that
 * had it (`here`).
 */
function moveByKey(event: KeyboardEvent<HTMLElement>, here: number | undefined): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const all = sentencesIn(event.currentTarget);
  const focused = (event.target as HTMLElement).closest<HTMLElement>('.evidence-sentence');
  const from = focused ? all.indexOf(focused) : (here ?? -1);
  const next = all[from] && sentenceAfter(event.key, from, all.length);
  if (next === undefined) return;
  event.preventDefault();
  all[next]?.focus();
}

function EvidenceCount({ evidence }: { readonly evidence: NoteEvidence | undefined }) {
  const { t } = useNames();
  if (!evidence) return t('support.looking');
  if (!evidence.comparable) return t(`support.why.${evidence.why ?? 'other'}`);
  const counts = countSentences(evidence.lines);
  return counts.count === 0 ? t('support.nothing') : t('support.count', counts);
}

type TitleProps = { readonly section: NoteSection; readonly branch: NoteBranch };

function SectionTitle({ section, branch }: TitleProps) {
  const { sectionName, language } = useNames();
  if (section.title === '' && section.key === undefined) return null;
  return <h3 lang={section.title === '' ? language : branch.language}>{sectionName(section)}</h3>;
}
