/**
 * The document of the editor: sections of lines and tables, as `note-layout.ts` reads them. Text
 * that nobody touches is written again with every character it had.
 */
import { type Node as DocNode, type Mark, Schema } from 'prosemirror-model';
import {
  blocksOf,
  inlineOf,
  type NoteBlock,
  runsOf,
  textOfBlocks,
} from '../../../../../shared/model/note/note-layout.ts';
import type { NoteSection } from '../../../../../shared/model/note/note-sections.ts';

/** A number shows the left edge of a list inside a list: two blanks a step. */
const depthOf = (mark: string) => Math.min(8, Math.floor((/^\s*/.exec(mark)?.[0].length ?? 0) / 2));

export const schema = new Schema({
  nodes: {
    doc: { content: 'section+' },
    section: {
      content: '(line | table)+',
      attrs: { id: { default: '' }, name: { default: '' } },
      isolating: true,
      defining: true,
      // The heading is drawn by the style: the caret never meets what cannot be edited.
      toDOM: ({ attrs: { name } }) => [
        'div',
        {
          class: 'sheet-section',
          ...(name !== '' && {
            role: 'group',
            'aria-label': String(name),
            'data-name': String(name),
          }),
        },
        0,
      ],
    },
    line: {
      content: 'text*',
      attrs: { mark: { default: '' } },
      toDOM: ({ attrs: { mark } }) => [
        'p',
        {
          class: `sheet-line${mark === '' ? '' : ` sheet-item sheet-depth-${depthOf(String(mark))}`}`,
          ...(mark !== '' && {
            'data-mark': String(mark)
              .trim()
              .replace(/^[-*]$/, '•'),
          }),
        },
        0,
      ],
    },
    table: {
      content: 'row+',
      isolating: true,
      toDOM: () => ['table', ['tbody', 0]],
    },
    row: { content: 'cell+', toDOM: () => ['tr', 0] },
    cell: { content: 'text*', isolating: true, toDOM: () => ['td', 0] },
    text: {},
  },
  marks: { bold: { toDOM: () => ['strong', 0] } },
});

/**
 * prosemirror-model looks each piece of text that it cuts up as a key of an object, and V8 remembers
 * such a key until it has seen several: after these, no words of a note stay in memory when the
 * vault is locked (P12).
 */
export function forgetTexts(): void {
  for (let number = 0; number < 2_000; number++) schema.text(`text ${number}`).cut(5);
}
forgetTexts();

const bold: readonly Mark[] = [schema.marks.bold.create()];

const inlineNodes = (text: string): DocNode[] =>
  runsOf(text).map((run) => schema.text(run.text, run.bold ? bold : null));

function blockNode(block: NoteBlock): DocNode {
  if (block.kind === 'line')
    return schema.nodes.line.create({ mark: block.mark }, inlineNodes(block.text));
  const cells = (row: readonly string[]) =>
    row.map((cell) => schema.nodes.cell.create(null, inlineNodes(cell)));
  return schema.nodes.table.create(
    null,
    block.rows.map((row) => schema.nodes.row.create(null, cells(row))),
  );
}

export const linesOfText = (text: string): DocNode[] => blocksOf(text).map(blockNode);

/** `nameOf`: the heading of a section; empty for none. */
export const docOf = (
  sections: readonly NoteSection[],
  nameOf: (section: NoteSection) => string,
): DocNode =>
  schema.nodes.doc.create(
    null,
    sections.map((section) =>
      schema.nodes.section.create(
        { id: section.id, name: nameOf(section) },
        linesOfText(section.text),
      ),
    ),
  );

const childrenOf = (node: DocNode): readonly DocNode[] => node.content.content;

const inlineText = (node: DocNode): string =>
  inlineOf(childrenOf(node).map(({ text = '', marks }) => ({ text, bold: marks.length > 0 })));

const textOfLine = (line: DocNode): string => String(line.attrs.mark) + inlineText(line);

/** Text of a section node. */
export const textOfSection = (section: DocNode): string =>
  textOfBlocks(
    childrenOf(section).map(
      (block): NoteBlock =>
        block.type === schema.nodes.table
          ? { kind: 'table', rows: childrenOf(block).map((row) => childrenOf(row).map(inlineText)) }
          : { kind: 'line', mark: String(block.attrs.mark), text: inlineText(block) },
    ),
  );

/** Each section of the document with its id, its text and the position of its first line. */
export function sectionsIn(
  doc: DocNode,
): { readonly id: string; readonly node: DocNode; readonly from: number }[] {
  const found: { id: string; node: DocNode; from: number }[] = [];
  doc.forEach((node, offset) => {
    found.push({ id: String(node.attrs.id), node, from: offset + 1 });
  });
  return found;
}

/**
 * Position in the document of a place in the section's text (UTF-16 units). A place inside a mark is
 * the nearest word.
 */
export function positionOf(doc: DocNode, section: string, place: number): number | undefined {
  const found = sectionsIn(doc).find(({ id }) => id === section);
  if (!found) return undefined;
  let left = place;
  let at = found.from;
  let last = at + 1;
  for (const block of childrenOf(found.node)) {
    const length =
      block.type === schema.nodes.table
        ? textOfSection(schema.nodes.section.create({ id: '' }, block)).length
        : textOfLine(block).length;
    last = at + 1;
    if (left <= length && block.type === schema.nodes.line)
      return at + 1 + placeInLine(block, left - String(block.attrs.mark).length);
    if (left <= length) return at + 3;
    left -= length + 1;
    at += block.nodeSize;
  }
  return last;
}

/** Without the stars of bold words before the place. */
function placeInLine(line: DocNode, place: number): number {
  let written = 0;
  let shown = 0;
  for (const run of runsOf(inlineText(line))) {
    const star = run.bold ? 2 : 0;
    if (place <= written + star + run.text.length)
      return shown + Math.max(0, place - written - star);
    written += run.text.length + 2 * star;
    shown += run.text.length;
  }
  return Math.max(0, Math.min(shown, place));
}
