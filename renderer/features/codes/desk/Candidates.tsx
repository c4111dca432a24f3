/**
 * The candidates of an entity: one column for each code list, side by side. None is accepted
 * without the doctor.
 */
import { Search } from 'lucide-react';
import { ToggleButton } from 'react-aria-components';
import type { Why } from '../../../../shared/model/coding/codification.ts';
import { Button } from '../../../ui/Button.tsx';
import { decimalIn } from '../../../ui/times.ts';
import { useLocale } from '../../../ui/useLocale.ts';
import { type Column, type OfferedCandidate, shownOf } from '../columns.ts';
import type { Item } from './work/desk-items.ts';
import type { DeskWork } from './work/useDeskWork.ts';

export function Candidates({ item, work }: { readonly item: Item; readonly work: DeskWork }) {
  return (
    <div className="desk-columns">
      {item.columns.map((column, index) => (
        <CandidateColumn
          key={column.ontology}
          column={column}
          index={index}
          item={item}
          work={work}
        />
      ))}
    </div>
  );
}

type ColumnProps = {
  readonly column: Column;
  readonly index: number;
  readonly item: Item;
  readonly work: DeskWork;
};

function CandidateColumn({ column, index, item, work }: ColumnProps) {
  const { t } = useLocale();
  const { ontology, candidates, sources, compared } = column;
  const selected = item.selected.find((one) => one.ontology === ontology);
  const shown = shownOf(column);
  const isOwnCode = selected && !shown.some(({ code }) => code === selected.code);
  const title = `desk-${index}-${ontology}`;
  const active = work.column === index;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot become narrower than its content, and the columns share the width
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
        {isOwnCode && (
          <li className="desk-own">
            <span lang="en">{selected.name}</span> <span className="code">{selected.code}</span>{' '}
            <span className="hint">{t('desk.own')}</span>
          </li>
        )}
        {shown.map((candidate, at) => (
          <li key={candidate.code}>
            <Candidate
              candidate={candidate}
              digit={at + 1}
              text={item.entity.text}
              active={active}
              selected={selected?.code === candidate.code}
              several={sources.length > 1}
              onChoose={() => work.choose(at + 1, index)}
            />
          </li>
        ))}
      </ul>
      {candidates.length === 0 && (
        <p className="hint">
          <NoCandidates column={column} looking={work.looking} />
        </p>
      )}
      {candidates.length > shown.length && (
        <Button look="quiet" icon={Search} onPress={() => work.openForm('change')}>
          {t('desk.more', { count: candidates.length - shown.length })}
        </Button>
      )}
      <Sources sources={sources} />
    </div>
  );
}

function NoCandidates({
  column: { ontology, trouble },
  looking,
}: {
  readonly column: Column;
  readonly looking: boolean;
}) {
  const { t, exists, failure } = useLocale();
  if (looking) return t('desk.lookingFor');
  if (trouble) return failure(trouble);
  return exists(`desk.none.${ontology}`) ? t(`desk.none.${ontology}`) : t('desk.noneFound');
}

function Sources({ sources }: Pick<Column, 'sources'>) {
  const { t } = useLocale();
  if (sources.length === 0) return null;
  return (
    <p className="hint desk-source">
      {sources
        .map(({ linker, version }) =>
          [t(`desk.linker.${linker}`), version].filter(Boolean).join(' '),
        )
        .join(' · ')}
    </p>
  );
}

type CandidateProps = {
  readonly candidate: OfferedCandidate;
  readonly digit: number;
  readonly text: string;
  readonly active: boolean;
  readonly selected: boolean;
  /** More than one linker answered. */
  readonly several: boolean;
  readonly onChoose: () => void;
};

function Candidate(props: CandidateProps) {
  const { candidate, digit, text, active, selected, several, onChoose } = props;
  const { t } = useLocale();
  const { code, term, chosenBefore, why, given } = candidate;
  return (
    <ToggleButton className="desk-candidate" isSelected={selected} onChange={onChoose}>
      <span className={`desk-digit${active ? ' key' : ''}`} aria-hidden="true">
        {digit}
      </span>
      <span className="desk-candidate-words">
        <span className="desk-candidate-name">
          <span lang="en">{term}</span> <span className="code">{code}</span>
        </span>
        <Confidence candidate={candidate} several={several} />
        {(chosenBefore ?? 0) > 0 && (
          <span className="hint desk-before">{t('desk.chosenBefore')}</span>
        )}
        {given && <span className="hint">{t('desk.given')}</span>}
        <MatchReasons why={why} term={term} text={text} />
        <BillingWarning candidate={candidate} />
      </span>
    </ToggleButton>
  );
}

/** Linked or only possible, the score, and with several linkers their names. */
function Confidence({
  candidate: { by, linked, score },
  several,
}: Pick<CandidateProps, 'candidate' | 'several'>) {
  const { t, language } = useLocale();
  const digits = score === null ? undefined : decimalIn(score, language);
  const parts = [
    t(linked ? 'desk.linked' : 'desk.maybe'),
    digits === undefined ? t('codes.notScored') : t('codes.score', { score: digits }),
    several ? by.map((linker) => t(`desk.linker.${linker}`)).join(', ') : '',
  ];
  return <span className="hint">{by.length === 0 ? '' : parts.filter(Boolean).join(' · ')}</span>;
}

function BillingWarning({ candidate: { header, billable } }: Pick<CandidateProps, 'candidate'>) {
  const { t } = useLocale();
  if (header === true) return <span className="hint hint-warn">{t('desk.header')}</span>;
  if (billable === false) return <span className="hint hint-warn">{t('desk.notBillable')}</span>;
  return null;
}

/**
 * Explains how the words of the note led to this code, and what does not fit. Nothing if they are
 * the code's own name.
 */
function MatchReasons({
  why,
  term,
  text,
}: {
  readonly why: Why | undefined;
  readonly term: string;
  readonly text: string;
}) {
  const { t, exists } = useLocale();
  if (!why) return null;
  const same = (a: string, b: string) =>
    a.localeCompare(b, undefined, { sensitivity: 'base' }) === 0;
  const pairs = (key: 'corrected' | 'expanded' | 'brand') =>
    Object.entries(why[key] ?? {}).map(([from, to]) => t(`desk.${key}`, { from, to }));
  const lines = [
    ...(why.own ? [t('desk.fromOwnList')] : []),
    ...(same(why.term, term) || same(why.term, text)
      ? []
      : [t(`desk.why.${why.kind}`, { term: why.term })]),
    ...pairs('corrected'),
    ...pairs('expanded'),
    ...pairs('brand'),
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
