/** A conversation split into utterances: what is speech in it, and which of it asks or denies. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contextWindow } from '../../../../../main/features/notes/evidence/context-window.ts';
import { sentencesIn } from '../../../../../main/features/notes/evidence/sentences.ts';
import { utterances } from '../../../../../main/features/notes/evidence/utterances.ts';

const said = (text: string) => utterances(text).map(({ start, end }) => text.slice(start, end));
const only = (text: string) => {
  const [one, ...more] = utterances(text);
  expect(more).toEqual([]);
  return one!;
};

describe('a label at the beginning of a line is no speech', () => {
  test.each([
    'Doctor: ',
    'dr : ',
    'PATIENT:',
    'Speaker 2: ',
    'speaker12:',
    'Mother: ',
    'मरीज: ',
    '[00:03] ',
    '(1:02:03) ',
    '0:03 ',
    '00:03.250 --> 00:05,100 ',
    '- ',
    '– ',
    '[Nurse Anna] ',
    '\t[00:03] - Doctor: ',
    '  ',
  ])('%j', (label) => {
    expect(said(`${label}I have a cough.`)).toEqual(['I have a cough.']);
    expect(said(`First.\n${label}I have a cough.`)).toEqual(['First.', 'I have a cough.']);
  });

  test.each([
    'Wife: I have a cough.',
    '[] I have a cough.',
    `[${'x'.repeat(41)}] I have a cough.`,
    '100:03 I have a cough.',
    '0:3 I have a cough.',
  ])('what only looks like one is: %j', (line) => expect(said(line)).toEqual([line]));

  test('the longest bracket is forty letters, and ends in its line', () => {
    expect(said(`[${'x'.repeat(40)}] I cough.`)).toEqual(['I cough.']);
    expect(said('[one\ntwo] I cough.')).toEqual(['[one', 'two] I cough.']);
  });

  test.each(['Asha', 'Asha R.', 'Asha Devi Rao', 'Bed 4', 'आशा', 'Sister Anna 2'])(
    'any name that begins three lines: %s',
    (name) => {
      const lines = ['I cough.', 'I sneeze.', 'I wheeze.'];
      expect(said(lines.map((line) => `${name}: ${line}`).join('\n'))).toEqual(lines);
      expect(said(lines.map((line) => `[00:01] ${name} :${line}`).join('\n'))).toEqual(lines);
      const two = lines.slice(1).map((line) => `${name}: ${line}`);
      expect(said(two.join('\n')).join('\n')).toBe(two.join('\n'));
    },
  );

  test.each(['I come at 10:30 each day', 'My dear old friend: yes', '7: yes', 'BP:120'])(
    'and no other words before a colon, however often: %s',
    (line) => {
      expect(said([line, line, line].join('\n'))).toEqual([line, line, line]);
    },
  );

  test('speakers that share a line are apart', () => {
    expect(said('Doctor: Any pain? Patient: None. doctor: Good.')).toEqual([
      'Any pain?',
      'None.',
      'Good.',
    ]);
    expect(said('The indoctor: is one word')).toEqual(['The indoctor: is one word']);
  });
});

describe('a question', () => {
  test.each(['Any pain?', 'Any pain ? ', 'Any pain?”', 'Any pain？', 'Any pain?!'])('%j', (text) =>
    expect(only(text).question).toBe(true),
  );
  test.each(['Any pain.', 'Why? he said', 'pain'])('is not: %j', (text) =>
    expect(utterances(text).at(-1)!.question).toBe(false),
  );
});

test('each sentence of a turn asks and denies for itself', () => {
  const found = utterances('Doctor: No fever then. Any pain? Good.');
  expect(found.map(({ question, denies, negative }) => [question, denies, negative])).toEqual([
    [false, true, true],
    [true, false, false],
    [false, false, false],
  ]);
});

describe('an answer that denies', () => {
  test.each([
    'No.',
    '“No”, never',
    '... no',
    'Um, well, no',
    'oh – not really',
    'So, I don’t',
    "I don't have any",
    'I haven’t',
    'i am not',
    'I do not smoke',
    "I didn't",
    'Nope',
    'nah',
    'None at all',
    'Never',
    'nahi',
    'नहीं',
  ])('%s', (text) => expect(only(text)).toMatchObject({ denies: true, negative: true }));

  test.each([
    'Yes',
    'Now and then',
    'Nothing but water',
    'Normal',
    'Summer is worst',
    'I do',
    'Ahead',
    'Yes, no change',
    'Mine, not his',
  ])('is not: %s', (text) => expect(only(text).denies).toBe(false));
});

describe('a negation', () => {
  test.each([
    'There is no pain',
    'It is not so',
    'pain is absent',
    'Lack of sleep',
    'free of pain',
    'She isn’t well',
    "couldn't sleep",
    'he cant sleep',
    'Denies pain',
    'without fever',
    'दर्द नहीं है',
    'வலி இல்லை',
  ])('stands in: %s', (text) => expect(only(text).negative).toBe(true));

  test.each(['I know', 'a notable cough', 'Nose', 'nonetheless', 'Freedom of speech', 'a pint'])(
    'does not stand in: %s',
    (text) => expect(only(text).negative).toBe(false),
  );
});

describe('speech without a mark', () => {
  const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`);
  test.each([
    [40, [40]],
    [41, [20, 20, 1]],
    [60, [20, 20, 20]],
  ])('of %i words', (count, lengths) =>
    expect(said(words(count).join('  ')).map((piece) => piece.split('  ').length)).toEqual(lengths),
  );

  test('keeps every word of it in its place', () => {
    const text = `Doctor: ${words(90).join(' ')}`;
    expect(said(text).join(' ')).toBe(words(90).join(' '));
  });
});

describe('sentences of a text', () => {
  const sentences = (text: string) =>
    sentencesIn(text).map(({ start, end }) => text.slice(start, end));

  test.each<[string, string[]]>([
    ['One. Two.', ['One.', 'Two.']],
    ['  One.  \n\n Two  ', ['One.', 'Two']],
    [
      '- One\n* Two\n• Three\n– Four\n1. Five\n12) Six',
      ['One', 'Two', 'Three', 'Four', 'Five', 'Six'],
    ],
    ['  - One', ['One']],
    ['-   One\n1.   Two', ['One', 'Two']],
    ['-One\n1.5 mg\n2.Five\n123. Six', ['-One', '1.5 mg', '2.Five', '123. Six']],
    // A mark alone is a word; with a blank behind it, it begins an empty item.
    ['-\n* \n1. ', ['-']],
    ['', []],
    [' \n\t\n', []],
  ])('%j', (text, expected) => expect(sentences(text)).toEqual(expected));

  test.each([
    'Dr',
    'Mr',
    'mrs',
    'Ms',
    'St',
    'vs',
    'e.g',
    'i.e',
    'approx',
    'Tab',
    'Cap',
    'Inj',
    'Syp',
    'No',
    'Hx',
    'Pt',
    '5',
  ])('do not end behind %s.', (short) => {
    expect(sentences(`Seen ${short}. Aspirin today. Rest.`)).toEqual([
      `Seen ${short}. Aspirin today.`,
      'Rest.',
    ]);
    expect(sentences(`Seen ${short}.`)).toEqual([`Seen ${short}.`]);
  });

  test('end behind a word that only ends like one', () => {
    expect(sentences('Not burnt. Aspirin. Slab. Rest.')).toEqual([
      'Not burnt.',
      'Aspirin.',
      'Slab.',
      'Rest.',
    ]);
  });

  test('hold all that is written, apart and in order, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        let last = 0;
        for (const { start, end } of sentencesIn(text)) {
          expect(start).toBeGreaterThanOrEqual(last);
          const words = text.slice(start, end);
          expect(words).not.toBe('');
          expect(words).toBe(words.trim());
          expect(words).not.toContain('\n');
          last = end;
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('the words around a place', () => {
  const around = (text: string, words: string) => {
    const start = text.indexOf(words);
    return contextWindow(text, { start, end: start + words.length });
  };
  const long = `${'aaaa '.repeat(60)}HERE ${'bbbb '.repeat(60)}`;

  test('are all of a short text', () => {
    expect(around('one\ntwo HERE three', 'HERE')).toEqual({
      before: 'one\ntwo ',
      words: 'HERE',
      after: ' three',
    });
  });

  test('begin and end with whole words, some 240 letters on each side', () => {
    const { before, after } = around(long, 'HERE');
    expect(before).toBe('aaaa '.repeat(47));
    expect(after).toBe(` ${'bbbb '.repeat(46)}bbbb`);
    expect(long).toContain(`${before}HERE${after}`);
  });

  test('begin with a line where one begins near', () => {
    const text = `${'aaaa '.repeat(60)}\nDoctor: ${'cccc '.repeat(10)}HERE`;
    expect(around(text, 'HERE').before).toBe(`Doctor: ${'cccc '.repeat(10)}`);
    // The line of the place itself is none that is left out.
    const beside = `${'aaaa '.repeat(60)}\nHERE`;
    expect(around(beside, 'HERE').before).toBe(`${'aaaa '.repeat(47)}\n`.slice(-236));
  });

  test('of one endless word are left out before, and none behind', () => {
    const text = `${'a'.repeat(300)}HERE${'b'.repeat(300)}`;
    expect(around(text, 'HERE')).toEqual({ before: '', words: 'HERE', after: '' });
  });

  test('reach to the very end where that is near', () => {
    const text = `HERE${'b'.repeat(239)}`;
    expect(around(text, 'HERE').after).toBe('b'.repeat(239));
    expect(around(`${text}b`, 'HERE').after).toBe('b'.repeat(240));
    expect(around(`${text}bb`, 'HERE').after).toBe('');
  });
});
