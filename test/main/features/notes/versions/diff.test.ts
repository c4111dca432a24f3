/** The difference of two versions: nothing of either text is missing from it, or moved. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffSections } from '../../../../../main/features/notes/versions/diff.ts';
import type { NoteSection } from '../../../../../shared/model/note/note-sections.ts';
import type { SectionDiff } from '../../../../../shared/model/note/note-versions.ts';

const section = (id: string, text = id, over: Partial<NoteSection> = {}): NoteSection => ({
  id,
  title: `Title of ${id}`,
  text,
  ...over,
});
const own = { sameBranch: true, language: 'en-IN' };
const other = { sameBranch: false, language: 'en-IN' };
const kinds = (found: readonly SectionDiff[]) => found.map((one) => [one.section, one.kind]);
const all = (...ids: string[]) => ids.map((id) => section(id));

describe('sections of one branch', () => {
  test.each<[string[], string[], [string, string][]]>([
    [
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
      [
        ['a', 'same'],
        ['b', 'same'],
        ['c', 'same'],
      ],
    ],
    [
      ['a', 'b', 'c'],
      ['a', 'c'],
      [
        ['a', 'same'],
        ['b', 'removed'],
        ['c', 'same'],
      ],
    ],
    [
      ['a', 'b'],
      ['b', 'a'],
      [
        ['b', 'same'],
        ['a', 'same'],
      ],
    ],
    [
      ['a', 'b', 'c'],
      ['c', 'a'],
      [
        ['b', 'removed'],
        ['c', 'same'],
        ['a', 'same'],
      ],
    ],
    [
      ['a'],
      ['b', 'a'],
      [
        ['b', 'added'],
        ['a', 'same'],
      ],
    ],
    [
      ['a', 'b'],
      [],
      [
        ['a', 'removed'],
        ['b', 'removed'],
      ],
    ],
    [[], ['a'], [['a', 'added']]],
  ])('%j to %j', (old, fresh, expected) =>
    expect(kinds(diffSections(all(...old), all(...fresh), own))).toEqual(expected),
  );

  test('show their new title, and the old one only where it changed', () => {
    const before = [section('a', 'One'), section('b', 'Two')];
    const after = [section('a', 'One', { title: 'Other' }), section('b', 'Three')];
    expect(diffSections(before, after, own)).toEqual([
      {
        section: 'a',
        title: 'Other',
        titleBefore: 'Title of a',
        kind: 'changed',
        parts: [{ kind: 'same', text: 'One' }],
      },
      {
        section: 'b',
        title: 'Title of b',
        kind: 'changed',
        parts: [
          { kind: 'removed', text: 'Two' },
          { kind: 'added', text: 'Three' },
        ],
      },
    ]);
  });

  test('without words have no parts', () => {
    expect(diffSections([section('a', '')], [section('b', '')], own)).toEqual([
      { section: 'b', title: 'Title of b', kind: 'added', parts: [] },
      { section: 'a', title: 'Title of a', kind: 'removed', parts: [] },
    ]);
    expect(diffSections([section('a', '')], [section('a', '')], own)[0]!.parts).toEqual([]);
  });
});

describe('sections of different branches', () => {
  test.each<[Partial<NoteSection>, Partial<NoteSection>, boolean]>([
    [{ title: 'Plan' }, { title: ' PLAN ' }, true],
    [{ title: 'Plan' }, { title: 'Planning' }, false],
    [{ key: 'advices', title: '' }, { key: 'advices', title: 'Advice' }, true],
    [{ key: 'advices', title: '' }, { key: 'vitals', title: '' }, false],
  ])('%j and %j are one: %s', (one, two, same) => {
    const found = diffSections([section('1', 'x', one)], [section('2', 'x', two)], other);
    expect(found.map(({ kind }) => kind).includes('added')).toBe(!same);
    // Their ids say nothing.
    const crossed = diffSections([section('1', 'x', one)], [section('1', 'x', two)], other);
    expect(crossed.map(({ kind }) => kind).includes('added')).toBe(!same);
  });
});

describe('words', () => {
  const parts = (old: string, fresh: string, language = 'en-IN') =>
    diffSections([section('a', old)], [section('a', fresh)], {
      sameBranch: true,
      language,
    })[0]!.parts.map(({ kind, text }) => `${{ same: '', added: '+', removed: '-' }[kind]}${text}`);

  test.each([
    ['Take 2.5 mg', 'Take 25 mg', ['Take ', '-2.5', '+25', ' mg']],
    ['तीन दिन से बुखार', 'चार दिन से बुखार', ['-तीन', '+चार', ' दिन से बुखार']],
    ['', 'New', ['+New']],
    ['Old', '', ['-Old']],
  ])('%s to %s', (old, fresh, expected) => expect(parts(old, fresh)).toEqual(expected));

  test('are told apart in English where the language does not exist', () => {
    expect(parts('one two', 'one three', 'no_such-language!')).toEqual(['one ', '-two', '+three']);
  });

  test('of a text that is another from end to end are shown as two whole texts', () => {
    const [old, fresh] = ['a', 'b'].map((letter) =>
      Array.from({ length: 1200 }, (_, at) => `${letter}${at}`).join(' '),
    );
    const many = Array.from({ length: 3000 }, (_, at) => `${at} x${at}`);
    expect(parts(many.join(','), many.map((one) => `y${one}`).join(';'))).toHaveLength(2);
    expect(parts(old!, fresh!).length).toBeGreaterThan(2);
  });
});

test('the parts of each section are its old and its new text, whole, and each section is there once', () => {
  const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 5 });
  const text = fc.array(fc.constantFrom('fever', ' ', '2.5', '\n', 'बुखार', '.'), { maxLength: 8 });
  const sections = fc
    .tuple(ids, fc.array(text, { minLength: 5, maxLength: 5 }))
    .map(([names, texts]) => names.map((id, at) => section(id, texts[at]!.join(''))));
  fc.assert(
    fc.property(sections, sections, (old, fresh) => {
      const found = diffSections(old, fresh, own);
      const joined = (id: string, without: string) =>
        found
          .filter((one) => one.section === id)
          .flatMap(({ parts }) => parts)
          .filter(({ kind }) => kind !== without)
          .map(({ text: words }) => words)
          .join('');
      for (const { id, text: words } of old) expect(joined(id, 'added')).toBe(words);
      for (const { id, text: words } of fresh) expect(joined(id, 'removed')).toBe(words);
      expect(found.map((one) => one.section).sort()).toEqual(
        [...new Set([...old, ...fresh].map(({ id }) => id))].sort(),
      );
      expect(found.filter(({ kind }) => kind !== 'removed').map((one) => one.section)).toEqual(
        fresh.map(({ id }) => id),
      );
    }),
    { numRuns: 200 },
  );
});
