/**
 * The difference between two versions: struck out and underlined, and in words for a screen reader.
 */
import { Fragment } from 'react';
import { runsOf } from '../../../../shared/model/note/note-layout.ts';
import type { SectionDiff } from '../../../../shared/model/note/note-versions.ts';
import { keyed } from '../../../ui/keyed.ts';
import { useNames } from '../useNames.ts';

type Props = { readonly sections: readonly SectionDiff[]; readonly language: string };

export function Diff({ sections, language }: Props) {
  const { t, sectionName } = useNames();
  const changed = sections.filter(({ kind }) => kind !== 'same');
  if (changed.length === 0) return <p className="hint">{t('diff.same')}</p>;
  return (
    <div className="diff">
      {keyed(changed, ({ section }) => section).map(({ key, item }) => (
        <section key={key}>
          <h4>
            {sectionName({ title: item.title || (item.titleBefore ?? '') || keyIn(item.section) })}{' '}
            {item.kind !== 'changed' && <span className="chip">{t(`diff.${item.kind}`)}</span>}
          </h4>
          {/* The unchanged words stay readable around the changed ones. */}
          <p className="diff-text" lang={language}>
            {keyed(item.parts, ({ kind, text }) => `${kind} ${text}`).map((part) => (
              <DiffPart key={part.key} part={part.item} />
            ))}
          </p>
        </section>
      ))}
      {changed.length < sections.length && (
        <p className="hint">{t('diff.unchanged', { count: sections.length - changed.length })}</p>
      )}
    </div>
  );
}

function DiffPart({ part: { kind, text } }: { readonly part: SectionDiff['parts'][number] }) {
  const { t } = useNames();
  if (kind === 'same') return <Words text={text} />;
  const Element = kind === 'added' ? 'ins' : 'del';
  return (
    <Element>
      <span className="unseen">
        {t(kind === 'added' ? 'diff.addedWords' : 'diff.removedWords')}{' '}
      </span>
      <Words text={text} />
      <span className="unseen"> {t('diff.end')} </span>
    </Element>
  );
}

/** Bold words are bold; a mark that only one of the versions has is what differs, and is shown. */
function Words({ text }: { readonly text: string }) {
  return keyed(runsOf(text), ({ text: words, bold }) => `${bold} ${words}`).map(({ key, item }) =>
    item.bold ? <strong key={key}>{item.text}</strong> : <Fragment key={key}>{item.text}</Fragment>,
  );
}

/** An EMR section has no title; its id ends in the platform's key ("3-medications"). */
const keyIn = (id: string) => id.replace(/^\d+-?/, '');
