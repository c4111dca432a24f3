/** The editor's document: text in, text out, and what the keys of lists and undo do to it. */
import fc from 'fast-check';
import { undo } from 'prosemirror-history';
import { AllSelection, type Command, EditorState, TextSelection } from 'prosemirror-state';
import { expect, test } from 'vitest';
import {
  docOf,
  positionOf,
  sectionsIn,
  textOfSection,
} from '../../../../../../renderer/features/review/document/editor/schema.ts';
import {
  sheetPlugins,
  toggleBold,
  toggleBullets,
} from '../../../../../../renderer/features/review/document/editor/sheet-keys.ts';
import { withoutMarks } from '../../../../../../shared/model/note/note-layout.ts';

const section = (text: string, id = '1') => ({ id, title: 'Plan', text });
const docFrom = (...texts: string[]) =>
  docOf(
    texts.map((text, at) => section(text, String(at))),
    ({ title }) => title,
  );
const textsOf = ({ doc }: Pick<EditorState, 'doc'>) =>
  sectionsIn(doc).map(({ node }) => textOfSection(node));

const lines = fc
  .array(
    fc.oneof(
      fc.constantFrom('• ', '- ', '12. ', '**Fever**', '**', '\n', ' ', 'ज्वर', '5 mg', '|'),
      fc.constantFrom('| a | **b** |\n| --- | --- |\n| 5 |  |', '\n'),
      fc.string({ unit: 'binary', maxLength: 5 }),
    ),
    { maxLength: 15 },
  )
  .map((parts) => parts.join(''));

test('text that goes through the editor is the same text, for every character', () => {
  fc.assert(
    fc.property(fc.array(lines, { minLength: 1, maxLength: 3 }), (texts) => {
      expect(textsOf({ doc: docFrom(...texts) })).toEqual(texts);
    }),
    { numRuns: 1500 },
  );
});

test('each word stands at the position that its place in the text gives', () => {
  fc.assert(
    fc.property(lines, (text) => {
      const doc = docFrom('first', text);
      // Places in tables lead to the table.
      if (text.includes('| --- |')) return;
      for (const { 0: word, index } of withoutMarks(text).matchAll(/[\p{L}\p{N}]+/gu)) {
        const from = positionOf(doc, '1', index) ?? 0;
        expect(doc.textBetween(from, from + word.length)).toBe(word);
      }
    }),
    { numRuns: 1000 },
  );
});

function opened(...texts: string[]) {
  let state = EditorState.create({ doc: docFrom(...texts), plugins: sheetPlugins() });
  const dispatch = (tr: EditorState['tr']) => {
    state = state.apply(tr);
  };
  return {
    texts: () => textsOf(state),
    run: (command: Command) => command(state, dispatch),
    put: (sectionId: string, from: number, to = from) => {
      const at = (place: number) => positionOf(state.doc, sectionId, place) ?? 0;
      dispatch(state.tr.setSelection(TextSelection.create(state.doc, at(from), at(to))));
    },
    type: (text: string) => dispatch(state.tr.insertText(text)),
    removeAll: () => dispatch(state.tr.delete(0, state.doc.content.size)),
    all: () => press('a', true) || dispatch(state.tr.setSelection(new AllSelection(state.doc))),
    key: (key: string) => press(key, false),
  };
  function press(key: string, ctrlKey: boolean): boolean {
    for (const plugin of state.plugins) {
      const { handleKeyDown } = plugin.props;
      const view = { state, dispatch } as never;
      if (handleKeyDown?.call(plugin, view, { key, ctrlKey, keyCode: 0 } as KeyboardEvent))
        return true;
    }
    return false;
  }
}

test('Enter goes on with a list and its numbers, and ends it in an empty item', () => {
  const sheet = opened('• Fever', '9. Rest');
  sheet.put('0', 7);
  sheet.key('Enter');
  sheet.type('Cough');
  sheet.put('1', 7);
  sheet.key('Enter');
  sheet.type('Fluids');
  expect(sheet.texts()).toEqual(['• Fever\n• Cough', '9. Rest\n10. Fluids']);
  sheet.key('Enter');
  sheet.key('Enter');
  sheet.type('Bye');
  expect(sheet.texts()[1]).toBe('9. Rest\n10. Fluids\nBye');
});

test('undo goes back through the whole note, section after section', () => {
  const sheet = opened('Fever', '• Rest');
  sheet.put('0', 5);
  sheet.type(' high');
  sheet.put('1', 6);
  sheet.type(' well');
  expect(sheet.texts()).toEqual(['Fever high', '• Rest well']);
  sheet.run(undo);
  expect(sheet.texts()).toEqual(['Fever high', '• Rest']);
  sheet.run(undo);
  expect(sheet.texts()).toEqual(['Fever', '• Rest']);
});

test('bold and lists are written so that they are read again', () => {
  const sheet = opened('Fever for 3 days\nCough');
  sheet.put('0', 0, 5);
  sheet.run(toggleBold);
  sheet.run(toggleBullets);
  expect(sheet.texts()).toEqual(['• **Fever** for 3 days\nCough']);
  sheet.run(toggleBullets);
  sheet.run(toggleBold);
  expect(sheet.texts()).toEqual(['Fever for 3 days\nCough']);
});

test('Ctrl+A takes the section, then the note; what is deleted leaves the headings', () => {
  const sheet = opened('• Fever\n• Cough', '| a | b |\n| --- | --- |\n| 5 | c |', 'Rest');
  sheet.put('0', 4);
  sheet.all();
  sheet.type('x');
  expect(sheet.texts()[0]).toBe('• x');
  sheet.put('0', 2);
  sheet.all();
  sheet.all();
  sheet.key('Backspace');
  expect(sheet.texts()).toEqual(['', '', '']);
});

test('no change takes a section away', () => {
  const sheet = opened('Fever', 'Rest');
  sheet.removeAll();
  expect(sheet.texts()).toHaveLength(2);
});
