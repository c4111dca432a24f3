/**
 * Evidence by the requests that a page has: a real recording, its note, its transcript, and the
 * seconds of its words.
 */
import { expect, test } from 'vitest';
import { createEvidenceHandlers } from '../../../../main/app/handlers/evidence.ts';
import { createEvidence } from '../../../../main/features/notes/evidence/evidence.ts';
import { shortForms } from '../../../../main/features/notes/evidence/short-forms.ts';
import { createReader } from '../../../../main/features/notes/evidence/words.ts';
import { createNotesFeature } from '../../../../main/features/notes/notes.ts';
import { createListening } from '../../../../main/features/recordings/playback/playback.ts';
import { nodeDisk, nodeRandom } from '../../../../main/hosts/node/node-ports.ts';
import { createNormaliser } from '../../../../main/infrastructure/terminology/text/normalise.ts';
import type { NoteDocument } from '../../../../shared/model/note/note.ts';
import { failure } from '../../../support/failure.ts';
import { heldRecorder } from '../../../support/rigs/held-recorder.ts';
import { visit } from '../../../support/rigs/recorder.ts';
import { numberedSound } from '../../../support/sound/sound.ts';

const transcript = `Doctor: What brings you here?\nPatient: Fever and cough for three days.\nDoctor: Any chest pain?\nPatient: No.`;
const document = (templateId: string, kind: NoteDocument['kind'], text: string): NoteDocument => ({
  templateId,
  name: '',
  kind,
  status: 'success',
  text,
  errors: [],
  warnings: [],
});

async function visited(
  documents: readonly NoteDocument[] = [
    document(
      'clinical_notes_template',
      'markdown',
      '## Complaints\nFever and cough for 3 days. No chest pain.\n\n## Plan\nParacetamol 500 mg.',
    ),
    document('transcript_template', 'transcript', transcript),
  ],
) {
  const core = await heldRecorder();
  const { id } = core.recordings.start(visit());
  core.feed(id, 0, 160_000);
  core.recordings.finish(id, 160_000);
  const listening = createListening({
    disk: nodeDisk,
    store: core.store,
    vault: core.vault,
    isRecording: () => core.recordings.live() !== undefined,
  });
  const notes = createNotesFeature({
    clock: core.clock,
    random: nodeRandom,
    store: core.store,
    account: () => ({
      state: 'signed-out',
      profile: 'practice',
      baseUrl: '',
      brand: '',
      clientId: '',
    }),
    checks: () => [],
    decisions: () => [],
    leaveAs: () => {},
    changed() {},
    visitChanged() {},
  });
  const handlers = createEvidenceHandlers({
    notes,
    store: core.store,
    listening,
    platformSound: () => Promise.reject(new Error('not here')),
    evidence: createEvidence(createReader({ wordsOf: createNormaliser(), shorts: shortForms })),
  });
  if (documents.length > 0)
    core.store.notes.put({ visitId: id, receivedAt: 1, practice: true, documents });
  return { ...core, id, notes, handlers };
}

test('each sentence of a version leads to words of the transcript, and they to the seconds of the recording', async () => {
  const { id, notes, handlers } = await visited();
  const [branch] = notes.state(id).branches;
  const { comparable, lines } = await handlers['notes.evidence']({
    id,
    branch: branch!.id,
    version: 1,
  });
  expect(comparable).toBe(true);
  expect(lines.map(({ section, support }) => [section, support])).toEqual([
    ['1', 'found'],
    ['1', 'found'],
    ['2', 'none'],
  ]);
  const said = await handlers['notes.said']({ id, span: lines[0]!.transcript! });
  expect(said).toEqual({
    before: 'Doctor: What brings you here?\nPatient: ',
    words: 'Fever and cough for three days',
    after: '.\nDoctor: Any chest pain?\nPatient: No.',
    sound: 'there',
    about: { from: expect.any(Number), to: expect.any(Number) },
  });
  const { from, audio, missing } = await handlers['recordings.listen']({ id, ...said.about! });
  expect([
    from,
    missing,
    Buffer.from(audio).equals(numberedSound(said.about!.from, said.about!.to)),
  ]).toEqual([said.about!.from, [], true]);
});

test('the transcript is told by speakers, each sentence with about its second in the recording', async () => {
  const { id, handlers, store } = await visited();
  const { turns, sound, samples } = await handlers['notes.spoken']({ id });
  expect(sound).toBe('there');
  expect(turns.map(({ speaker }) => speaker)).toEqual(['Doctor', 'Patient', 'Doctor', 'Patient']);
  const starts = turns.flatMap(({ said }) => said.map(({ at }) => at!));
  expect(starts).toEqual([...starts].sort((one, other) => one - other));
  expect(starts[0]).toBeGreaterThanOrEqual(0);
  expect(starts.at(-1)).toBeLessThan(samples!);
  for (const { fileId } of store.segments.list(id)) store.segments.remove(fileId);
  const erased = await handlers['notes.spoken']({ id });
  expect(erased).toMatchObject({ sound: 'erased', turns: [{ speaker: 'Doctor' }, {}, {}, {}] });
  expect(erased.samples).toBeUndefined();
  expect(erased.turns[0]!.said[0]!.at).toBeUndefined();
});

test('without a note, a transcript or such words it says which of them', async () => {
  const none = await visited([]);
  await expect(
    none.handlers['notes.said']({ id: none.id, span: { start: 0, end: 4 } }),
  ).rejects.toThrow(failure('refused', 'no-note-yet'));
  none.store.notes.put({
    visitId: none.id,
    receivedAt: 1,
    practice: true,
    documents: [document('clinical_notes_template', 'markdown', '## Plan\nRest.')],
  });
  await expect(
    none.handlers['notes.said']({ id: none.id, span: { start: 0, end: 4 } }),
  ).rejects.toThrow(failure('missing', 'no-transcript'));
  const [branch] = none.notes.state(none.id).branches;
  expect(
    await none.handlers['notes.evidence']({ id: none.id, branch: branch!.id, version: 1 }),
  ).toEqual({ comparable: false, why: 'no-transcript', lines: [] });
  const { id, handlers, store, vault } = await visited();
  await expect(handlers['notes.said']({ id, span: { start: 0, end: 4000 } })).rejects.toThrow(
    failure('invalid', 'no-such-words'),
  );
  for (const { fileId } of store.segments.list(id)) store.segments.remove(fileId);
  expect(await handlers['notes.said']({ id, span: { start: 0, end: 4 } })).toMatchObject({
    sound: 'erased',
    words: 'Doct',
  });
  vault.close();
  await expect(async () =>
    handlers['notes.said']({ id, span: { start: 0, end: 4 } }),
  ).rejects.toThrow(failure('locked'));
});
