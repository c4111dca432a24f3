/** The sentences of a document, each with whether something like it was found in the transcript; the one in hand shows where. An aid to looking, no proof. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { NoteBranch } from '../../../../shared/model/note/note-versions.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { useNames } from '../useNames.ts';
import { EvidenceSentence } from './EvidenceSentence.tsx';
import { countSentences, groupSentences, sentenceAfter } from './evidence-format.ts';
import { useEvidence } from './useEvidence.ts';

type Props = {
  /** Its id. */
  readonly visit: string;
  readonly branch: NoteBranch;
  /** Opened by its key: the first sentence takes the focus. */
  readonly focused: boolean;
  /** It took it, once. */
  readonly onFocused: () => void;
};

export function EvidenceList({ visit, branch, focused, onFocused }: Props) {
  const { t, failure, sectionName, language } = useNames();
  const { evidence, sections, problem } = useEvidence(visit, branch);
  const [here, setHere] = useState<number | undefined>();
  const place = useRef<HTMLDivElement>(null);
  const lines = () => [
    ...(place.current?.querySelectorAll<HTMLElement>('.evidence-sentence') ?? []),
  ];
  const answered = evidence !== undefined;
  useEffect(() => {
    if (!answered || !focused) return;
    (lines()[0] ?? place.current)?.focus();
    onFocused();
  }, [answered]);

  const groups = evidence ? groupSentences(sections, evidence.lines) : [];
  const first = groups[0]?.sentences[0]?.at;
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const all = lines();
    const at = all.indexOf(
      (event.target as HTMLElement).closest<HTMLElement>('.evidence-sentence') ?? all[here ?? -1]!,
    );
    const next = at < 0 ? undefined : sentenceAfter(event.key, at, all.length);
    if (next === undefined) return;
    event.preventDefault();
    all[next]?.focus();
  };
  const counts = countSentences(evidence?.lines ?? []);
  return (
    <div
      className="evidence-view"
      ref={place}
      tabIndex={-1}
      role="region"
      aria-label={t('support.title')}
      onKeyDown={keys}
    >
      {problem !== undefined && (
        <Banner tone="bad" title={t('support.failed')}>
          {failure(problem)}
        </Banner>
      )}
      <p role="status" className="evidence-count">
        {problem !== undefined
          ? ''
          : !evidence
            ? t('support.looking')
            : !evidence.comparable
              ? t(`support.why.${evidence.why ?? 'other'}`)
              : counts.count === 0
                ? t('support.nothing')
                : t('support.count', counts)}
      </p>
      {first !== undefined && <p className="hint">{t('support.how')}</p>}
      {groups.map(({ section, sentences }, index) => (
        <section key={`${section.id}-${index}`}>
          {(section.title !== '' || section.key !== undefined) && (
            <h3 lang={section.title === '' ? language : branch.language}>{sectionName(section)}</h3>
          )}
          <ul className="evidence-sentences">
            {sentences.map((one) => (
              <EvidenceSentence
                key={one.at}
                sentence={one}
                visit={visit}
                language={branch.language}
                here={here === one.at}
                reachable={(here ?? first) === one.at}
                onHere={() => setHere(one.at)}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
