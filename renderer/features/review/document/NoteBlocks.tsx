/**
 * Lines, lists, tables and bold of a section's text (`note-layout.ts`), with small chips at the
 * words whose codes were accepted.
 */
import { Check } from 'lucide-react';
import { Fragment } from 'react';
import { blocksOf, type NoteBlock, runsOf } from '../../../../shared/model/note/note-layout.ts';
import { keyed } from '../../../ui/keyed.ts';
import { useLocale } from '../../../ui/useLocale.ts';
import { Unsure } from '../../visits/text/DoubtedText.tsx';
import { type Chip, type NoteMark, type Piece, piecesOf } from './note-marks.ts';

/** A block with the place of its first character in the section's text. */
type Placed = { readonly block: NoteBlock; readonly from: number };
type Item = { readonly mark: string; readonly text: string; readonly from: number };
/** Lines of one list, or one other block. */
type Group = { readonly items: readonly Item[] } | Placed;

const none: readonly NoteMark[] = [];

export function NoteBlocks({
  text,
  marks = none,
}: {
  readonly text: string;
  readonly marks?: readonly NoteMark[];
}) {
  return (
    <div className="note-blocks">
      {groupsOf(placed(text)).map((group) =>
        'items' in group ? (
          <Items key={group.items[0]?.from} items={group.items} marks={marks} />
        ) : (
          <Block key={group.from} {...group} marks={marks} />
        ),
      )}
    </div>
  );
}

const rowLength = (row: readonly string[]) => row.join(' | ').length + 4;
const ruleLength = (cells: number) => 1 + 6 * cells;

function placed(text: string): Placed[] {
  let from = 0;
  return blocksOf(text).map((block) => {
    const one = { block, from };
    if (block.kind === 'line') from += block.mark.length + block.text.length + 1;
    else
      from +=
        block.rows.reduce((sum, row) => sum + rowLength(row) + 1, 0) +
        ruleLength(block.rows[0]?.length ?? 0) +
        1;
    return one;
  });
}

function groupsOf(blocks: readonly Placed[]): Group[] {
  const groups: Group[] = [];
  for (const { block, from } of blocks) {
    const last = groups.at(-1);
    if (block.kind === 'table' || block.mark === '') {
      groups.push({ block, from });
      continue;
    }
    const item = { mark: block.mark, text: block.text, from: from + block.mark.length };
    if (last && 'items' in last) groups[groups.length - 1] = { items: [...last.items, item] };
    else groups.push({ items: [item] });
  }
  return groups;
}

const depthOf = (mark: string) => Math.min(8, Math.floor((/^\s*/.exec(mark)?.[0].length ?? 0) / 2));

type Marks = { readonly marks: readonly NoteMark[] };

function Items({ items, marks }: Marks & { readonly items: readonly Item[] }) {
  return (
    <ul className="plain-list">
      {items.map(({ mark, text, from }) => (
        <li
          key={from}
          className={`sheet-line sheet-item sheet-depth-${depthOf(mark)}`}
          data-mark={mark.trim().replace(/^[-*]$/, '•')}
        >
          <Runs text={text} from={from} marks={marks} />
        </li>
      ))}
    </ul>
  );
}

function Block({ block, from, marks }: Marks & Placed) {
  if (block.kind === 'table') return <Table rows={block.rows} from={from} marks={marks} />;
  return (
    <p className="sheet-line">
      <Runs text={block.text} from={from} marks={marks} />
    </p>
  );
}

type TableProps = Marks & {
  readonly rows: readonly (readonly string[])[];
  readonly from: number;
};
type Cell = { readonly text: string; readonly from: number };

/** Places of the cells: each row is `| a | b |`, and a rule stands below the first. */
function cellsOf(rows: TableProps['rows'], from: number): Cell[][] {
  let at = from;
  return rows.map((row, index) => {
    let cell = at + 2;
    const cells = row.map((text) => {
      const one = { text, from: cell };
      cell += text.length + 3;
      return one;
    });
    at += rowLength(row) + 1 + (index === 0 ? ruleLength(row.length) + 1 : 0);
    return cells;
  });
}

function Table({ rows, from, marks }: TableProps) {
  const { t } = useLocale();
  const [head = [], ...others] = cellsOf(rows, from);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls sideways, which needs the focus by keyboard.
    <section className="table-wrap" aria-label={t('document.table')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell) => (
              <th key={cell.from} scope="col">
                <Runs {...cell} marks={marks} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {others.map((row) => (
            <tr key={row[0]?.from}>
              {row.map((cell) => (
                <td key={cell.from}>
                  <Runs {...cell} marks={marks} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Runs({ text, from, marks }: Marks & Cell) {
  let at = from;
  const runs = runsOf(text).map((run) => {
    const start = at + (run.bold ? 2 : 0);
    at = start + run.text.length + (run.bold ? 2 : 0);
    return { ...run, pieces: piecesOf(run.text, start, marks) };
  });
  return keyed(runs, (run) => run.text).map(({ key, item: { bold, pieces } }) =>
    bold ? (
      <strong key={key}>
        <Pieces pieces={pieces} />
      </strong>
    ) : (
      <Pieces key={key} pieces={pieces} />
    ),
  );
}

function Pieces({ pieces }: { readonly pieces: readonly Piece[] }) {
  return keyed(pieces, ({ text }) => text).map(({ key, item: { text, mark } }) =>
    mark === undefined ? (
      <Fragment key={key}>{text}</Fragment>
    ) : (
      <Fragment key={key}>
        <mark className={classOf(mark)}>
          {text}
          {mark.doubt && <Unsure />}
        </mark>
        <CodeChips chips={mark.chips} />
      </Fragment>
    ),
  );
}

/** Codes that a person accepted for the words before them. */
export function CodeChips({ chips }: { readonly chips: readonly Chip[] }) {
  const { t, language } = useLocale();
  return chips.map(({ code, name }) => (
    <span key={code} className="code note-code" title={name} lang={language}>
      <Check aria-hidden="true" className="icon" />
      {code}
      <span className="unseen"> {t('note.codeAccepted', { name })}</span>
    </span>
  ));
}

function classOf({ here, check, doubt }: NoteMark): string {
  const doubtful = `${check ? ' note-mark-check' : ''}${doubt ? ' doubted' : ''}`;
  return `note-mark${doubtful}${here ? ' note-mark-here' : ''}`;
}
