/**
 * Keys and changes of the editor: lists go on with Enter, a heading is never lost, tables keep their
 * columns, and nothing but plain text is pasted.
 */
import { baseKeymap, chainCommands, toggleMark } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { Fragment, Slice } from 'prosemirror-model';
import {
  type Command,
  type EditorState,
  Plugin,
  Selection,
  TextSelection,
} from 'prosemirror-state';
import { schema, sectionsIn } from './schema.ts';

/** The line of the caret; undefined in a table. */
function lineAt({ selection }: EditorState) {
  const { $from } = selection;
  const { parent } = $from;
  return parent.type === schema.nodes.line
    ? { line: parent, before: $from.before(), offset: $from.parentOffset }
    : undefined;
}
const isInCell = ({ selection }: EditorState) => selection.$from.parent.type === schema.nodes.cell;

/** The mark that the next line of a list has: the same sign, or the next number. */
const nextMark = (mark: string): string =>
  mark.replace(/\d+/, (number) => String(Math.min(99, Number(number) + 1)));

/** In a list Enter begins the next item; in an empty item it ends the list. */
const splitItem: Command = (state, dispatch) => {
  const at = lineAt(state);
  if (!at || at.line.attrs.mark === '') return false;
  if (at.line.content.size === 0) {
    dispatch?.(state.tr.setNodeAttribute(at.before, 'mark', ''));
    return true;
  }
  const mark = nextMark(String(at.line.attrs.mark));
  const tr = state.tr.deleteSelection();
  tr.split(tr.selection.from, 1, [{ type: schema.nodes.line, attrs: { mark } }]);
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** At its beginning Backspace takes an item's sign away first. */
const removeSign: Command = (state, dispatch) => {
  const at = lineAt(state);
  if (!state.selection.empty || !at || at.offset > 0 || at.line.attrs.mark === '') return false;
  dispatch?.(state.tr.setNodeAttribute(at.before, 'mark', ''));
  return true;
};

/** Words of more than one section: each section loses its own, and keeps its heading. */
const deleteAcross: Command = ({ tr, doc, selection: { from, to } }, dispatch) => {
  const across = sectionsIn(doc).filter(
    ({ node, from: start }) => from < start + node.content.size && to > start,
  );
  if (across.length < 2) return false;
  for (const { node, from: start } of across.reverse()) {
    const end = start + node.content.size;
    if (from <= start + 1 && to >= end - 1) tr.replaceWith(start, end, schema.nodes.line.create());
    else tr.deleteRange(Math.max(from, start + 1), Math.min(to, end - 1));
  }
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** The words of the section first; pressed again, those of the whole note. */
const selectSection: Command = ({ doc, tr, selection }, dispatch) => {
  const here = sectionsIn(doc).find(
    ({ node, from }) => selection.from >= from && selection.to <= from + node.content.size,
  );
  if (!here) return false;
  const start = TextSelection.near(doc.resolve(here.from), 1).from;
  const end = TextSelection.near(doc.resolve(here.from + here.node.content.size), -1).to;
  if (start === selection.from && end === selection.to) return false;
  dispatch?.(tr.setSelection(TextSelection.create(doc, start, end)));
  return true;
};

const moveToEnd: Command = ({ tr, doc }, dispatch) => {
  dispatch?.(tr.setSelection(Selection.atEnd(doc)).scrollIntoView());
  return true;
};
const moveToStart: Command = ({ tr, doc }, dispatch) => {
  dispatch?.(tr.setSelection(Selection.atStart(doc)).scrollIntoView());
  return true;
};

/** In a cell Enter adds a row below, and the caret goes there. */
const addRow: Command = (state, dispatch) => {
  if (!isInCell(state)) return false;
  const { $from } = state.selection;
  const row = $from.node(-1);
  const cells = row.content.content.map(() => schema.nodes.cell.create());
  const at = $from.after(-1);
  const tr = state.tr.insert(at, schema.nodes.row.create(null, cells));
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, at + 2)).scrollIntoView());
  return true;
};

/** To the next or previous cell; out of the table the focus moves on as it does everywhere. */
const moveCell =
  (by: 1 | -1): Command =>
  (state, dispatch) => {
    if (!isInCell(state)) return false;
    const { $from } = state.selection;
    const cells: number[] = [];
    const table = $from.node(-2);
    const start = $from.start(-2);
    table.descendants((node, offset) => {
      if (node.type === schema.nodes.cell) cells.push(start + offset + 1);
    });
    const goal = cells[cells.indexOf($from.start()) + by];
    if (goal === undefined) return false;
    dispatch?.(state.tr.setSelection(TextSelection.create(state.doc, goal)).scrollIntoView());
    return true;
  };

/** Makes the chosen lines items of a list, or plain lines where all of them are. */
const toggleList =
  (sign: (index: number) => string): Command =>
  (state, dispatch) => {
    const { from, to } = state.selection;
    const lines: { at: number; mark: string }[] = [];
    state.doc.nodesBetween(from, to, (node, at) => {
      if (node.type === schema.nodes.line) lines.push({ at, mark: String(node.attrs.mark) });
    });
    if (lines.length === 0) return false;
    const isNumber = /\d/.test(sign(0));
    const areAll = lines.every(({ mark }) => mark !== '' && /\d/.test(mark) === isNumber);
    const tr = state.tr;
    for (const [index, { at }] of lines.entries())
      tr.setNodeAttribute(at, 'mark', areAll ? '' : sign(index));
    dispatch?.(tr);
    return true;
  };
export const toggleBullets = toggleList(() => '• ');
export const toggleNumbers = toggleList((index) => `${Math.min(99, index + 1)}. `);
export const toggleBold = toggleMark(schema.marks.bold);

/** Words as lines, without any layout of where they came from. */
export const plainSlice = (text: string): Slice => {
  const lines = text
    .split(/\r\n?|\n/)
    .map((line) => schema.nodes.line.create(null, line === '' ? [] : [schema.text(line)]));
  return new Slice(Fragment.from(lines), 1, 1);
};

/** Refuses a change that would take away, add or rename a section. */
const keepsSections = new Plugin({
  filterTransaction: (tr, { doc }) =>
    !tr.docChanged ||
    sectionsIn(doc)
      .map(({ id }) => id)
      .join('\n') ===
      sectionsIn(tr.doc)
        .map(({ id }) => id)
        .join('\n'),
});

/** A bullet or a star with a blank, typed at the beginning of a line, makes it an item. */
const readsMarks = new Plugin({
  appendTransaction: (_transactions, before, state) => {
    const at = lineAt(state);
    if (before.doc.eq(state.doc) || !at || at.line.attrs.mark !== '') return null;
    if (!/^[•*] $/.test(at.line.textContent)) return null;
    return state.tr.delete(at.before + 1, at.before + 3).setNodeAttribute(at.before, 'mark', '• ');
  },
});

export const sheetPlugins = (): Plugin[] => [
  history(),
  keymap({
    'Mod-z': undo,
    'Mod-y': redo,
    'Mod-Shift-z': redo,
    'Mod-b': toggleBold,
    'Mod-Shift-8': toggleBullets,
    'Mod-Shift-7': toggleNumbers,
    Enter: chainCommands(addRow, splitItem),
    Backspace: chainCommands(deleteAcross, removeSign),
    Delete: deleteAcross,
    'Mod-a': selectSection,
    'Mod-End': moveToEnd,
    'Mod-Home': moveToStart,
    Tab: moveCell(1),
    'Shift-Tab': moveCell(-1),
  }),
  keymap(baseKeymap),
  keepsSections,
  readsMarks,
];
