/** The sign-in, what the platform offers, what it has of earlier visits, and the encrypted envelope. */
import { type EnvelopeFamily, envelopeFamilies } from '../../../shared/model/account/envelope.ts';
import { usage } from '../options.ts';
import type { Context, Family } from './operation.ts';
import { numberOf } from './operation.ts';

const MOST_HISTORY = 500;

export const account: Family = {
  summary: 'the sign-in, and what the platform offers',
  operations: {
    show: {
      does: 'whether somebody is signed in, and where',
      run: ({ ask }) => ask('account.state', undefined),
    },
    offer: {
      does: 'languages, templates and limits',
      run: ({ ask }) => ask('account.offer', undefined),
    },
    'business-token': {
      does: 'keeps the token on standard input for people and orders; an empty line forgets it',
      run: async ({ ask, read }) =>
        ask('account.setBusinessToken', {
          token: (await read('the token, then end of input')).trim(),
        }),
    },
    'sign-out': {
      does: 'forgets the sign-in; what waits is kept',
      run: ({ ask }) => ask('account.signOut', undefined),
    },
  },
  examples: ['account show', 'account offer', 'cat token.txt | account business-token'],
};

export const history: Family = {
  summary: 'what the platform has of earlier visits',
  operations: {
    list: {
      does: 'the newest visits; --top up to 500 (20)',
      options: ['top'],
      run: ({ ask }, _none, { top }) =>
        ask('history.list', { count: numberOf(top, 20, MOST_HISTORY) }),
    },
    get: {
      does: 'one visit with its documents',
      argument: 'TRANSACTION',
      run: ({ ask }, transactionId) => ask('history.details', { transactionId }),
    },
    document: {
      does: 'the text of one document; it is kept nowhere',
      argument: 'ID',
      run: ({ ask }, documentId) => ask('history.document', { documentId }),
    },
  },
  examples: ['history list --top 5', 'history get TRANSACTION'],
};

export const envelope: Family = {
  summary: 'keys of the encrypted envelope, and which calls use it',
  operations: {
    show: {
      does: 'the names of the keys, never their text',
      run: ({ ask }) => ask('envelope.state', undefined),
    },
    add: {
      does: 'keeps the key on standard input (16 letters) and uses it from now on',
      argument: 'NAME',
      run: addKey,
    },
    test: { does: 'tries a key with a call that begins nothing', argument: 'NAME', run: testKey },
    use: {
      does: 'uses a key from now on',
      argument: 'NAME',
      run: ({ ask }, kid) => ask('envelope.use', { kid }),
    },
    remove: {
      does: 'forgets a key',
      argument: 'NAME',
      run: ({ ask }, kid) => ask('envelope.remove', { kid }),
    },
    seal: {
      does: `chooses all families of calls that are encrypted: ${envelopeFamilies.join(', ')}; or none`,
      argument: 'FAMILY|none',
      more: 'FAMILY...',
      run: ({ ask }, first, _values, more) =>
        ask('envelope.seal', {
          families: (first === 'none' ? [] : [first, ...more]) as EnvelopeFamily[],
        }),
    },
  },
  examples: [
    'cat key.txt | envelope add practice',
    'envelope test practice',
    'envelope seal codification users',
  ],
};

async function addKey({ ask, read }: Context, kid: string): Promise<unknown> {
  const text = (await read('the key, then end of input')).replace(/\r?\n$/, '');
  if (text === '') throw usage('Standard input: the text of the key is wanted, nothing came.');
  return ask('envelope.add', { kid, text, use: true });
}

async function testKey({ ask, partlyFailed }: Context, kid: string): Promise<unknown> {
  const tested = await ask('envelope.test', { kid });
  if (tested.outcome !== 'opened')
    partlyFailed(`The key ${kid} did not open: ${tested.outcome}. Nothing was sent but this test.`);
  return tested;
}
