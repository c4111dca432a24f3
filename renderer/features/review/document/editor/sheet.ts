/**
 * One editor for the whole document: built on ProseMirror, without React. It takes the text of each
 * section, tells what was typed, and holds nothing after `destroy` (P12).
 */
import type { Node as DocNode } from 'prosemirror-model';
import { EditorState, TextSelection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import type { Span } from '../../../../../shared/model/coding/entities.ts';
import type { NoteSection } from '../../../../../shared/model/note/note-sections.ts';
import { type DotPhrase, phraseBefore } from '../../../visits/note/dot-phrases.ts';
import {
  docOf,
  forgetTexts,
  linesOfText,
  positionOf,
  schema,
  sectionsIn,
  textOfSection,
} from './schema.ts';
import {
  plainSlice,
  sheetPlugins,
  toggleBold,
  toggleBullets,
  toggleNumbers,
} from './sheet-keys.ts';

export type SheetOptions = {
  readonly label: string;
  readonly language: string;
  readonly spellCheck: boolean;
  readonly nameOf: (section: NoteSection) => string;
  readonly phrases: () => readonly DotPhrase[];
  /** Text of one section, as it is now. */
  readonly onText: (section: string, text: string) => void;
  readonly onExpanded: (words: string) => void;
  readonly onBlur: () => void;
  readonly onEscape: () => void;
};

export type Sheet = {
  /** Takes over text that was not typed here; undo takes it back. */
  take(sections: readonly NoteSection[]): void;
  /** The caret goes to the place, or to the beginning. */
  aim(section: string | undefined, span: Span | undefined): void;
  /** For the words or lines that are chosen; the caret stays. */
  format(what: keyof typeof formats): void;
  destroy(): void;
};

const formats = { bold: toggleBold, bullets: toggleBullets, numbers: toggleNumbers };

export function createSheet(
  place: HTMLElement,
  sections: readonly NoteSection[],
  options: SheetOptions,
): Sheet {
  const stateOf = (words: readonly NoteSection[]) =>
    EditorState.create({ doc: docOf(words, options.nameOf), plugins: sheetPlugins() });
  const view = new EditorView(place, {
    state: stateOf(sections),
    attributes: {
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': options.label,
      class: 'note-sheet',
      lang: options.language,
      spellcheck: String(options.spellCheck),
    },
    handleKeyDown: (_view, event) => onKey(view, event, options),
    // Never through an HTML parser: Trusted Types forbid it, and a layout from outside is not ours.
    handleDOMEvents: {
      paste: (_view, event) => insertPlain(view, event, event.clipboardData),
      drop: (_view, event) => insertPlain(view, event, event.dataTransfer),
      blur: () => {
        options.onBlur();
        return false;
      },
    },
    clipboardTextSerializer: (slice) => slice.content.textBetween(0, slice.content.size, '\n'),
    dispatchTransaction(transaction) {
      const before = view.state.doc;
      view.updateState(view.state.apply(transaction));
      if (transaction.docChanged) announce(before, view.state.doc, options.onText);
    },
  });
  return {
    take: (words) => takeSections(view, words, stateOf),
    aim: (section, span) => aimAt(view, section, span),
    format(what) {
      formats[what](view.state, view.dispatch);
      view.focus();
    },
    destroy() {
      view.destroy();
      forgetTexts();
    },
  };
}

/** Calls for each section that is not the same node as before. */
function announce(
  before: DocNode,
  after: DocNode,
  onText: (section: string, text: string) => void,
): void {
  const old = new Map(sectionsIn(before).map(({ id, node }) => [id, node]));
  for (const { id, node } of sectionsIn(after))
    if (old.get(id) !== node) onText(id, textOfSection(node));
}

function takeSections(
  view: EditorView,
  words: readonly NoteSection[],
  stateOf: (words: readonly NoteSection[]) => EditorState,
): void {
  const ours = sectionsIn(view.state.doc);
  const isSame = ours.length === words.length && ours.every(({ id }, at) => id === words[at]?.id);
  if (!isSame) {
    view.updateState(stateOf(words));
    return;
  }
  const { tr } = view.state;
  for (const [at, { node, from }] of [...ours.entries()].reverse()) {
    const text = words[at]?.text ?? '';
    if (textOfSection(node) !== text)
      tr.replaceWith(from, from + node.content.size, linesOfText(text));
  }
  if (tr.docChanged) view.updateState(view.state.apply(tr));
}

function aimAt(view: EditorView, section: string | undefined, span: Span | undefined): void {
  const { doc } = view.state;
  const name = section ?? sectionsIn(doc)[0]?.id;
  const from = name === undefined ? undefined : positionOf(doc, name, span?.start ?? 0);
  if (name !== undefined && from !== undefined) {
    const to = positionOf(doc, name, span?.end ?? 0) ?? from;
    view.dispatch(view.state.tr.setSelection(TextSelection.create(doc, from, Math.max(from, to))));
  }
  view.focus();
  const at = view.domAtPos(view.state.selection.from).node;
  (at instanceof Element ? at : at.parentElement)?.scrollIntoView({ block: 'center' });
}

function insertPlain(
  view: EditorView,
  event: ClipboardEvent | DragEvent,
  data: DataTransfer | null,
): boolean {
  event.preventDefault();
  const text = data?.getData('text/plain') ?? '';
  if (text === '') return true;
  const { tr, selection } = view.state;
  if (selection.$from.parent.type === schema.nodes.cell)
    view.dispatch(tr.insertText(text.replace(/\s+/g, ' ')).scrollIntoView());
  else view.dispatch(tr.replaceSelection(plainSlice(text)).scrollIntoView());
  return true;
}

/** Keys that expand a phrase, with the text that each then types. */
const textTypedBy = new Map([
  [' ', ' '],
  ['Enter', '\n'],
  ['Tab', ''],
]);

function onKey(view: EditorView, event: KeyboardEvent, options: SheetOptions): boolean {
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
  if (hasModifier || event.isComposing) return false;
  if (event.key === 'Escape') {
    event.stopPropagation();
    options.onEscape();
    return true;
  }
  const typed = textTypedBy.get(event.key);
  const { selection, tr } = view.state;
  if (typed === undefined || !selection.empty) return false;
  const { $from } = selection;
  const before = $from.parent.textBetween(0, $from.parentOffset);
  const phrase = phraseBefore(before, before.length, options.phrases());
  if (!phrase) return false;
  event.preventDefault();
  const start = $from.pos - (phrase.end - phrase.start);
  const isCell = $from.parent.type === schema.nodes.cell;
  const words = phrase.text + typed;
  view.dispatch(
    (isCell
      ? tr.insertText(words.replace(/\s+/g, ' '), start, $from.pos)
      : tr.replaceRange(start, $from.pos, plainSlice(words))
    ).scrollIntoView(),
  );
  options.onExpanded(phrase.text);
  return true;
}
