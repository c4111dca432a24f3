/** One comparison at a time, over readings whose findings are given. */
import { describe, expect, test } from 'vitest';
import type { Allergy } from '../../../../../main/features/notes/checks/allergies.ts';
import {
  type Concept,
  compareAllergies,
  compareDrugs,
  compareSides,
  type Found,
  missingSides,
  type Reading,
} from '../../../../../main/features/notes/checks/compare.ts';
import { compareConcepts } from '../../../../../main/features/notes/checks/compare-findings.ts';
import { drugs, sameName, soundsLike } from '../../../../../main/features/notes/checks/drugs.ts';
import { mentions, sides } from '../../../../../main/features/notes/checks/sides.ts';
import type { Status } from '../../../../../shared/model/coding/entities.ts';

const isDrug = (word: string) => ['metformin', 'hydralazine', 'hydroxyzine'].includes(word);

/** `words`: findings by their words, each with its status. */
function reading(
  text: string,
  speech: boolean,
  words: Record<string, Status> = {},
  verb: Status = 'present',
): Reading {
  const concepts = Object.entries(words).map(([word, status]): Concept => {
    const start = text.indexOf(word);
    if (start === -1) throw new Error(`"${word}" is not in "${text}".`);
    return { key: word.toLowerCase(), status, start, end: start + word.length };
  });
  return {
    text,
    concepts,
    quantities: [],
    timed: [],
    circumstances: { values: [], pairs: [] },
    names: [],
    allergies: [],
    actions: [],
    meals: [],
    sides: sides(text, { abbreviations: !speech }),
    drugs: drugs(text, isDrug, false).map((one) => ({ ...one, isDenied: false })),
    isExamined: () => false,
    statusOf: () => verb,
  };
}
const shown = (note: Reading, said: Reading, found: readonly Found[]) =>
  found.map(({ kind, span, said: spoken }) => [
    kind,
    note.text.slice(span.start, span.end),
    ...(spoken ? [said.text.slice(spoken.start, spoken.end)] : []),
  ]);

describe('a finding', () => {
  const compare = (
    note: [string, Record<string, Status>],
    said: [string, Record<string, Status>],
  ) => {
    const [mine, spoken] = [reading(note[0], false, note[1]), reading(said[0], true, said[1])];
    return shown(mine, spoken, compareConcepts(mine, spoken));
  };

  test('that was said as it is written is passed by, also beside its opposite', () => {
    expect(compare(['cough', { cough: 'present' }], ['cough', { cough: 'present' }])).toEqual([]);
    const said = reading('cough, no cough', true, { cough: 'present' });
    const twice = {
      ...said,
      concepts: [...said.concepts, { key: 'cough', status: 'absent' as const, start: 10, end: 15 }],
    };
    for (const status of ['present', 'absent'] as const)
      expect(compareConcepts(reading('cough', false, { cough: status }), twice)).toEqual([]);
  });

  test('that was said the other way round is told, with its place', () => {
    expect(compare(['fever', { fever: 'present' }], ['no fever', { fever: 'absent' }])).toEqual([
      ['negation', 'fever', 'fever'],
    ]);
    expect(compare(['no fever', { fever: 'absent' }], ['fever', { fever: 'present' }])).toEqual([
      ['negation', 'fever', 'fever'],
    ]);
  });

  test('that is only possible in the note is not compared, nor one that nobody spoke of', () => {
    expect(compare(['fever', { fever: 'possible' }], ['no fever', { fever: 'absent' }])).toEqual(
      [],
    );
    expect(compare(['fever', { fever: 'present' }], ['hello', {}])).toEqual([]);
  });

  test.each(['possible', 'hypothetical', 'historical', 'family'] as const)(
    'that the note denies is told where it was only %s in the talk',
    (status) =>
      expect(compare(['no fever', { fever: 'absent' }], ['fever?', { fever: status }])).toEqual([
        ['negation', 'fever', 'fever'],
      ]),
  );

  test('that the verb tells of is said: "Swelling" and "it swells"', () => {
    const note = reading('Swelling', false, { Swelling: 'present' });
    const of = (verb: Status, text = 'Any swelling? No. But it swells at night') => {
      const said = reading(text, true, { swelling: 'absent' }, verb);
      return compareConcepts(note, said);
    };
    expect(of('present')).toEqual([]);
    expect(of('absent')).toHaveLength(1);
    expect(of('present', 'Any swelling? No. But it swellsome')).toHaveLength(1);
    expect(of('present', 'Any swelling? No. But it swelled')).toEqual([]);
  });
});

describe('a finding that the note denies, and that was said under no name of its own', () => {
  const compare = (said: string, words: Record<string, Status> = {}, note = 'urine protein') => {
    const mine = reading(`No ${note}`, false, { [note]: 'absent' });
    const spoken = reading(said, true, words);
    return shown(mine, spoken, compareConcepts(mine, spoken));
  };
  const told = [['negation', 'urine protein']];

  test.each([
    'The urine has no protein.',
    'Your protein is fine. The urine has not any protein; good',
    'urine without protein',
    'URINE: NIL PROTEIN',
    'There was never any protein in the urine!',
    'no urine, no protein',
  ])('is denied by its words in one sentence: %s', (said) => expect(compare(said)).toEqual([]));

  test.each([
    // Nothing of it was said.
    'I came for my cough.',
    // Both words, and no denial of either.
    'The urine has protein.',
    // Only one of its words.
    'There is no protein.',
    // In two sentences, or two lines.
    'The urine is clear. There is no protein.',
    'The urine is clear; no protein',
    'The urine is clear! No protein',
    'Urine? No protein',
    'The urine is clear\nno protein',
    // The denial belongs to another word.
    'There is no doubt, the urine has protein.',
    'I know the urine protein',
    'There is protein in the urine, but no blood.',
  ])('is told where they do not deny it: %s', (said) =>
    expect(compare(said).map(([kind, words]) => [kind, words])).toEqual(told),
  );

  test('of one word is told, whatever denies that word elsewhere', () =>
    expect(compare('There is no protein.', {}, 'protein')).toEqual([
      ['negation', 'protein', 'protein'],
    ]));

  test('is denied with what is wider, and told where that is present', () => {
    const wider = 'swelling of the face';
    const of = (status: Status) => compare(`There is ${wider}.`, { [wider]: status }, 'swelling');
    expect(of('absent')).toEqual([]);
    expect(of('present')).toEqual([['negation', 'swelling', wider]]);
    expect(of('possible')).toEqual([['negation', 'swelling', 'swelling']]);
    expect(compare('There is a face.', { face: 'present' }, 'swelling')).toEqual([
      ['negation', 'swelling'],
    ]);
  });

  test('is not told where the note has the wider one too', () => {
    const wider = 'swelling of the face';
    const mine = {
      ...reading(`No swelling. ${wider}`, false, { [wider]: 'present' }),
    };
    const both = {
      ...mine,
      concepts: [
        { key: 'swelling', status: 'absent' as const, start: 3, end: 11 },
        ...mine.concepts,
      ],
    };
    const said = reading(`There is ${wider}.`, true, { [wider]: 'present' });
    expect(shown(both, said, compareConcepts(both, said))).toEqual([
      ['negation', 'swelling', 'swelling'],
    ]);
  });
});

describe('an allergy', () => {
  const allergy = (to: string, start: number, end: number): Allergy => ({ to, start, end });
  const compare = (mine: Allergy[], spoken: Allergy[]) =>
    compareAllergies(
      { ...reading('', false), allergies: mine },
      { ...reading('', true), allergies: spoken },
    );
  const [dust, milk, none] = [allergy('dust', 1, 5), allergy('milk', 7, 11), allergy('', 2, 4)];

  test('that was said agrees; one that was not is told, with the denial where there is one', () => {
    expect(compare([dust], [milk, { ...dust, start: 20, end: 24 }])).toEqual([]);
    expect(compare([dust], [milk])).toEqual([{ kind: 'allergy', span: { start: 1, end: 5 } }]);
    expect(compare([dust], [milk, none])).toEqual([
      { kind: 'allergy', span: { start: 1, end: 5 }, said: { start: 2, end: 4 } },
    ]);
  });

  test('that was said contradicts a note without any', () => {
    expect(compare([none], [none, milk])).toEqual([
      { kind: 'allergy', span: { start: 2, end: 4 }, said: { start: 7, end: 11 } },
    ]);
    expect(compare([none], [none])).toEqual([]);
    expect(compare([none], [])).toEqual([]);
  });
});

describe('a medicine', () => {
  const compare = (note: string, said: string) => {
    const [mine, spoken] = [reading(note, false), reading(said, true)];
    return shown(mine, spoken, compareDrugs(mine, spoken));
  };

  test('that was said, also in a name that goes on, is passed by', () => {
    expect(compare('Metformin', 'metformin')).toEqual([]);
    expect(compare('Tab Zincovit', 'take zincovite daily')).toEqual([]);
    expect(compare('Tab Zinco-vit', 'take zinco vit daily')).toEqual([]);
  });

  test('that was not said is told, with what sounds like it', () => {
    expect(compare('Metformin', 'hello')).toEqual([['drug', 'Metformin']]);
    expect(compare('Hydralazine', 'hydroxyzine')).toEqual([['drug', 'Hydralazine', 'hydroxyzine']]);
    expect(compare('Tab Zincovit', 'take rezincovit daily')).toEqual([['drug', 'Zincovit']]);
  });

  test.each([
    ['metformin', 'metformin', true],
    ['metformin', 'metfo', true],
    ['metfo', 'metformin', true],
    ['metformin', 'metf', false],
    ['metf', 'metformin', false],
    ['metformin', 'formin', false],
  ])('%s and %s are one name: %s', (one, other, expected) =>
    expect(sameName(one, other)).toBe(expected),
  );

  test.each([
    ['hydralazine', 'hydroxyzine', true],
    ['metformin', 'metformin', false],
    ['hydralazine', 'mydralazine', false],
    ['abcd', 'abxy', true],
    ['abcd', 'axyz', false],
    ['abcdefghi', 'abcdefxyz', true],
    ['abcdefghi', 'abcdewxyz', false],
    ['abcde', 'abxde', true],
    ['abcd', 'abxcdxyz', false],
    ['abc', 'axbyc', true],
  ])('%s may be heard for %s: %s', (one, other, expected) => {
    expect(soundsLike(one, other)).toBe(expected);
    expect(soundsLike(other, one)).toBe(expected);
  });
});

describe('a side', () => {
  const compare = (note: string, said: string) => {
    const [mine, spoken] = [reading(note, false), reading(said, true)];
    return shown(mine, spoken, compareSides(mine, spoken));
  };
  const missing = (note: string, said: string) => {
    const [mine, spoken] = [reading(note, false), reading(said, true)];
    return missingSides(mine, spoken).map(({ kind, span, said: heard }) => [
      kind,
      note.slice(span.start),
      heard && said.slice(heard.start, heard.end),
    ]);
  };

  test.each([
    ['Right knee swollen', 'the right knee'],
    ['Both knees swollen', 'left knee and right knee'],
    ['Rt knee swollen', 'the right knee'],
    ['Right patella', 'the right knee hurts'],
    ['Chest clear bilaterally', 'I listen to the chest'],
    ['Cataract of the right eye', 'a cataract in the right eye'],
  ])('that was said is passed by: %s | %s', (note, said) =>
    expect(compare(note, said)).toEqual([]),
  );

  test.each([
    ['Right knee swollen', 'the left knee', [['side', 'Right', 'left']]],
    ['Right knee swollen', 'the knee', [['side', 'Right']]],
    ['Both knees swollen', 'the left knee', [['side', 'Both', 'left']]],
    ['Cataract of the right eye', 'cataract in both eyes', [['side', 'right', 'both']]],
  ])('that differs is told: %s | %s', (note, said, expected) =>
    expect(compare(note, said)).toEqual(expected),
  );

  test('of two diseases that changed places is told of each', () =>
    expect(
      compare(
        'Cataract right, glaucoma left',
        'you have a cataract in the left eye and glaucoma in the right eye',
      ),
    ).toEqual([
      ['side', 'right', 'left'],
      ['side', 'left', 'right'],
    ]));

  test('that is missing is told at the part of the body, once', () => {
    expect(missing('Knee swollen', 'your left knee, the left knee')).toEqual([
      ['side', 'Knee swollen', 'left'],
    ]);
    expect(missing('Left knee swollen', 'your left knee')).toEqual([]);
    expect(missing('Left ankle, knee', 'your left knee')).toEqual([]);
    expect(missing('Both ankles, knee', 'your left knee')).toEqual([]);
    expect(missing('Knee swollen', 'both knees')).toEqual([]);
    expect(missing('Rest', 'your left knee')).toEqual([]);
  });

  test.each([
    ['left knee', true, [['left', 'knee']]],
    ['L knee', true, [['left', 'knee']]],
    ['L knee', false, []],
    ['l knee', true, []],
    ['Rt. knee', false, []],
    ['bilaterally', false, []],
    ['eyes: both', false, []],
    ['2 l of water', true, []],
    [
      'left knee and right hip',
      false,
      [
        ['left', 'knee'],
        ['right', 'hip'],
      ],
    ],
  ] as const)('is read: %s (abbreviations: %s)', (text, abbreviations, expected) =>
    expect(
      sides(text, { abbreviations }).flatMap(({ side, of, isOwn }) => (isOwn ? [] : [[side, of]])),
    ).toEqual(expected),
  );

  test('names all places of a part, in each of its forms', () =>
    expect(mentions('Knee, knees and kneecap', 'knee').map(({ start }) => start)).toEqual([0, 6]));
});
