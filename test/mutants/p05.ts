/**
 * Queues that send twice, lose, or mix up (P5). The model's own broken workers stand in
 * `../trust/support/model/model.ts`.
 */
import type { Mutant } from './mutant.ts';

const worker = { promise: 'P5', test: 'test/trust/p05-worker.test.ts' };
const here = { promise: 'P5', test: 'test/trust/p05-here.test.ts' };
const session = {
  promise: 'P5',
  test: 'test/main/infrastructure/platform/transcription/published-answers.test.ts',
};

export const mutants: readonly Mutant[] = [
  {
    promise: 'P5',
    test: 'test/main/app/platform-copy.test.ts',
    testName: 'the newest version wins',
    name: 'an older signed note over a newer one',
    file: 'main/features/delivery/queue/attempt.ts',
    why: 'The platform would show what the doctor corrected.',
    within: 'toPlatform',
    find: 'newest.id !== row.signature',
    replace: 'newest.id === ""',
  },
  {
    promise: 'P5',
    test: 'test/main/app/platform-copy.test.ts',
    testName: 'found again, not made twice',
    name: 'a second document after a lost answer',
    file: 'main/features/delivery/targets/save-on-platform.ts',
    why: 'The platform would show two notes of one visit.',
    within: 'saveOnPlatform',
    find: 'const stray = posted ?',
    replace: 'const stray = posted && visitId === "" ?',
  },
  {
    ...here,
    name: 'a part that was heard and not stored',
    file: 'main/features/local/local-transcription.ts',
    why: 'A part of the visit would be missing in the note, or the visit would never come to one.',
    within: 'hear',
    find: 'deps.store.spoken.putPart(transaction,',
    replace: 'name.endsWith("2.wav") || deps.store.spoken.putPart(transaction,',
  },
  {
    ...here,
    name: 'parts that all begin at the same time',
    file: 'main/features/local/transcript.ts',
    why: 'The times of a transcript would lead to other words than the ones that are shown.',
    within: 'turnsOf',
    find: 'before += seconds;',
    replace: 'before += seconds * 0;',
  },
  {
    ...worker,
    name: 'the folder of the first upload',
    file: 'main/features/outbox/executor.ts',
    why: 'A commit that mixes two folders leaves parts of the visit out of the note.',
    within: 'presign',
    find: 'const epoch = same && !ranOut ? transaction.epoch : transaction.epoch + 1;',
    replace: 'const epoch = ranOut || same || !ranOut ? Math.max(transaction.epoch, 1) : 0;',
  },
  {
    ...worker,
    name: 'a part of an earlier folder taken for sent',
    file: 'main/features/outbox/executor.ts',
    why: 'After a new permission the commit would name files that are not there.',
    within: 'upload',
    find: 'uploadedEpoch !== transaction.epoch,\n  );',
    replace: 'uploadedEpoch === undefined,\n  );',
  },
  {
    ...worker,
    name: 'said to be done before is said to be wrong',
    file: 'main/features/outbox/executor.ts',
    why: 'The answer to the first try was lost: the visit is there, and a person would be asked to send it again.',
    within: 'commit',
    find: "if (answer === 'accepted') return accepted(deps, attempted, 'committed');",
    replace:
      "if (answer === 'accepted') return accepted(deps, attempted, 'committed');\n  if (attempted.transaction.commitAttempts > 0) return { event: { type: 'conflict' } };",
  },
  {
    ...worker,
    name: 'sent as 10 before 2',
    file: 'main/infrastructure/store/tables/uploads.ts',
    why: 'The end of a long visit would come before its middle.',
    within: 'list',
    find: 'ORDER BY ordinal',
    replace: 'ORDER BY name',
  },
  {
    ...worker,
    name: 'somebody else’s visit taken for ours',
    file: 'main/features/outbox/ask-platform.ts',
    why: 'The note of another patient would be shown as this one’s, or none at all.',
    within: 'askWhetherKnown',
    find: "if (owner === 'theirs') return { event: { type: 'conflict' } };\n",
    replace: '',
  },
  {
    promise: 'P5',
    test: 'test/trust/p05-model.test.ts',
    testName: 'at most three',
    name: 'dead, and tried again under the same number',
    file: 'shared/model/visit-state.ts',
    why: 'The platform has given it up: nothing would ever come of it.',
    within: 'moves',
    find: "'transaction-dead': from(['prepared', 'uploading', 'committing', 'processing'], 'prepared'),",
    replace:
      "'transaction-dead': from(['prepared', 'uploading', 'committing', 'processing'], 'processing'),",
  },
  {
    ...session,
    name: 'a count of files is enough',
    testName: 'end 202',
    file: 'main/infrastructure/platform/transcription/session-audio.ts',
    why: 'Two parts under one number would leave a part of the visit out of the note.',
    within: 'hasAllAudio',
    find: '  if (names.length > 0 && !numbers.includes(undefined)) return false;\n',
    replace: '',
  },
  {
    ...session,
    name: 'opened before it is asked for',
    testName: 'asked for the session before one is opened',
    file: 'main/infrastructure/platform/transcription/sessions.ts',
    why: 'Opened a second time, a session of the open-source platform comes to no note.',
    within: 'presign',
    find: 'if (known) return known;',
    replace: 'if (known?.alreadyCommitted) return known;',
  },
];
