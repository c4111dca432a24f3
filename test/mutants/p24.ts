/** Sign-ins that are renewed too often, used too early, or never quite gone (P24). */
import type { Mutant } from './mutant.ts';

const base = { promise: 'P24', test: 'test/trust/p24-tokens.test.ts' };
const tokens = {
  ...base,
  testName: 'whatever is refused',
  file: 'main/infrastructure/platform/client/tokens.ts',
};

export const mutants: readonly Mutant[] = [
  {
    ...tokens,
    name: 'each job renews for itself',
    why: 'Fifty visits that wait would turn the refresh token over fifty times at once, and lock each other out.',
    within: 'renew',
    find: 'memory.renewal ??= exchange(memory, refused).finally(() => { memory.renewal = undefined; }); return memory.renewal;',
    replace: 'return exchange(memory, refused);',
  },
  {
    ...tokens,
    name: 'used before it is stored',
    why: 'A crash in between leaves a refresh token on the disk that the platform has turned over: signed out for nothing.',
    within: 'keep',
    find: 'await secrets.set(SESSION, JSON.stringify(next));',
    replace: 'void secrets.set(SESSION, JSON.stringify(next)).catch(() => {});',
  },
  {
    ...tokens,
    name: 'renewed for a token that is gone already',
    why: 'Each of fifty late refusals would renew what was renewed a moment ago.',
    within: 'exchange',
    find: '    if (kept.accessToken !== refused) return kept.accessToken;\n',
    replace: '',
  },
  {
    ...tokens,
    name: 'a sign-out that a renewal under way undoes',
    why: 'Who signed out at a borrowed computer would be signed in there again.',
    within: 'keep',
    find: 'return inOrder(memory, async () => { if (generation !== memory.generation) throw signInNeeded();',
    replace: 'return inOrder(memory, async () => {',
  },
  {
    ...tokens,
    name: 'read again while it is being wiped',
    why: 'The same, by a job that asks in that very moment.',
    within: 'load',
    find: 'const found = await inOrder(memory, () => read(memory, SESSION, sessionSchema));',
    replace: 'const found = await read(memory, SESSION, sessionSchema);',
  },
  {
    ...tokens,
    name: 'signed out by a line that is down',
    why: 'A village without a network would ask for the client secret every half hour.',
    within: 'isTemporary',
    find: "['offline', 'busy', 'locked', 'broken']",
    replace: "['busy', 'locked', 'broken']",
  },
  {
    ...base,
    testName: 'a queue of fifty',
    name: 'a refused sign-in is a failed visit',
    file: 'main/features/outbox/step.ts',
    why: 'Every visit that waits would have to be sent again by hand.',
    within: 'holdOf',
    find: "  if (code === 'signed-out') return 'sign-in';\n",
    replace: '',
  },
];
