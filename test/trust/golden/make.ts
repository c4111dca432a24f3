/**
 * Freezes the data folder of the present release as a fixture: a visit in every state, with sound,
 * upload files, notes. `node test/trust/golden/make.ts <version>` once at each release that changed
 * the database; a frozen one is never made anew. Everybody in it is invented, and so is its key,
 * which lies beside it (practice profile).
 */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { migrations } from '../../../main/infrastructure/store/migrations/migrations.ts';
import type { VisitRow } from '../../../main/infrastructure/store/rows.ts';
import { PIECE_SAMPLES } from '../../../shared/model/recording.ts';
import { heldClock } from '../../support/ports/clocks.ts';
import { openRecorder, visit } from '../../support/rigs/recorder.ts';
import { decided, entity, paper, putState } from '../../support/rows.ts';
import { numberedSound } from '../../support/sound/sound.ts';
import { GOLDEN_NOW, readEverything, releases } from './read.ts';

const version = process.argv[2];
if (!version || !/^\d+\.\d+\.\d+$/.test(version))
  throw new Error('node test/trust/golden/make.ts <version>');
const place = path.join(releases, version);
if (existsSync(place)) throw new Error(`${place} is frozen`);
const folder = path.join(place, 'data');
mkdirSync(folder, { recursive: true });

const clock = heldClock(GOLDEN_NOW - 10 * 60_000);
const core = await openRecorder(folder, clock);
const { store, recordings } = core;

let named = 0;
function record(pieces = 2): string {
  named += 1;
  const { id } = recordings.start(
    visit({
      patient: { name: `Invented Person ${named} गीता`, recordNumber: `G-${named}` },
      consentAt: clock.now(),
    }),
  );
  for (let piece = 0; piece < pieces; piece += 1) {
    recordings.append(
      id,
      piece * PIECE_SAMPLES,
      numberedSound(piece * PIECE_SAMPLES, (piece + 1) * PIECE_SAMPLES),
    );
    clock.advance(250);
  }
  return id;
}
const sealed = () => {
  const id = record();
  recordings.finish(id, 2 * PIECE_SAMPLES);
  return id;
};
const change = (id: string, patch: Partial<Omit<VisitRow, 'id' | 'rev'>>) =>
  putState(store, id, patch);
async function prepared() {
  const id = sealed();
  await recordings.prepare(id);
  return id;
}
/** On its way: what the platform was told, and how far the parts are. */
async function sent(
  state: VisitRow['state'],
  { uploaded = true, attempts = 1, committed = true, more = {} as Partial<VisitRow> } = {},
) {
  const id = await prepared();
  const { transactionId, details } = store.visits.get(id)!;
  store.transactions.put({
    transactionId,
    visitId: id,
    epoch: 1,
    folder: `20251009/${named}`,
    uploadUrl: 'https://storage.example/',
    commitAttempts: attempts,
    status: committed ? 'committed' : 'open',
    ...(committed ? { committedAt: clock.now() } : {}),
  });
  if (uploaded)
    for (const { fileId } of store.uploads.list(id)) store.uploads.markUploaded(fileId, 1);
  change(id, {
    state,
    ...more,
    details: {
      ...details,
      ...more.details,
      ...(committed ? { sentAt: clock.now() } : {}),
      clientRef: 'golden',
    },
  });
  return id;
}
function noted(id: string, status: 'success' | 'partial') {
  store.notes.put({
    visitId: id,
    receivedAt: clock.now(),
    practice: true,
    documents: [
      {
        templateId: 'clinical_notes_template',
        name: 'Clinical note',
        kind: 'markdown',
        status,
        text: `# Note of ${id}\nFever for three days. ज्वर`,
        errors: [],
        warnings: [],
      },
    ],
  });
}

sealed();
await prepared();
await sent('uploading', { uploaded: false, attempts: 0, committed: false });
await sent('committing', { committed: false });
await sent('processing');
const coded = await sent('ready');
noted(coded, 'success');
store.decisions.add(coded, [
  decided('Fever'),
  decided('Cough', { verdict: 'rejected', codes: [] }),
]);
store.decisions.add(coded, [decided('Fever', { verdict: 'changed', status: 'possible' })]);
store.decisions.mark(coded, entity('three days', { source: 'person' }));
store.documents.put(
  paper('golden', {
    result: { tests: [], facts: [{ name: 'Invented', value: 'yes' }], fhir: false },
  }),
);
store.rememberedChoices.put('golden', {
  who: 'golden',
  choices: [{ code: 'R50.9', name: 'Fever, unspecified', times: 2, last: clock.now() }],
});
noted(await sent('partial'), 'partial');
const stuck = await sent('attention', {
  committed: false,
  more: { cameFrom: 'committing', attempts: 3 },
});
change(stuck, {
  details: {
    ...store.visits.get(stuck)!.details,
    trouble: { code: 'refused', message: 'The platform refused it.' },
  },
});
const again = await sent('processing');
store.transactions.put({
  transactionId: 'txn-00000000000000000000000000',
  visitId: again,
  epoch: 2,
  folder: '20251009/dead',
  commitAttempts: 1,
  status: 'dead',
});
recordings.discard(sealed());
record(3);
recordings.pageLost();
store.settings.change({ theme: 'dark', uiLanguage: 'hi' });
store.values.set('golden', 'https://platform.example');

const expected = await readEverything(core);
core.close();
// The reserve against a full disk is 8 MB of nothing; Scriba makes it anew.
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
  if (statSync(path.join(folder, name)).size > 2 ** 20) rmSync(path.join(folder, name));
writeFileSync(
  path.join(place, 'expected.json'),
  `${JSON.stringify({ version, database: migrations.length, ...expected }, null, 1)}\n`,
);
console.log(`frozen: ${expected.visits.length} visits in ${place}`);
