/**
 * Proves what the code desk keeps: actions in order, marks, answers, habits; sealed, and removed
 * with the visit.
 */

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createStore } from '../../../../../main/infrastructure/store/store.ts';
import {
  type LinkedEntity,
  linkers,
  ontologies,
} from '../../../../../shared/model/coding/codification.ts';
import { verdicts } from '../../../../../shared/model/coding/desk.ts';
import { statuses } from '../../../../../shared/model/coding/entities.ts';
import { entityKinds } from '../../../../../shared/model/export/export.ts';
import { decided, entity, temporaryFolder, testCipher, visit } from '../../../../support/rows.ts';

function open() {
  const cipher = testCipher();
  const file = path.join(temporaryFolder(), 'scriba.db');
  const store = createStore({ file, seal: () => cipher });
  for (const id of ['a', 'b']) store.visits.insert(visit(id));
  return { store, file, again: () => createStore({ file, seal: () => cipher }) };
}
const answer: LinkedEntity = {
  id: 'e',
  text: 'canary fever',
  ontology: 'icd-10-cm',
  version: 'v',
  linker: 'platform',
  suggested: 'R50.9',
  candidates: [
    {
      code: 'R50.9',
      term: 'Fever',
      synonyms: ['Pyrexia'],
      score: null,
      linked: true,
      about: [['a', 'b']],
      why: { term: 'Fever', kind: 'synonym', expanded: { f: 'fever' } },
      billable: true,
      header: false,
    },
  ],
};

test('whatever is done and taken back, what stands is what was done and not taken back, in order, after closing too', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          {
            weight: 3,
            arbitrary: fc.array(fc.constantFrom('fever', 'cough', 'pain'), {
              minLength: 1,
              maxLength: 3,
            }),
          },
          { weight: 2, arbitrary: fc.constant('undo' as const) },
        ),
        { maxLength: 15 },
      ),
      (deeds) => {
        const { store, again } = open();
        const model: string[][] = [];
        for (const deed of deeds) {
          if (deed === 'undo')
            expect(store.decisions.takeBack('a').map((row) => row.entity.text)).toEqual(
              model.pop() ?? [],
            );
          else
            model.push(deed) &&
              store.decisions.add(
                'a',
                deed.map((text) => decided(text)),
              );
        }
        store.decisions.add('b', [decided('other')]);
        store.close();
        const opened = again();
        expect(
          opened.decisions.list('a').map(({ batch, entity: { text } }) => [batch, text]),
        ).toEqual(model.flatMap((deed, at) => deed.map((text) => [at + 1, text])));
        opened.close();
      },
    ),
    { numRuns: 15 },
  );
});

test('all comes back as it was put in; nothing of it lies in the files in clear; it goes with the visit', () => {
  const { store, file, again } = open();
  const one = decided('canary fever', {
    reason: 'canary reason',
    status: 'possible',
    seen: [
      {
        linker: 'local',
        ontology: 'snomed',
        version: 'v',
        offered: [{ code: '1', name: 'n', score: null, linked: false }],
      },
    ],
  });
  const mark = entity('canary mark', {
    source: 'person',
    hints: { unit: 'mg' },
    transcript: { start: 1, end: 2 },
  });
  store.decisions.add('a', [one]);
  store.decisions.mark('a', mark);
  store.links.put('a', 'n', answer);
  store.links.put('a', 'n', answer);
  store.rememberedChoices.put('f', {
    who: 'canary doctor',
    choices: [{ code: 'canary', name: 'canary', times: 1, last: 1 }],
  });
  expect([
    store.decisions.list('a'),
    store.decisions.marks('a'),
    store.links.get('a', 'n'),
  ]).toEqual([[{ batch: 1, ...one }], [mark], answer]);
  store.close();
  const bytes = Buffer.concat(
    readdirSync(path.dirname(file)).map((name) =>
      readFileSync(path.join(path.dirname(file), name)),
    ),
  );
  expect(bytes.includes('canary')).toBe(false);
  const opened = again();
  opened.visits.remove('a');
  expect([
    opened.decisions.list('a'),
    opened.decisions.marks('a'),
    opened.links.get('a', 'n'),
  ]).toEqual([[], [], undefined]);
  expect(() => opened.decisions.add('gone', [one])).toThrow();
  opened.close();
});

test('an entity of each source, kind and status, and a decision of each verdict, linker and ontology come back', () => {
  const { store } = open();
  const entities = [
    ...(['template', 'text', 'person'] as const).map((source) => entity(source, { source })),
    ...entityKinds.map((kind) => entity(kind, { kind })),
    ...statuses.map((status) => entity(status, { status })),
    ...ontologies.map((ontology) =>
      entity(ontology, { given: [{ ontology, code: '1', name: 'n' }] }),
    ),
  ];
  for (const one of entities) store.decisions.mark('a', one);
  expect(store.decisions.marks('a')).toEqual(entities);
  const offered = [{ code: '1', name: 'n', score: 0.5, linked: true }];
  const rows = [
    ...verdicts.map((verdict) => decided(verdict, { verdict })),
    ...linkers.flatMap((linker) =>
      ontologies.map((ontology) =>
        decided(`${linker} ${ontology}`, {
          codes: [{ ontology, code: '1', name: 'n', header: true }],
          seen: [{ linker, ontology, version: 'v', offered }],
        }),
      ),
    ),
  ];
  store.decisions.add('a', rows);
  expect(store.decisions.list('a')).toEqual(rows.map((row) => ({ batch: 1, ...row })));
});

test('a row that was changed or moved is left out, and the others stay; habits of one doctor are forgotten alone', () => {
  const { store, file, again } = open();
  store.decisions.add('a', [decided('fever'), decided('cough')]);
  store.decisions.add('b', [decided('pain')]);
  store.links.put('a', 'n', answer);
  const choice = { code: 'x', name: 'x', times: 1, last: 1 };
  store.rememberedChoices.put('one', { who: 'a', choices: [choice, { ...choice, code: 'y' }] });
  store.rememberedChoices.put('two', { who: 'b', choices: [choice] });
  store.rememberedChoices.put('three', { who: 'b', choices: [choice] });
  store.close();
  const db = new Database(file);
  db.exec(
    "UPDATE decisions SET decision = (SELECT decision FROM decisions WHERE consultation_id = 'b') WHERE consultation_id = 'a' AND ordinal = 2",
  );
  db.exec(
    "UPDATE links SET answer = x'00'; UPDATE favourites SET favourite = x'00' WHERE name = 'three'",
  );
  db.close();
  const opened = again();
  expect(opened.decisions.list('a').map((row) => row.entity.text)).toEqual(['fever']);
  expect([opened.links.get('a', 'n'), opened.rememberedChoices.get('three')]).toEqual([
    undefined,
    undefined,
  ]);
  expect(opened.rememberedChoices.forget('a')).toBe(2);
  expect([...opened.rememberedChoices.all().keys()]).toEqual(['two']);
  opened.rememberedChoices.put('two', { who: 'b', choices: [] });
  expect(opened.rememberedChoices.all().size).toBe(0);
  opened.close();
});
