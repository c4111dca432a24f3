/** Audit logs that could be changed unseen, or that say whom they are about (P28). */
import type { Mutant } from './mutant.ts';

const test = 'test/trust/p28-audit.test.ts';

export const mutants: readonly Mutant[] = [
  {
    promise: 'P28',
    name: 'without a chain',
    test,
    testName: 'notices',
    file: 'main/infrastructure/store/tables/audit.ts',
    why: 'An entry could be replaced by one from another history of the log.',
    within: 'digest',
    find: 'Buffer.concat([before, Buffer.from(`${seq}:`), entry])',
    replace: 'Buffer.concat([Buffer.from(`${seq}:`), entry])',
  },
  {
    promise: 'P28',
    name: 'without its end',
    test,
    testName: 'notices every',
    file: 'main/infrastructure/store/tables/audit.ts',
    why: 'Whoever read a note last could cut that off.',
    within: 'verify',
    find: '  if (known && known.last !== (last?.seq ?? known.first - 1)) whole = false;\n  if (known && last && known.mac',
    replace: '  if (known && last && last.seq < 0 && known.mac',
  },
  {
    promise: 'P28',
    name: 'ends made anew when they are gone',
    test,
    testName: 'stays noticed',
    file: 'main/infrastructure/store/tables/audit.ts',
    why: 'The next entry would heal what a tampering broke.',
    within: 'newEnds',
    find: "...((found === 'damaged' || entries) && { broken: true })",
    replace: '...(entries && {})',
  },
  {
    promise: 'P28',
    name: 'the id of the visit in clear',
    test,
    testName: 'working day',
    file: 'main/app/wiring/core.ts',
    why: 'A reader of the log could connect it with the visits.',
    within: 'pseudonym',
    find: "vault.keys().reference(['visit', id]).slice(0, 12)",
    replace: 'id.slice(0, 12)',
  },
  {
    promise: 'P28',
    name: 'forgotten after a month',
    test,
    testName: 'keeps a year',
    file: 'main/infrastructure/store/tables/audit.ts',
    why: 'What happened in spring could not be told in autumn.',
    within: 'forgetBefore',
    find: 'entry.at >= at) break',
    replace: 'entry.at >= at + 335 * 86_400_000) break',
  },
];
