/** P32: forgetting that forgets nothing. */
import type { Mutant } from './mutant.ts';

const base = { promise: 'P32', test: 'test/trust/p32-forget.test.ts' };

export const mutants: readonly Mutant[] = [
  {
    ...base,
    name: 'old keys stay',
    why: 'what was said in confidence can still be opened with the vault’s key',
    file: 'main/features/recordings/forget/forget-journal.ts',
    within: 'purgeForgotten',
    find: 'for (const { generation, fileId } of old)',
    replace: 'for (const { generation, fileId } of old.slice(1))',
    testName: 'any stretch',
  },
  {
    ...base,
    name: 'the sound stays in the copy',
    why: 'the old key is destroyed, and the words stand under the new one',
    file: 'main/features/recordings/forget/forget-sound.ts',
    within: 'copyAudio',
    find: 'audio.fill(0, Math.max(0, from - firstSample) * 2, (Math.min(end, to) - firstSample) * 2);',
    replace: '',
    testName: 'any stretch',
  },
  {
    ...base,
    name: 'a half-done forgetting is left as it is',
    why: 'after a crash the old file comes back as sound that the database had lost',
    file: 'main/features/recordings/recovery/recovery.ts',
    within: 'recoverRecordings',
    find: 'settleForgets(deps, (id) => {',
    replace: '((..._: unknown[]) => {})(deps, (id: string) => {',
    testName: 'killed at each call',
  },
  {
    ...base,
    name: 'words stay where their sound is forgotten',
    why: 'what was said in confidence stands in the transcript',
    file: 'main/features/recordings/forget/forget-sound.ts',
    within: 'forgetSound',
    find: 'store.spoken.cutAhead(id, stretch.from / SAMPLE_RATE);',
    replace: '',
    testName: 'words that were recognised',
  },
  {
    ...base,
    name: 'words stay in the log of the database',
    why: 'the sealed row of what was said in confidence is still in a file, and its key opens it',
    file: 'main/features/recordings/forget/forget-journal.ts',
    within: 'purgeForgotten',
    find: 'deps.store.compact();',
    replace: '',
    testName: 'words that were recognised',
  },
  {
    promise: 'P32',
    test: 'test/main/features/local/hear-while-recording.test.ts',
    testName: 'is never kept',
    name: 'words that come after their sound was forgotten',
    why: 'what was being recognised in that moment would be kept without its sound',
    file: 'main/features/local/hear-while-recording.ts',
    within: 'keep',
    find: 'if (!isCurrent(hearing, run)) return false;',
    replace: '',
  },
];
