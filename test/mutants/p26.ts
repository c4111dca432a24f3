/** Cores that believe the wall clock (P26). */
import type { Mutant } from './mutant.ts';

const base = { promise: 'P26', test: 'test/trust/p26-clocks.test.ts' };

export const mutants: readonly Mutant[] = [
  {
    ...base, testName: 'asks the same', name: 'waits measured by the wall clock', file: 'main/outbox/outbox.ts',
    why: 'A computer set back by a year would send nothing for a year.',
    within: 'pump', find: '    const now = clock.monotonic();\n    const busy', replace: '    const now = clock.now() - 1_760_000_000_000;\n    const busy',
  },
  {
    ...base, testName: 'asks the same', name: 'a note that seems to be ten years old', file: 'main/outbox/outbox.ts',
    why: 'It would be looked for every five minutes instead of every few seconds, with the doctor waiting.',
    within: 'keep', find: "if (next.state === 'processing' && row.state !== 'processing') Object.assign", replace: "if (next.state === 'draft') Object.assign",
  },
  {
    ...base, testName: 'renewed when', name: 'tokens by our own clock', file: 'main/platform/platform.ts',
    why: 'Behind by an hour, each call would be refused first; ahead, each would renew first.',
    within: 'createPlatform', find: 'const time = () => clock.now() - (offset() ?? 0);', replace: 'const time = () => clock.now() - 0 * (offset() ?? 0);',
  },
  {
    ...base, testName: 'beyond five minutes', name: 'told from a quarter of an hour on', file: 'main/platform/failure.ts',
    why: 'Visits with wrong times in the patient’s record, and nobody knows.',
    within: 'module', find: 'export const SKEW = 5 * MINUTE;', replace: 'export const SKEW = 15 * MINUTE;',
  },
  {
    ...base, testName: 'beyond five minutes', name: 'told for ever', file: 'main/platform/server-time.ts',
    why: 'A warning that stays when all is well is not read the next time.',
    within: 'net', find: 'if (told) changed(skew);', replace: 'if (told && skew !== 0) changed(skew);',
  },
  {
    ...base, testName: 'refuses because of our clock', name: 'a refusal by the clock is the visit’s fault', file: 'main/platform/failure.ts',
    why: 'Every visit of the day would have to be sent again by hand.',
    within: 'failureOf', find: 'if (status === 403 && Math.abs(skew) > SKEW)', replace: 'if (status === 499 && Math.abs(skew) > SKEW)',
  },
  {
    ...base, testName: 'no certificate is valid', name: 'a date that is wrong by years is a line that is down', file: 'main/platform/server-time.ts',
    why: 'The doctor would look for the network, and never at the calendar of the computer.',
    within: 'net', find: 'if (!outOfDate && isOutOfDate', replace: 'if (outOfDate && isOutOfDate',
  },
];
