/**
 * Where a platform serves a chapter elsewhere: exchanged in one place, and nothing else is touched.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nodeClock, nodeRandom } from '../../../../../main/hosts/node/node-ports.ts';
import { applyPathOverrides } from '../../../../../main/infrastructure/platform/client/paths.ts';
import { createPlatform } from '../../../../../main/infrastructure/platform/platform.ts';
import { chapterPrefixes, chapters } from '../../../../../shared/model/account/platform-profile.ts';
import { pathOverrides } from '../../../../../shared/model/account/platform-profile-schema.ts';
import { memoryKeyStore } from '../../../../support/rigs/outbox-rig.ts';

test('every chapter is moved by its own prefix alone', () => {
  for (const chapter of chapters) {
    const prefix = chapterPrefixes[chapter].replaceAll('{brand}', 'svc');
    expect(applyPathOverrides(`${prefix}/a/b`, { [chapter]: '/elsewhere' }, 'svc')).toBe(
      '/elsewhere/a/b',
    );
    expect(applyPathOverrides(prefix, { [chapter]: '/elsewhere' }, 'svc')).toBe('/elsewhere');
    expect(applyPathOverrides(`${prefix}x/a`, { [chapter]: '/elsewhere' }, 'svc')).toBe(
      `${prefix}x/a`,
    );
    for (const other of chapters.filter((one) => one !== chapter)) {
      const path = `${chapterPrefixes[other].replaceAll('{brand}', 'svc')}/a`;
      expect(applyPathOverrides(path, { [chapter]: '/elsewhere' }, 'svc')).toBe(path);
    }
  }
  expect(applyPathOverrides('/cdr/v1/svcuser/7/', { users: '/{brand}/users' }, 'svc')).toBe(
    '/svc/users/7/',
  );
});

test('a prefix that leads upwards, elsewhere or nowhere is refused', () => {
  for (const wrong of [
    '',
    'x',
    '/',
    '//evil',
    '/a//b',
    '/../x',
    '/a/..',
    '/a/./b',
    '/a?b',
    '/a#b',
    '/a b',
    '/a\\b',
    '/%2e',
    'https://evil',
    '/{other}',
    '/a/',
    `/${'x'.repeat(70)}`,
  ]) {
    expect(pathOverrides.safeParse({ account: wrong }).success, wrong).toBe(false);
  }
  for (const right of ['/a', '/a/b.c', '/{brand}-x/v2', '/...x'])
    expect(pathOverrides.safeParse({ account: right }).success, right).toBe(true);
  fc.assert(
    fc.property(fc.string(), (text) => {
      if (!pathOverrides.safeParse({ account: text }).success) return;
      const url = new URL(
        `https://here.example${applyPathOverrides('/connect-auth/v1/account/login', { account: text }, 'svc')}`,
      );
      expect(url.origin).toBe('https://here.example');
      expect(url.pathname.endsWith('/login')).toBe(true);
    }),
  );
});

test('client and sign-in ask at the exchanged place', async () => {
  const asked: string[] = [];
  const platform = createPlatform({
    clock: nodeClock,
    random: nodeRandom,
    secrets: memoryKeyStore(),
    address: () => ({ baseUrl: 'https://here.example', brand: 'svc', clientId: 'c' }),
    tokensChanged() {},
    profile: () => ({
      paths: { account: '/id', transcription: '/scribe/{brand}', upload: '/put' },
      transport: 'transactions',
    }),
    async net({ url }) {
      asked.push(url.pathname);
      const body = url.pathname.endsWith('login')
        ? { access_token: 'a', expires_in: 1800, refresh_token: 'r', refresh_expires_in: 9e5 }
        : {
            items: [],
            uploadData: { url: 'https://store.example/', fields: {} },
            folderPath: 'f/',
            txn_id: 't',
            data: {},
          };
      return {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify(body)),
      };
    },
  });
  await platform.account.signIn(
    { baseUrl: 'https://here.example', brand: 'svc', clientId: 'c' },
    's',
  );
  await platform.account.whoAmI();
  await platform.templates.list();
  await platform.transcription.presign('txn-1', {
    mode: 'dictation',
    modelType: 'pro',
    templates: [],
    inputLanguages: [],
    outputLanguage: 'hi',
    codify: false,
  });
  expect(asked).toEqual(['/id/login', '/id/whoami', '/scribe/svc/v1/template', '/put']);
});
