/** Words selected in the note, found in its sections: never in the transcript, never over two lines. */
import { expect, test } from 'vitest';
import { placeOfWords } from '../../../../../../renderer/features/codes/desk/note/selection.ts';

const documents = [
  [{ id: '0', title: '', text: 'Patient: I have fever' }],
  [
    { id: '1', title: 'Complaint', text: 'Cough' },
    { id: '2', title: 'History', text: 'High fever\nDry cough' },
  ],
];

test('the first place of the words in the note is theirs', () => {
  expect(placeOfWords(' fever ', documents, 0)).toEqual({
    document: 1,
    section: '2',
    start: 5,
    end: 10,
  });
  expect(placeOfWords('fever', documents, 1)).toMatchObject({ document: 0 });
});

test('words of two lines, no words, and words that stand nowhere have no place', () => {
  for (const words of ['fever\nDry', '  ', 'rash'])
    expect(placeOfWords(words, documents, 0)).toBeUndefined();
});
