/**
 * Only codes that a linker is confident of, or that were chosen before, are selected in a column;
 * an absent finding has none.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  allLinked,
  columnsOf,
  firstColumn,
  selectedCodes,
  shownOf,
  verdictOf,
} from '../../../../renderer/features/codes/columns.ts';
import { isDecidedAs } from '../../../../renderer/features/codes/desk-format.ts';
import { en } from '../../../../renderer/locales/en/index.ts';
import type {
  CodeCandidate,
  LinkedEntity,
  Linker,
} from '../../../../shared/model/coding/codification.ts';
import type { DeskAnswer } from '../../../../shared/model/coding/desk.ts';
import { type NoteEntity, statuses } from '../../../../shared/model/coding/entities.ts';

const entity = (part: Partial<NoteEntity> = {}): NoteEntity => ({
  id: 'e',
  text: 'fever',
  kind: 'symptom',
  status: 'present',
  document: 0,
  section: '1',
  span: { start: 0, end: 5 },
  source: 'text',
  given: [],
  ...part,
});
const candidate = (code: string, part: Partial<CodeCandidate> = {}): CodeCandidate => ({
  code,
  term: `Name of ${code}`,
  synonyms: [],
  score: 0.5,
  linked: false,
  about: [],
  ...part,
});
const linked = (code: string, part: Partial<CodeCandidate> = {}) =>
  candidate(code, { linked: true, ...part });
const answer = (
  ontology: LinkedEntity['ontology'],
  candidates: readonly CodeCandidate[],
  linker: Linker = 'platform',
): LinkedEntity => {
  const sure = candidates.filter((one) => one.linked);
  return {
    id: 'e',
    text: 'fever',
    ontology,
    version: '1',
    linker,
    candidates,
    suggested: sure.length === 1 ? sure[0]!.code : undefined,
  };
};
const all = (answers: readonly LinkedEntity[], part: Partial<DeskAnswer> = {}): DeskAnswer => ({
  entityId: 'e',
  answers,
  agree: [],
  disagree: [],
  ...part,
});
const codes = (found: readonly { readonly code: string }[]) => found.map(({ code }) => code);

test('what a linker is sure of stands selected, what it is not sure of does not', () => {
  const columns = columnsOf(
    entity(),
    all([
      answer('snomed', [linked('1'), candidate('2')]),
      answer('icd-10-cm', [candidate('A'), candidate('B')]),
    ]),
  );
  expect(codes(selectedCodes(columns))).toEqual(['1']);
  expect(columns.map(({ ontology }) => ontology)).toEqual(['snomed', 'icd-10-cm']);
});

test('an absent finding has nothing selected and is never accepted along with others, whatever was answered', () => {
  const made = fc.array(
    fc.record({
      code: fc.constantFrom('A', 'B', 'C'),
      linked: fc.boolean(),
      chosenBefore: fc.constantFrom(0, 2),
    }),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(made, fc.constantFrom(...statuses), (list, status) => {
      const unique = [...new Map(list.map((one) => [one.code, one])).values()];
      const columns = columnsOf(
        entity(),
        all([
          answer(
            'icd-10-cm',
            unique.map(({ code, ...part }) => candidate(code, part)),
          ),
        ]),
      );
      if (status === 'absent') expect(selectedCodes(columns, {}, status)).toEqual([]);
      if (status !== 'present') expect(allLinked(columns, status)).toBeUndefined();
      // One code a list at most, and one that somebody is sure of or that was chosen before.
      const selected = selectedCodes(columns, {}, status);
      expect(selected.length).toBeLessThanOrEqual(1);
      for (const { code } of selected)
        expect(
          unique.some((one) => one.code === code && (one.linked || one.chosenBefore > 0)),
        ).toBe(true);
    }),
  );
});

test("the clinic's own code stands selected, whether the platform has it too or names another", () => {
  const own = linked('A', { why: { term: 'our fever', kind: 'synonym', own: true } });
  for (const platform of [[candidate('A'), candidate('B')], [candidate('B')], []]) {
    const columns = columnsOf(
      entity(),
      all([answer('icd-10-cm', [own], 'local'), answer('icd-10-cm', platform)]),
    );
    const [column] = columns.filter(({ ontology }) => ontology === 'icd-10-cm');
    expect(column?.candidates[0]).toMatchObject({ code: 'A', linked: true });
    expect(codes(selectedCodes(columns))).toEqual(['A']);
  }
});

test('a header is never selected by itself, neither as sure nor as chosen before', () => {
  const sure = columnsOf(
    entity(),
    all([answer('icd-10-cm', [linked('R50', { header: true }), candidate('R50.9')])]),
  );
  expect(selectedCodes(sure)).toEqual([]);
  expect(allLinked(sure, 'present')).toBeUndefined();
  expect(
    selectedCodes(
      columnsOf(
        entity(),
        all([answer('icd-10-cm', [candidate('R50', { header: true, chosenBefore: 4 })])]),
      ),
    ),
  ).toEqual([]);
});

test('the choice of last time comes first and stands selected before what a linker is sure of, but not when all linked are accepted', () => {
  const columns = columnsOf(
    entity(),
    all([answer('icd-10-cm', [linked('A'), candidate('B', { chosenBefore: 2 })])]),
  );
  expect(codes(columns[1]!.candidates)).toEqual(['B', 'A']);
  expect(codes(selectedCodes(columns))).toEqual(['B']);
  expect(codes(allLinked(columns, 'present')!)).toEqual(['A']);
});

test('two linkers that differ leave the choice to the doctor; where they agree the code says both', () => {
  const differ = columnsOf(
    entity(),
    all(
      [
        answer('icd-10-cm', [linked('A')]),
        answer('icd-10-cm', [linked('B'), candidate('A')], 'local'),
      ],
      { disagree: ['icd-10-cm'] },
    ),
  );
  expect(selectedCodes(differ)).toEqual([]);
  expect(differ[1]!.candidates.map(({ code, by, linked: sure }) => [code, by, sure])).toEqual([
    ['A', ['platform', 'local'], false],
    ['B', ['local'], true],
  ]);
  // Sure of the same code, and yet another stood first: said to differ, left alone.
  expect(
    selectedCodes(
      columnsOf(
        entity(),
        all(
          [
            answer('icd-10-cm', [linked('A')]),
            answer('icd-10-cm', [candidate('B'), linked('A')], 'local'),
          ],
          { disagree: ['icd-10-cm'] },
        ),
      ),
    ),
  ).toEqual([]);
  // Nor the choice of last time: they differ, and one looks.
  expect(
    selectedCodes(
      columnsOf(
        entity(),
        all(
          [
            answer('icd-10-cm', [candidate('C', { chosenBefore: 1 }), linked('A')]),
            answer('icd-10-cm', [linked('B')], 'local'),
          ],
          { disagree: ['icd-10-cm'] },
        ),
      ),
    ),
  ).toEqual([]);
  const agree = columnsOf(
    entity(),
    all([answer('icd-10-cm', [linked('A')]), answer('icd-10-cm', [linked('A')], 'local')], {
      agree: ['icd-10-cm'],
    }),
  );
  expect(codes(selectedCodes(agree))).toEqual(['A']);
  expect(agree[1]!.compared).toBe('agree');
});

test('a code that came with the note is one candidate like any other', () => {
  const came = entity({ given: [{ ontology: 'icd-10-cm', code: 'R05.1', name: 'Acute cough' }] });
  expect(selectedCodes(columnsOf(came, undefined))).toEqual([]);
  const columns = columnsOf(
    came,
    all([answer('icd-10-cm', [linked('R05.9'), candidate('R05.1')])]),
  );
  expect(columns[1]!.candidates.map(({ code, given }) => [code, given])).toEqual([
    ['R05.9', false],
    ['R05.1', true],
  ]);
});

test('what is picked by hand stands instead, none where it was given back; a decision stands until then', () => {
  const columns = columnsOf(
    entity(),
    all([answer('snomed', [linked('1')]), answer('icd-10-cm', [linked('A'), candidate('B')])]),
  );
  const own = { ontology: 'icd-10-cm' as const, code: 'Z', name: 'z' };
  expect(codes(selectedCodes(columns, { snomed: null, 'icd-10-cm': own }))).toEqual(['Z']);
  const decision = {
    entityId: 'e',
    verdict: 'accepted' as const,
    codes: [own],
    at: 1,
    who: '',
    seen: [],
  };
  expect(codes(selectedCodes(columns, {}, 'present', decision))).toEqual(['Z']);
  expect([
    isDecidedAs(decision, [own]),
    isDecidedAs(decision, []),
    isDecidedAs({ ...decision, verdict: 'rejected', codes: [] }, []),
    isDecidedAs(undefined, []),
  ]).toEqual([true, false, false, false]);
  expect(verdictOf(columns, selectedCodes(columns))).toBe('accepted');
  expect(verdictOf(columns, [{ ontology: 'icd-10-cm', code: 'B', name: '' }])).toBe('changed');
});

test('digits choose from the list that still wants a choice', () => {
  const made = (icd: readonly CodeCandidate[], snomed: readonly CodeCandidate[] = []) =>
    columnsOf(entity(), all([answer('snomed', snomed), answer('icd-10-cm', icd)]));
  const at = (columns: ReturnType<typeof made>) => firstColumn(columns, selectedCodes(columns));
  expect([
    at(made([candidate('A')])),
    at(made([candidate('A')], [linked('1')])),
    at(made([linked('A')], [linked('1')])),
    at(made([])),
  ]).toEqual([1, 1, 0, 0]);
});

test('all linked takes nothing where one list has candidates that nobody is sure of', () => {
  expect(
    allLinked(
      columnsOf(
        entity(),
        all([answer('snomed', [linked('1')]), answer('icd-10-cm', [candidate('A')])]),
      ),
      'present',
    ),
  ).toBeUndefined();
  expect(
    codes(
      allLinked(
        columnsOf(entity(), all([answer('snomed', []), answer('icd-10-cm', [linked('A')])])),
        'present',
      )!,
    ),
  ).toEqual(['A']);
});

test('a second opinion moves nothing that stood there, whoever names it too; what it puts first is shown with a number of its own', () => {
  const pool = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
  const some = fc.shuffledSubarray(pool, { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(
      some,
      some,
      fc.option(fc.constantFrom(...pool), { nil: undefined }),
      (mine, others, came) => {
        const note = entity({
          given: came ? [{ ontology: 'icd-10-cm', code: came, name: 'x' }] : [],
        });
        const column = (...answers: LinkedEntity[]) =>
          columnsOf(note, all(answers)).find(({ ontology }) => ontology === 'icd-10-cm')!;
        const local = answer(
          'icd-10-cm',
          mine.map((code) => candidate(code)),
          'local',
        );
        const before = codes(shownOf(column(local))).slice(0, 5);
        const after = codes(
          shownOf(
            column(
              local,
              answer(
                'icd-10-cm',
                others.map((code) => candidate(code)),
                'platform',
              ),
            ),
          ),
        );
        expect(after.slice(0, before.length)).toEqual(before);
        expect(after).toContain(others[0]);
      },
    ),
  );
});

test('whatever a linker here says is lacking, the desk says in words', async () => {
  const sources = await Promise.all(
    ['link-drugs', 'link-tests'].map((name) =>
      readFile(
        path.join(
          import.meta.dirname,
          `../../../../main/infrastructure/terminology/query/${name}.ts`,
        ),
        'utf8',
      ),
    ),
  );
  const ids = new Set(
    sources.flatMap(
      (source) =>
        source.match(
          /(?<=')(?:[a-z]+_(?:needed|mismatch|unsure|unknown|fit|not_in_code)|spelling)(?=')/g,
        ) ?? [],
    ),
  );
  expect(ids.size).toBeGreaterThan(10);
  expect([...ids].filter((id) => !(id in en.desk.lacks))).toEqual([]);
});
