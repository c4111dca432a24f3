/** Lines, lists, tables and bold of a section's text (`note-layout.ts`). */
import { Fragment } from 'react';
import { blocksOf, type NoteBlock, runsOf } from '../../../../shared/model/note/note-layout.ts';
import { keyed } from '../../../ui/keyed.ts';
import { useLocale } from '../../../ui/useLocale.ts';

type Item = Extract<NoteBlock, { kind: 'line' }>;
/** Lines of one list, or one other block. */
type Group = { readonly items: readonly Item[] } | { readonly block: NoteBlock };

export function NoteBlocks({ text }: { readonly text: string }) {
  return (
    <div className="note-blocks">
      {keyed(groupsOf(blocksOf(text)), (group) => JSON.stringify(group)).map(({ key, item }) => (
        <Fragment key={key}>
          {'items' in item ? <Items items={item.items} /> : <Block block={item.block} />}
        </Fragment>
      ))}
    </div>
  );
}

function groupsOf(blocks: readonly NoteBlock[]): Group[] {
  const groups: Group[] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (block.kind === 'table' || block.mark === '') groups.push({ block });
    else if (last && 'items' in last) groups[groups.length - 1] = { items: [...last.items, block] };
    else groups.push({ items: [block] });
  }
  return groups;
}

const depthOf = (mark: string) => Math.min(8, Math.floor((/^\s*/.exec(mark)?.[0].length ?? 0) / 2));

function Items({ items }: { readonly items: readonly Item[] }) {
  return (
    <ul className="plain-list">
      {keyed(items, ({ mark, text }) => mark + text).map(({ key, item: { mark, text } }) => (
        <li
          key={key}
          className={`sheet-line sheet-item sheet-depth-${depthOf(mark)}`}
          data-mark={mark.trim().replace(/^[-*]$/, '•')}
        >
          <Runs text={text} />
        </li>
      ))}
    </ul>
  );
}

function Block({ block }: { readonly block: NoteBlock }) {
  if (block.kind === 'table') return <Table rows={block.rows} />;
  return (
    <p className="sheet-line">
      <Runs text={block.text} />
    </p>
  );
}

function Table({ rows: [head = [], ...rows] }: { readonly rows: readonly (readonly string[])[] }) {
  const { t } = useLocale();
  const cells = (row: readonly string[]) => keyed(row, (cell) => cell);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls sideways, which needs the focus by keyboard.
    <section className="table-wrap" aria-label={t('document.table')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {cells(head).map(({ key, item }) => (
              <th key={key} scope="col">
                <Runs text={item} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keyed(rows, (row) => row.join('|')).map(({ key, item: row }) => (
            <tr key={key}>
              {cells(row).map(({ key: cell, item }) => (
                <td key={cell}>
                  <Runs text={item} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Runs({ text }: { readonly text: string }) {
  return keyed(runsOf(text), (run) => run.text).map(({ key, item }) =>
    item.bold ? <strong key={key}>{item.text}</strong> : item.text,
  );
}
