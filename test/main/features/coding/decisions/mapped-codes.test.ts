/** SNOMED CT's own map at the code desk: a choice with its rule in words, never a promise. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  MAP_RULE,
  MAPPED,
  type MappedDeps,
  withMapped,
} from '../../../../../main/features/coding/decisions/mapped-codes.ts';
import type {
  CodeCandidate,
  LinkedEntity,
  Linker,
} from '../../../../../shared/model/coding/codification.ts';
import { candidate, named, openDesk, visit } from '../../../../support/rigs/desk-rig.ts';
import { smallTerminology } from '../../../../support/terminology/small-terminology.ts';

const snomed = smallTerminology('snomed');
const LIST: readonly string[] = ['R50.9', 'E11.9', 'P23.9', 'J18.9', 'J45.909'];
const deps: MappedDeps = {
  mapOf: snomed.mapOf,
  version: () => '2025',
  lookUp: (code) => (LIST.includes(code) ? candidate(code, { billable: true }) : undefined),
};
const [FEVER, DIABETES, PNEUMONIA, APPENDICITIS] = [
  '386661006',
  '44054006',
  '233604007',
  '74400008',
] as const;
const answer = (
  ontology: 'snomed' | 'icd-10-cm',
  candidates: CodeCandidate[],
  linker: Linker = 'local',
): LinkedEntity => ({ id: 'e', text: 'words', ontology, version: '1', linker, candidates });
const sure = (code: string) => answer('snomed', [candidate(code, { linked: true })]);
const icdOf = (answers: readonly LinkedEntity[], linker: Linker = 'local') =>
  answers
    .find((one) => one.ontology === 'icd-10-cm' && one.linker === linker)
    ?.candidates.map(({ code, about, linked }) => ({ code, about, linked }));
const from = (code: string, rule?: string) => [
  [MAPPED, code],
  ...(rule === undefined ? [] : [[MAP_RULE, rule]]),
];

test('the only, unconditional target comes first where nothing is promised, and says where it is from', () => {
  expect(icdOf(withMapped([sure(FEVER), answer('icd-10-cm', [candidate('R05')])], deps))).toEqual([
    { code: 'R50.9', linked: false, about: from(FEVER) },
    { code: 'R05', linked: false, about: [] },
  ]);
});

test('what a linker promises, and what the doctor chose before, stays before it; the same code is told once', () => {
  const codes = (...own: CodeCandidate[]) =>
    icdOf(withMapped([sure(FEVER), answer('icd-10-cm', own)], deps))!.map(({ code }) => code);
  expect(codes(candidate('R05', { linked: true }), candidate('R06'))).toEqual([
    'R05',
    'R50.9',
    'R06',
  ]);
  expect(codes(candidate('R05', { chosenBefore: 2 }), candidate('R50.9'))).toEqual([
    'R05',
    'R50.9',
  ]);
});

test('a target with a condition, or one that asks for more, is a choice behind the others with its rule in words', () => {
  const of = (concept: string) =>
    icdOf(withMapped([sure(concept), answer('icd-10-cm', [candidate('R05')])], deps))!
      .slice(1)
      .map(({ code, about }) => [code, about]);
  expect(of(PNEUMONIA)).toEqual([
    ['P23.9', from(PNEUMONIA, 'if age at onset of clinical finding before 28.0 days')],
    ['J18.9', from(PNEUMONIA, 'otherwise')],
  ]);
  expect(of(DIABETES)).toEqual([
    ['E11.9', from(DIABETES, 'possible requirement for an additional code')],
  ]);
  // The list here has no K37.
  expect(of(APPENDICITIS)).toEqual([]);
  const all = { ...deps, lookUp: (code: string) => candidate(code) };
  expect(icdOf(withMapped([sure(APPENDICITIS), answer('icd-10-cm', [])], all))).toEqual([
    { code: 'K37', linked: false, about: from(APPENDICITIS, 'if Female (finding)') },
  ]);
});

test("the WHO's map is offered only for codes that ICD-10-CM has too, and never first", () => {
  const mapOf = (code: string) => snomed.mapOf(code).filter(({ system }) => system === 'icd-10');
  expect(
    icdOf(withMapped([sure(FEVER), answer('icd-10-cm', [candidate('R05')])], { ...deps, mapOf })),
  ).toMatchObject([{ code: 'R05' }, { code: 'R50.9', about: from(FEVER, 'ICD-10 (WHO)') }]);
  expect(
    icdOf(
      withMapped([sure(FEVER), answer('icd-10-cm', [candidate('R05')])], {
        ...deps,
        mapOf,
        lookUp: () => undefined,
      }),
    ),
  ).toMatchObject([{ code: 'R05' }]);
});

test("where another linker answered, the target stands beside as this computer's; where nobody is sure of one concept, there is none", () => {
  const platform = answer('icd-10-cm', [candidate('R05', { linked: true })], 'platform');
  const both = withMapped([{ ...sure(FEVER), linker: 'platform' }, platform], deps);
  expect(both).toContain(platform);
  expect(both.at(-1)).toMatchObject({
    linker: 'local',
    version: '2025',
    candidates: [{ code: 'R50.9' }],
  });
  for (const unsure of [
    answer('snomed', [candidate(FEVER)]),
    answer('snomed', []),
    answer('icd-10-cm', []),
  ])
    expect(icdOf(withMapped([unsure, platform], deps))).toEqual(
      unsure.ontology === 'snomed' ? undefined : [],
    );
  expect(
    withMapped([sure(FEVER), { ...sure(DIABETES), linker: 'platform' }, platform], deps),
  ).toHaveLength(3);
  expect(
    withMapped([sure(FEVER), platform], {
      ...deps,
      mapOf: () => {
        throw new Error('damaged');
      },
    }),
  ).toEqual([sure(FEVER), platform]);
});

test('whatever the map says, no promise is made or taken away, and no code comes twice', () => {
  const own = fc.uniqueArray(
    fc.record({ code: fc.constantFrom(...LIST, 'R05'), linked: fc.boolean() }),
    { selector: ({ code }) => code },
  );
  fc.assert(
    fc.property(
      fc.constantFrom(FEVER, DIABETES, PNEUMONIA, APPENDICITIS, '0'),
      own,
      (concept, candidates) => {
        const after = icdOf(
          withMapped(
            [
              sure(concept),
              answer(
                'icd-10-cm',
                candidates.map(({ code, linked }) => candidate(code, { linked })),
              ),
            ],
            deps,
          ),
        )!;
        const promised = (all: readonly { code: string; linked: boolean }[]) =>
          all.filter(({ linked }) => linked).map(({ code }) => code);
        expect(promised(after)).toEqual(promised(candidates));
        expect(new Set(after.map(({ code }) => code)).size).toBe(after.length);
      },
    ),
  );
});

test('at the desk it can be chosen, and what was seen tells whose it was', async () => {
  const rig = openDesk({
    mapOf: () => [
      {
        system: 'icd-10-cm',
        target: 'R07.9',
        group: 1,
        priority: 1,
        rule: 'TRUE',
        advice: 'ALWAYS R07.9',
        unconditional: true,
      },
    ],
  });
  const fever = await named(rig, 'Fever');
  const [fresh] = await rig.desk.link(visit, [fever], 'platform');
  expect(icdOf(fresh!.answers)).toMatchObject([
    { code: 'R07.9', about: [[MAPPED, 'snomed:Fever']] },
  ]);
  const { decisions } = rig.desk.decide(visit, [
    {
      entityId: fever,
      verdict: 'accepted',
      codes: [{ ontology: 'icd-10-cm', code: 'R07.9', name: '' }],
    },
  ]);
  expect(decisions[0]!.seen).toContainEqual(
    expect.objectContaining({
      linker: 'local',
      ontology: 'icd-10-cm',
      offered: [expect.objectContaining({ code: 'R07.9', linked: false })],
    }),
  );
});
