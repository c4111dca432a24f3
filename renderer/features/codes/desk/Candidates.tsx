/** What was proposed for an entity: one column a list of codes, side by side; each told as it is, none taken by itself. */

import { Search } from 'lucide-react';
import { ToggleButton } from 'react-aria-components';
import type { Why } from '../../../../shared/model/coding/codification.ts';
import { Button } from '../../../ui/Button.tsx';
import { useWords } from '../../../ui/useWords.ts';
import { type Column, type Offered, shownOf } from '../desk-format.ts';
import type { DeskWork, Item } from './useDeskWork.ts';

export function Candidates({
  item,
  work,
  looking,
}: {
  readonly item: Item;
  readonly work: DeskWork;
  readonly looking: boolean;
}) {
  return (
    <div className="desk-columns">
      {item.columns.map((column, index) => (
        <One
          key={column.ontology}
          column={column}
          index={index}
          item={item}
          work={work}
          looking={looking}
        />
      ))}
    </div>
  );
}

type Props = {
  readonly column: Column;
  readonly index: number;
  readonly item: Item;
  readonly work: DeskWork;
  readonly looking: boolean;
};

function One({ column, index, item, work, looking }: Props) {
  const { t, exists, failure } = useWords();
  const { ontology, candidates, sources, compared, trouble } = column;
  const stands = item.standing.find((one) => one.ontology === ontology);
  const shown = shownOf(column);
  const elsewhere = stands && !shown.some(({ code }) => code === stands.code);
  const title = `desk-${index}-${ontology}`;
  const active = work.column === index;
  return (
    <div
      role="group"
      tabIndex={-1}
      aria-labelledby={title}
      aria-describedby={`${title}-list`}
      className={`desk-column${active ? ' desk-active' : ''}`}
    >
      <p className="desk-column-name" id={title}>
        {t(`codes.name.${ontology}`)}
      </p>
      {compared && (
        <p className={`hint${compared === 'disagree' ? ' hint-warn' : ''}`}>
          {t(`desk.${compared}`)}
        </p>
      )}
      <ul className="plain-list desk-list" id={`${title}-list`}>
        {elsewhere && (
          <li className="desk-own">
            <span lang="en">{stands.name}</span> <span className="code">{stands.code}</span>{' '}
            <span className="hint">{t('desk.own')}</span>
          </li>
        )}
        {shown.map((one, at) => (
          <li key={one.code}>
            <Candidate
              one={one}
              digit={at + 1}
              text={item.entity.text}
              active={active}
              chosen={stands?.code === one.code}
              several={sources.length > 1}
              onChoose={() => work.choose(at + 1, index)}
            />
          </li>
        ))}
      </ul>
      {candidates.length === 0 && (
        <p className="hint">
          {looking
            ? t('desk.lookingFor')
            : trouble
              ? failure(trouble)
              : exists(`desk.none.${ontology}`)
                ? t(`desk.none.${ontology}`)
                : t('desk.noneFound')}
        </p>
      )}
      {candidates.length > shown.length && (
        <Button look="quiet" icon={Search} onPress={() => work.ask('change')}>
          {t('desk.more', { count: candidates.length - shown.length })}
        </Button>
      )}
      {sources.length > 0 && (
        <p className="hint desk-source">
          {sources
            .map(({ linker, version }) =>
              [t(`desk.linker.${linker}`), version].filter(Boolean).join(' '),
            )
            .join(' · ')}
        </p>
      )}
    </div>
  );
}

type CandidateProps = {
  readonly one: Offered;
  readonly digit: number;
  readonly text: string;
  readonly active: boolean;
  readonly chosen: boolean;
  readonly several: boolean;
  readonly onChoose: () => void;
};

function Candidate({ one, digit, text, active, chosen, several, onChoose }: CandidateProps) {
  const { t, language } = useWords();
  const { code, term, score, linked, billable, header, chosenBefore, why, by, given } = one;
  const sure = t(linked ? 'desk.linked' : 'desk.maybe');
  const scored =
    by.length === 0
      ? undefined
      : score === null
        ? t('codes.notScored')
        : t('codes.score', { score: score.toLocaleString(language, { maximumFractionDigits: 2 }) });
  return (
    <ToggleButton className="desk-candidate" isSelected={chosen} onChange={onChoose}>
      <span className={`desk-digit${active ? ' key' : ''}`} aria-hidden="true">
        {digit}
      </span>
      <span className="desk-candidate-words">
        <span className="desk-candidate-name">
          <span lang="en">{term}</span> <span className="code">{code}</span>
        </span>
        <span className="hint">
          {[
            by.length > 0 ? sure : undefined,
            scored,
            several ? by.map((linker) => t(`desk.linker.${linker}`)).join(', ') : undefined,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {(chosenBefore ?? 0) > 0 && (
          <span className="hint desk-before">{t('desk.chosenBefore')}</span>
        )}
        {given && <span className="hint">{t('desk.given')}</span>}
        <WhyWords why={why} term={term} text={text} />
        {header === true ? (
          <span className="hint hint-warn">{t('desk.header')}</span>
        ) : (
          billable === false && <span className="hint hint-warn">{t('desk.notBillable')}</span>
        )}
      </span>
    </ToggleButton>
  );
}

/** How the words led there; nothing where they are the code's own name. */
function WhyWords({
  why,
  term,
  text,
}: {
  readonly why: Why | undefined;
  readonly term: string;
  readonly text: string;
}) {
  const { t, exists } = useWords();
  if (!why) return null;
  const same = (a: string, b: string) =>
    a.localeCompare(b, undefined, { sensitivity: 'base' }) === 0;
  const pairs = (key: 'corrected' | 'expanded') =>
    Object.entries(why[key] ?? {}).map(([from, to]) => t(`desk.${key}`, { from, to }));
  const lines = [
    ...(same(why.term, term) || same(why.term, text)
      ? []
      : [t(`desk.why.${why.kind}`, { term: why.term })]),
    ...pairs('corrected'),
    ...pairs('expanded'),
    ...(why.aside?.length ? [t('desk.aside', { words: why.aside.join(', ') })] : []),
    ...(why.lacks ?? []).map((id) =>
      exists(`desk.lacks.${id}`)
        ? t(`desk.lacks.${id}`)
        : t('desk.lacksOther', { what: id.replace(/[_-]+/g, ' ') }),
    ),
  ];
  return lines.map((line) => (
    <span key={line} className="hint">
      {line}
    </span>
  ));
}
