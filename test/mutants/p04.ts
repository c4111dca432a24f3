/** Long days that go wrong slowly (P4). */
import type { Mutant } from './mutant.ts';

const hours = { promise: 'P4', test: 'test/trust/p04-eight-hours.test.ts' };
const days = { promise: 'P4', test: 'test/trust/p04-offline-days.test.ts' };

export const mutants: readonly Mutant[] = [
  {
    ...hours,
    name: 'sound dropped without a word',
    file: 'main/features/recordings/session/recording-session.ts',
    why: 'A microphone was out for ten seconds; nobody would know that something is missing from the note.',
    within: 'append',
    find: "put(session, { mark: { kind: 'gap', sample: written, missing } }, firstSample);",
    replace: 'session.written = written + missing;',
  },
  {
    ...hours,
    name: 'what is lost closed up',
    file: 'main/features/recordings/session/recording-session.ts',
    why: 'The recording would be shorter than the consultation, and everything after the gap in the wrong place.',
    within: 'append',
    find: 'put(session, { firstSample: at, audio: piece(at, to) }, to);\n    at = to;',
    replace:
      'put(session, { firstSample: at - session.holes.reduce((sum, [from, end]) => sum + end - from, 0), audio: piece(at, to) }, to);\n    at = to;',
  },
  {
    ...hours,
    name: 'a file a minute',
    file: 'main/features/recordings/segments/segments.ts',
    why: 'Thousands of files a week, each with a key of its own to look for.',
    within: 'full',
    find: 'full: () => file.bytes() >= largest',
    replace: 'full: () => file.bytes() >= Math.min(largest, 1_920_000)',
  },
  {
    ...hours,
    name: 'nothing let go of',
    file: 'main/features/recordings/session/recording-session.ts',
    why: 'A day in the memory of the core, and the whole of it written again when a disk fails.',
    within: 'forget',
    find: '  session.unsynced = [];\n  session.synced = session.written;',
    replace: '  session.synced = session.written;',
  },
  {
    ...days,
    name: 'given up without a network',
    file: 'main/features/outbox/step.ts',
    why: 'Every visit of five days would have to be sent by hand.',
    within: 'holdOf',
    find: "  if (code === 'offline') return 'offline';\n",
    replace: '',
  },
  {
    ...days,
    name: 'the newest first',
    file: 'main/infrastructure/store/tables/visits.ts',
    why: 'The patients of Monday would have their notes last, and a day with more visits than a line can take never.',
    within: 'waiting',
    find: 'ORDER BY place`,\n  ).all(...states) as {',
    replace: 'ORDER BY place DESC`,\n  ).all(...states) as {',
  },
];
