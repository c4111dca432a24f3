/** Broken variants for P1: each loses what a killed process had acknowledged, or all of it. */
import type { Mutant } from './mutant.ts';

export const mutants: readonly Mutant[] = [
  {
    promise: 'P1',
    name: 'five seconds in memory',
    why: 'what was acknowledged had not left the process: a crash takes five seconds of the visit with it',
    file: 'main/infrastructure/vault/container/container.ts',
    within: 'append',
    find: 'open.waiting = free ? record : Buffer.concat([open.waiting, record]);\n  flush(open);',
    replace:
      'open.waiting = free ? record : Buffer.concat([open.waiting, record]);\n  if (open.waiting.length > 160_000 || open.seq === 1) flush(open);',
    test: 'test/trust/p01-kill.test.ts',
  },
  {
    promise: 'P1',
    name: 'named later',
    why: 'the light is on before the file has its name: after a crash it is taken for a leftover and removed',
    file: 'main/infrastructure/vault/container/container.ts',
    within: 'writeContainer',
    find: 'disk.rename(fresh, name);',
    replace: 'queueMicrotask(() => disk.rename(fresh, name));',
    test: 'test/trust/p01-sweep.test.ts',
  },
  {
    promise: 'P1',
    name: 'acknowledged before it is written',
    why: 'a piece is called written when it is only put aside for the next one to take along',
    file: 'main/features/recordings/session/recording-session.ts',
    within: 'put',
    find: '  const before = session.written;\n  session.written = reaches;',
    replace: '  const before = session.written;\n  session.written = reaches + PIECE_SAMPLES;',
    test: 'test/trust/p01-sweep.test.ts',
  },
];
