/** One entity in the list of the code desk. With the focus it opens (OpenEntity.tsx). */
import { Ban, Check, CircleDashed, CircleSlash, type LucideIcon } from 'lucide-react';
import { memo } from 'react';
import type { Ontology } from '../../../../shared/model/coding/codification.ts';
import type { ChosenCode } from '../../../../shared/model/coding/desk.ts';
import { useLocale, type Words } from '../../../ui/useLocale.ts';
import { type EntityProps, OpenEntity } from './OpenEntity.tsx';
import { StatusMenu } from './StatusMenu.tsx';
import { type Item, rowId } from './work/desk-items.ts';
import type { DeskWork } from './work/useDeskWork.ts';

type Verdict = {
  readonly icon: LucideIcon;
  readonly tone: 'quiet' | 'good' | 'ask';
  readonly word: string;
};

function verdictOf({ decision, status, noCode }: Item, t: Words['t']): Verdict {
  if (!decision && noCode)
    return { icon: CircleSlash, tone: 'quiet', word: t(`desk.noCode.${noCode}`) };
  if (!decision) return { icon: CircleDashed, tone: 'quiet', word: t('desk.open') };
  if (decision.verdict === 'rejected')
    return {
      icon: Ban,
      tone: 'quiet',
      word: t(status === 'absent' ? 'desk.keptOut' : 'desk.verdict.rejected'),
    };
  return { icon: Check, tone: 'good', word: t(`desk.verdict.${decision.verdict}`) };
}

/** The name of the row: words, kind, status, verdict and codes. */
function labelOf({ entity, status, selected }: Item, verdict: Verdict, t: Words['t']): string {
  const codes = selected
    .map(({ ontology, code, name }) => `${t(`codes.name.${ontology}`)} ${code} ${name}`)
    .join('; ');
  return [
    entity.text,
    t(`desk.kind.${entity.kind}`),
    t(`desk.status.${status}`),
    verdict.word,
    codes,
  ]
    .filter(Boolean)
    .join(', ');
}

export function Entity(props: EntityProps) {
  const { item, work, language } = props;
  const here = work.current === item.entity.id;
  return (
    <Row item={item} language={language} moveTo={work.moveTo} open={here ? props : undefined} />
  );
}

type RowProps = Pick<EntityProps, 'item' | 'language'> &
  Pick<DeskWork, 'moveTo'> & {
    /** Set for the entity that has the focus. */
    readonly open: EntityProps | undefined;
  };

/** Closed ones are not drawn anew while another one is worked on. */
const Row = memo(function Row({ item, language, moveTo, open }: RowProps) {
  const { t } = useLocale();
  const { entity, status, decision, noCode } = item;
  const here = open !== undefined;
  const verdict = verdictOf(item, t);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a grid of rows that open; the arrow keys move between them (WAI-ARIA grid), which a table does not offer
    <div
      role="row"
      id={rowId(entity.id)}
      data-entity={entity.id}
      tabIndex={here ? 0 : -1}
      aria-label={labelOf(item, verdict, t)}
      className={`desk-entity${here ? ' desk-here' : ''}${decision || noCode ? ' desk-decided' : ''}`}
      onFocus={(event) => {
        if (!here && event.target === event.currentTarget) moveTo(entity.id);
      }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: the only cell of a row that is no table row */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the row takes the focus, the cell only holds its content */}
      <div role="gridcell" className="desk-cell">
        <div className="desk-head">
          <p className="desk-words">
            <strong lang={language}>{entity.text}</strong>{' '}
            <span className="quiet">{t(`desk.kind.${entity.kind}`)}</span>
          </p>
          {open ? (
            <StatusMenu work={open.work} status={status} id={entity.id} />
          ) : (
            <span className={`chip chip-${status === 'present' ? 'quiet' : 'ask'}`}>
              {t(`desk.status.${status}`)}
            </span>
          )}
          <span
            className={decision || noCode ? `chip chip-${verdict.tone}` : 'chip desk-undecided'}
          >
            <verdict.icon aria-hidden="true" className="icon" />
            {verdict.word}
          </span>
        </div>
        {open ? <OpenEntity {...open} /> : <ClosedEntity item={item} />}
      </div>
    </div>
  );
});

/** One code list of a closed entity: its selected code, or the number of candidates. */
type Line = {
  readonly ontology: Ontology;
  readonly selected: ChosenCode | undefined;
  readonly candidates: number;
};

function linesOf({ decision, columns, selected }: Item): Line[] {
  return columns
    .map(({ ontology, candidates }) => ({
      ontology,
      selected: selected.find((one) => one.ontology === ontology),
      candidates: decision ? 0 : candidates.length,
    }))
    .filter((line) => line.selected || line.candidates > 0);
}

function ClosedEntity({ item }: { readonly item: Item }) {
  const { t } = useLocale();
  const { decision, status } = item;
  if (decision?.verdict === 'rejected')
    return decision.reason === undefined ? null : (
      <p className="hint">{t('desk.because', { reason: decision.reason })}</p>
    );
  const lines = status === 'absent' ? [] : linesOf(item);
  if (lines.length === 0) return null;
  return (
    <ul className="plain-list desk-compact">
      {lines.map(({ ontology, selected, candidates }) => (
        <li key={ontology}>
          <span className="quiet">{t(`codes.name.${ontology}`)}</span>{' '}
          {selected ? (
            <>
              <span lang="en">{selected.name}</span> <span className="code">{selected.code}</span>
            </>
          ) : (
            <span className="quiet">{t('desk.toChoose', { count: candidates })}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
