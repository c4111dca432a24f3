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
];
