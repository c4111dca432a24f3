/** Erasing that leaves something, or takes too much (P27). */
import type { Mutant } from './mutant.ts';

const test = 'test/trust/p27-retention.test.ts';

export const mutants: readonly Mutant[] = [
  {
    promise: 'P27', name: 'unlink only', test, testName: 'raw image', file: 'main/vault/purge.ts',
    why: 'The wrapped key stays on the disk, and with the vault’s key it opens what the disk still has of the sound.',
    within: 'purgeContainer', find: 'while (done < zeros.length) done +=', replace: 'while (done < zeros.length) done += zeros.length ||',
  },
  {
    promise: 'P27', name: 'a log of changes that is not emptied', test, testName: 'never before', file: 'main/recordings/retention.ts',
    why: 'The note that was erased still stands in the log beside the database.',
    within: 'expire', find: 'if (sound.length + visits.length > 0) store.compact();', replace: '',
  },
  {
    promise: 'P27', name: 'rows deleted without being overwritten', test, testName: 'raw image', file: 'main/store/database.ts',
    why: 'The sealed note stays in the free pages of the database for years.',
    within: 'pragmas', find: "['secure_delete', 'ON', 1]", replace: "['secure_delete', 'OFF', 0]",
  },
  {
    promise: 'P27', name: 'a day too early', test, testName: 'never before', file: 'main/recordings/retention.ts',
    why: 'A doctor who counts on seven days finds the sound gone.',
    within: 'expire', find: 'age > limits.keepAudioDays * DAY &&', replace: 'age > (limits.keepAudioDays - 1) * DAY &&',
  },
  {
    promise: 'P27', name: 'sound erased without its note', test, testName: 'does not open', file: 'main/recordings/retention.ts',
    why: 'Where the note is lost, the sound is all there is.',
    within: 'expire', find: '&& forItself(() => store.notes.get(row.id))) gone', replace: ') gone',
  },
  {
    promise: 'P27', name: 'what is under way erased, too', test, testName: 'never before', file: 'main/recordings/retention.ts',
    why: 'A visit that waits for days in a village without a network would lose its sound.',
    within: 'expire', find: "store.consultations.inStates('ready', 'partial', 'reviewed', 'purged')", replace: "store.consultations.inStates('ready', 'partial', 'reviewed', 'purged', 'processing', 'attention').map((row) => ({ ...row, details: { ...row.details, readyAt: row.details.readyAt ?? 0 } }))",
  },
  {
    promise: 'P27', name: 'any clock believed', test, testName: 'ten years', file: 'main/privacy/retention.ts',
    why: 'A battery that dies in the clock would empty the vault.',
    within: 'look', find: 'const now = trustedTime({ wall: clock.now(), offset: offset(), seen });', replace: 'const now: number | undefined = [clock.now(), trustedTime, offset, seen][0] as number;',
  },
  {
    promise: 'P27', name: 'copies that keep what the list has erased', test: 'test/trust/p27-copies.test.ts', testName: 'loses a visit when', file: 'main/old-copies.ts',
    why: 'The note is gone from the list, and stands in the file beside it.',
    within: 'trim', find: '    trimOther(path.join(folder, name), over, { seal });', replace: '    trimOther(path.join(folder, name), { ...over, visit: () => false }, { seal });',
  },
  {
    promise: 'P27', name: 'copies that keep documents', test: 'test/trust/p27-copies.test.ts', testName: 'what was decided, and documents', file: 'main/old-copies.ts',
    why: 'A laboratory report that was removed stands in the file beside the list, its results too.',
    within: 'trim', find: '    trimOther(path.join(folder, name), over, { seal });', replace: '    trimOther(path.join(folder, name), { ...over, document: () => false }, { seal });',
  },
  {
    promise: 'P27', name: 'decisions that outlive their visit', test: 'test/trust/p27-copies.test.ts', testName: 'what was decided, and documents', file: 'main/store/other-copy.ts',
    why: 'What a patient has stands in the copy after the note is gone.',
    within: 'trimOther', find: "db.pragma('foreign_keys = ON');", replace: "db.pragma('foreign_keys = OFF');",
  },
  {
    promise: 'P27', name: 'a list set aside for ever', test: 'test/trust/p27-copies.test.ts', testName: 'first visit whose days', file: 'main/old-copies.ts',
    why: 'A damaged file keeps every note of years.',
    within: 'removeOldCopies', find: '|| (erased > 0 && limit < Infinity) ? remove(name)', replace: '? remove(name)',
  },
];
