/** What is different between two versions: struck and underlined, and said in words for who cannot see it. */
import { Fragment } from 'react';
import type { SectionDiff } from '../../../../shared/model/note/note-versions.ts';
import { useNames } from '../useNames.ts';

export function Diff({
  sections,
  language,
}: {
  readonly sections: readonly SectionDiff[];
  readonly language: string;
}) {
  const { t, sectionName } = useNames();
  const other = sections.filter(({ kind }) => kind !== 'same');
  if (other.length === 0) return <p className="hint">{t('diff.same')}</p>;
  return (
    <div className="diff">
      {other.map(({ section, title, titleBefore, kind, parts }, at) => (
        <section key={`${section}-${at}`}>
          <h4>
            {sectionName({ title: title || (titleBefore ?? '') || keyIn(section) })}{' '}
            {kind !== 'changed' && <span className="chip">{t(`diff.${kind}`)}</span>}
          </h4>
          {/* What stays the same is there to be read around what does not. */}
          <p className="diff-text" lang={language}>
            {parts.map((part, index) => (
              <Fragment key={index}>
                {part.kind === 'same' ? (
                  part.text
                ) : part.kind === 'added' ? (
                  <ins>
                    <span className="unseen">{t('diff.addedWords')} </span>
                    {part.text}
                    <span className="unseen"> {t('diff.end')} </span>
                  </ins>
                ) : (
                  <del>
                    <span className="unseen">{t('diff.removedWords')} </span>
                    {part.text}
                    <span className="unseen"> {t('diff.end')} </span>
                  </del>
                )}
              </Fragment>
            ))}
          </p>
        </section>
      ))}
      {other.length < sections.length && (
        <p className="hint">{t('diff.unchanged', { count: sections.length - other.length })}</p>
      )}
    </div>
  );
}

/** An EMR section has no title; its id ends in the platform's key ("3-medications"). */
const keyIn = (id: string) => id.replace(/^\d+-?/, '');
