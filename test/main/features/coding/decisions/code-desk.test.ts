/**
 * The code desk: what was offered may be chosen, what was decided can be taken back, and nothing is
 * lost silently.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { failure, failureWith } from '../../../../support/failure.ts';
import { candidate, emrNote, named, openDesk, visit } from '../../../../support/rigs/desk-rig.ts';
import { putState } from '../../../../support/rows.ts';
import { choose, icd, local, offline, refusal } from './support.ts';

test('without a line the lists on this computer answer, with why; what has no list says so', async () => {
  const rig = openDesk();
  offline(rig);
  const [fever] = await rig.desk.link(visit, [await named(rig, 'Fever')], 'usual');
  expect(fever!.answers).toMatchObject([
    {
      ontology: 'snomed',
      linker: 'local',
      candidates: [],
      trouble: { code: 'missing', detail: 'no-terminology' },
    },
    { ontology: 'icd-10-cm', linker: 'local', version: 'small', suggested: 'R50.9' },
  ]);
  expect(fever!.answers[1]!.candidates[0]).toMatchObject({
    code: 'R50.9',
    billable: true,
    header: false,
    linked: true,
    why: { kind: expect.any(String) },
  });
  expect(rig.platform.asked).toEqual([]);
});

test('what is decided stands there with who, when and what was seen, after a restart too; it is sealed', async () => {
  const rig = openDesk();
  const fever = await named(rig, 'Fever');
  await rig.desk.link(visit, [fever], 'both');
  const desk = rig.desk.decide(visit, [
    { ...choose(fever, icd('icd-10-cm:Fever', 'made up by a page')), status: 'possible' },
  ]);
  expect(desk).toMatchObject({
    undo: 1,
    decisions: [
      {
        entityId: fever,
        verdict: 'accepted',
        codes: [{ code: 'icd-10-cm:Fever', name: 'Term of icd-10-cm:Fever' }],
        status: 'possible',
        who: 'doctor-1',
        at: rig.clock.now(),
      },
    ],
  });
  expect(
    desk.decisions[0]!.seen.map(({ linker, ontology, version }) => [
      linker,
      ontology,
      version,
    ]).sort(),
  ).toEqual([
    ['local', 'icd-10-cm', 'small'],
    ['platform', 'icd-10-cm', 'p1'],
    ['platform', 'snomed', 'p1'],
  ]);
  rig.close();
  const bytes = Buffer.concat(
    readdirSync(rig.folder).map((name) => readFileSync(path.join(rig.folder, name))),
  );
  for (const word of ['Fever', 'doctor-1', 'icd-10-cm'])
    expect(bytes.includes(word), word).toBe(false);
  const again = openDesk(rig);
  expect(await again.desk.open(visit)).toEqual({ ...desk, revision: 0 });
});

test('a decision replaces the one before; each deed is taken back as one, across a restart, down to nothing', async () => {
  const rig = openDesk();
  await local(rig);
  const [fever, pain, loose] = (await Promise.all(
    ['Fever', 'Chest pain', 'Loose motions'].map((text) => named(rig, text)),
  )) as [string, string, string];
  rig.desk.decide(visit, [choose(fever, icd('R50.9')), choose(pain, icd('R07.9'))]);
  const before = (await rig.desk.open(visit)).decisions;
  const desk = rig.desk.decide(visit, [
    { entityId: fever, verdict: 'rejected', codes: [], reason: 'No fever' },
    { entityId: loose, verdict: 'rejected', codes: [] },
  ]);
  expect(desk.decisions.map(({ entityId, verdict }) => [entityId, verdict])).toEqual([
    [fever, 'rejected'],
    [pain, 'accepted'],
    [loose, 'rejected'],
  ]);
  rig.close();
  const again = openDesk(rig);
  expect((await again.desk.open(visit)).undo).toBe(2);
  expect(again.desk.undo(visit)).toMatchObject({ decisions: before, undo: 2 });
  expect(again.desk.undo(visit)).toMatchObject({ decisions: [], undo: undefined });
  expect(refusal(() => again.desk.undo(visit))).toMatchObject({
    code: 'refused',
    detail: 'nothing-to-undo',
  });
});

test('a code that nobody offered for these words is refused, and nothing of the deed is put down', async () => {
  const rig = openDesk();
  await local(rig);
  const [fever, pain] = [await named(rig, 'Fever'), await named(rig, 'Chest pain')];
  for (const wish of [
    icd('A00.0'),
    { ...icd('R50.9'), ontology: 'snomed' as const },
    icd('R07.9'),
  ]) {
    expect(
      refusal(() => rig.desk.decide(visit, [choose(pain, icd('R07.9')), choose(fever, wish)])),
    ).toMatchObject({ code: 'refused', detail: 'code-unknown' });
  }
  expect(refusal(() => rig.desk.decide(visit, [choose('nowhere', icd('R50.9'))]))).toMatchObject({
    code: 'missing',
    detail: 'no-entity',
  });
  expect(
    refusal(() =>
      rig.desk.decide(visit, [choose(fever, icd('R50.9')), choose(fever, icd('R50.9'))]),
    ),
  ).toMatchObject({ code: 'invalid', detail: 'entity-twice' });
  expect((await rig.desk.open(visit)).decisions).toEqual([]);
  // After the lock nothing counts as offered, until it is offered again.
  rig.desk.forget();
  expect(refusal(() => rig.desk.decide(visit, [choose(fever, icd('R50.9'))]))).toMatchObject({
    detail: 'code-unknown',
  });
});

test('what was searched for may be chosen, in that ontology, and says so; a header is told apart', async () => {
  const rig = openDesk();
  await local(rig);
  const fever = await named(rig, 'Fever');
  const { linker, version, candidates } = await rig.desk.search('icd-10-cm', 'acute hepatitis');
  expect([linker, version, candidates.find(({ code }) => code === 'B15')]).toMatchObject([
    'local',
    'small',
    { header: true, billable: false, score: null, linked: false },
  ]);
  expect(
    refusal(() =>
      rig.desk.decide(visit, [choose(fever, { ontology: 'snomed', code: 'B15', name: '' })]),
    ),
  ).toMatchObject({ detail: 'code-unknown' });
  const [decision] = rig.desk.decide(visit, [choose(fever, icd('B15'))]).decisions;
  expect(decision).toMatchObject({
    verdict: 'changed',
    codes: [{ code: 'B15', name: 'Acute hepatitis A', header: true }],
  });
  expect(decision!.seen.at(-1)).toMatchObject({ linker: 'local', offered: [{ code: 'B15' }] });
  await expect(rig.desk.search('loinc', 'sodium')).rejects.toThrow(failureWith('no-terminology'));
  await expect(rig.desk.search('loinc', 'sodium', 'server')).rejects.toThrow(
    failureWith('no-terminology-server'),
  );
  expect((await rig.desk.search('loinc', 'sodium', 'platform')).candidates[0]).toMatchObject({
    code: 'loinc:sodium',
  });
});

test('another code than the first is a change, whatever the page calls it; codes of the template are offers', async () => {
  const rig = openDesk({
    note: emrNote([
      {
        name: 'Fever',
        codes: [
          {
            system: 'http://hl7.org/fhir/sid/icd-10-cm',
            code: 'R50.9',
            display: 'Fever, unspecified',
          },
        ],
      },
      { name: 'Chest pain' },
    ]),
  });
  rig.platform.candidates = ({ text }) => [candidate(`${text}1`), candidate(`${text}2`)];
  await rig.desk.link(visit, undefined, 'platform');
  const [fever, pain] = [await named(rig, 'Fever'), await named(rig, 'Chest pain')];
  const { decisions } = rig.desk.decide(visit, [
    choose(fever, icd('R50.9')),
    choose(pain, icd('Chest pain2')),
  ]);
  expect(decisions).toMatchObject([
    { verdict: 'accepted', codes: [{ name: 'Fever, unspecified' }] },
    { verdict: 'changed' },
  ]);
  // Chosen once, it stays a choice, also when nothing is offered any more.
  rig.desk.forget();
  expect(
    rig.desk.decide(visit, [{ ...choose(pain, icd('Chest pain2')), status: 'absent' }])
      .decisions[1],
  ).toMatchObject({ codes: [{ code: 'Chest pain2' }], status: 'absent' });
});

test('answers of others are kept with the visit and asked for once; anew, and for another account, they are asked again', async () => {
  const rig = openDesk();
  const ask = (more = false) => rig.desk.link(visit, undefined, 'usual', more);
  const answers = await ask();
  rig.close();
  const again = openDesk(rig);
  offline(again);
  expect(await again.desk.link(visit, undefined, 'usual')).toEqual(answers);
  again.platform.isReady = true;
  await again.desk.link(visit, undefined, 'usual');
  expect(again.platform.asked).toEqual([]);
  await again.desk.link(visit, undefined, 'usual', true);
  expect(again.platform.asked).toHaveLength(1);
  again.account.who = 'doctor-2';
  await again.desk.link(visit, undefined, 'usual');
  expect(again.platform.asked).toHaveLength(2);
});

test('a second opinion says where the two agree; one that found nothing has no opinion', async () => {
  const rig = openDesk();
  const codes: Readonly<Record<string, string>> = { Fever: 'R509', 'Chest pain': 'I21.9' };
  rig.platform.candidates = ({ text, ontology }) => {
    const code = ontology === 'icd-10-cm' ? codes[text] : 's';
    return code === undefined ? [] : [candidate(code)];
  };
  const both = await rig.desk.link(visit, undefined, 'both');
  expect(both.map(({ agree, disagree }) => [agree, disagree])).toEqual([
    [['icd-10-cm'], []],
    [[], ['icd-10-cm']],
    [[], []],
  ]);
  // The same from what is kept.
  expect(
    (await rig.desk.link(visit, undefined, 'both')).map(({ agree, disagree }) => [agree, disagree]),
  ).toEqual(both.map(({ agree, disagree }) => [agree, disagree]));
  expect(rig.platform.asked).toHaveLength(1);
});

test('marked words are an entity in their place; words that do not stand there are refused', async () => {
  const rig = openDesk();
  const [fever] = (await rig.desk.open(visit)).entities;
  const marking = {
    document: 0,
    section: fever!.section,
    start: 7,
    text: '2 days',
    kind: 'symptom' as const,
  };
  const desk = rig.desk.mark(visit, marking);
  expect(desk.entities.map(({ text, source }) => [text, source])).toEqual([
    ['Fever', 'template'],
    ['2 days', 'person'],
    ['Chest pain', 'template'],
    ['Loose motions', 'template'],
  ]);
  expect(rig.desk.mark(visit, marking).entities).toEqual(desk.entities);
  expect(rig.desk.mark(visit, { ...marking, start: 0, text: 'Fever' }).entities).toHaveLength(4);
  for (const wrong of [{ start: 8 }, { section: 'x' }, { document: 3 }, { start: 1000 }])
    expect(refusal(() => rig.desk.mark(visit, { ...marking, ...wrong }))).toMatchObject({
      code: 'invalid',
      detail: 'words-elsewhere',
    });
});

test('a note that was fetched anew: a decision follows its words to their new place, and what is gone is told', async () => {
  const rig = openDesk();
  await local(rig);
  rig.desk.decide(visit, [
    choose(await named(rig, 'Fever'), icd('R50.9')),
    choose(await named(rig, 'Chest pain'), icd('R07.9')),
  ]);
  rig.store.notes.put(emrNote([{ name: 'Cough' }, { name: 'Fever' }], { receivedAt: 2 }));
  const desk = await rig.desk.open(visit);
  expect(desk.decisions).toMatchObject([
    { entityId: await named(rig, 'Fever'), codes: [{ code: 'R50.9' }] },
  ]);
  expect(desk.gone).toMatchObject([
    { entity: { text: 'Chest pain' }, decision: { codes: [{ code: 'R07.9' }] } },
  ]);
  expect(rig.desk.saved(visit).decisions).toHaveLength(2);
  // Twice the same words: which of them was meant, nobody knows.
  rig.store.notes.put(
    emrNote([{ name: 'Cough' }, { name: 'Fever' }, { name: 'Fever' }], { receivedAt: 3 }),
  );
  expect(await rig.desk.open(visit)).toMatchObject({
    decisions: [],
    gone: [{ entity: { text: 'Fever' } }, { entity: { text: 'Chest pain' } }],
  });
});

test('a visit without a note has no desk; after signing, codes can be changed like words', async () => {
  const none = openDesk({ note: null });
  await expect(none.desk.open(visit)).rejects.toThrow(failure('refused', 'no-note'));
  await expect(none.desk.open('b')).rejects.toThrow(failure('missing', 'no-consultation'));
  expect(none.desk.neutral(visit)).toEqual([]);
  const rig = openDesk();
  await local(rig);
  const fever = await named(rig, 'Fever');
  putState(rig.store, visit, { state: 'purged', cameFrom: 'reviewed' });
  expect(rig.desk.decide(visit, [choose(fever, icd('R50.9'))]).decisions).toHaveLength(1);
});

test('a signed note carries what was decided about its words: only what is there, or may be, and whose codes they are', async () => {
  const rig = openDesk({
    note: emrNote([
      { name: 'Fever' },
      { name: 'Chest pain' },
      { name: 'Cough' },
      { name: 'Asthma' },
      { name: 'Loose motions' },
    ]),
  });
  await rig.desk.link(visit, undefined, 'platform');
  const [fever, pain, cough, asthma] = (await Promise.all(
    ['Fever', 'Chest pain', 'Cough', 'Asthma'].map((text) => named(rig, text)),
  )) as [string, string, string, string];
  const first = (text: string) => icd(`icd-10-cm:${text}`);
  rig.desk.decide(visit, [
    choose(fever, first('Fever')),
    { ...choose(pain, first('Chest pain')), status: 'absent' },
    { ...choose(cough, first('Cough')), status: 'possible' },
    { ...choose(asthma, first('Asthma')), status: 'family' },
  ]);
  expect(
    rig.desk
      .neutral(visit)
      .map(({ text, decision, negated, suspected, codes }) => [
        text,
        decision,
        negated,
        suspected,
        codes[0]?.system,
      ]),
  ).toEqual([
    ['Fever', 'accepted', false, false, 'http://hl7.org/fhir/sid/icd-10-cm'],
    ['Chest pain', 'accepted', true, false, 'http://hl7.org/fhir/sid/icd-10-cm'],
    ['Cough', 'accepted', false, true, 'http://hl7.org/fhir/sid/icd-10-cm'],
    ['Asthma', 'pending', false, false, undefined],
  ]);
  rig.store.notes.put(emrNote([{ name: 'Cough' }], { receivedAt: 2 }));
  expect(rig.desk.neutral(visit).map(({ text }) => text)).toEqual(['Cough']);
});

test('each deed is told with the desk’s revision, so that another window shows it too; what did nothing is not', async () => {
  const rig = openDesk();
  await local(rig);
  const fever = await named(rig, 'Fever');
  expect((await rig.desk.open(visit)).revision).toBe(0);
  expect(rig.desk.decide(visit, [choose(fever, icd('R50.9'))]).revision).toBe(1);
  expect(rig.desk.undo(visit).revision).toBe(2);
  refusal(() => rig.desk.undo(visit));
  const { section } = (await rig.desk.open(visit)).entities[0]!;
  for (let twice = 0; twice < 2; twice++)
    expect(
      rig.desk.mark(visit, { document: 0, section, start: 7, text: '2 days', kind: 'symptom' })
        .revision,
    ).toBe(3);
  expect(rig.told).toEqual([
    [visit, 1],
    [visit, 2],
    [visit, 3],
  ]);
});

test('a code that was offered for one of two equal findings is for both; for another finding it is refused', async () => {
  const rig = openDesk({
    note: emrNote([{ name: 'Fever' }, { name: 'fever' }, { name: 'Chest pain' }]),
  });
  const { entities } = await rig.desk.open(visit);
  const [one, equal, other] = entities.map(({ id }) => id) as [string, string, string];
  await rig.desk.link(visit, [one], 'usual');
  const desk = rig.desk.decide(visit, [
    choose(one, icd('icd-10-cm:Fever')),
    choose(equal, icd('icd-10-cm:Fever')),
  ]);
  expect(desk.decisions.map(({ verdict }) => verdict)).toEqual(['accepted', 'accepted']);
  // What the doctor had before their eyes is kept with both.
  expect(desk.decisions[1]!.seen).toEqual(desk.decisions[0]!.seen);
  expect(desk.decisions[1]!.seen.length).toBeGreaterThan(0);
  expect(
    refusal(() => rig.desk.decide(visit, [choose(other, icd('icd-10-cm:Fever'))])),
  ).toMatchObject({ code: 'refused', detail: 'code-unknown' });
});

test('a medicine that is a brand shows what it is made of, whichever linker answers', async () => {
  const note = emrNote([]);
  const [emr] = note.documents;
  const medications = [{ name: 'Telma AM 40' }, { name: 'Telmx' }];
  const rig = openDesk({
    note: { ...note, documents: [{ ...emr!, emr: { prescription: { medications } } }] },
  });
  expect((await rig.desk.open(visit)).entities.map(({ text, brandOf }) => [text, brandOf])).toEqual(
    [
      ['Telma AM 40', 'telmisartan 40 mg + amlodipine 5 mg'],
      ['Telmx', undefined],
    ],
  );
});
