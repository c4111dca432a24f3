/** Each Failure that can reach a screen has words of its own, or at least those of its code. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { failureWords } from '../../../renderer/common/failure-format.ts';
import { en } from '../../../renderer/locales/en/index.ts';
import { Failure, failureCodes } from '../../../shared/failure.ts';

const texts: Record<string, string> = en.failure;
const catalogue = {
  exists: (key: string) => key.replace('failure.', '') in texts,
  t: (key: string) => texts[key.replace('failure.', '')] ?? '',
};

test.each(failureCodes)('the code %s has words', (code) =>
  expect(failureWords(catalogue, new Failure(code, 'x'))).not.toBe(''),
);

test('the detail comes first, an unknown detail falls back to the code, anything else is our own mistake', () => {
  expect(failureWords(catalogue, new Failure('locked', 'x', { detail: 'passphrase-wrong' }))).toBe(
    texts['passphrase-wrong'],
  );
  expect(failureWords(catalogue, new Failure('locked', 'x', { detail: 'never-heard-of' }))).toBe(
    texts.locked,
  );
  expect(failureWords(catalogue, new TypeError('x'))).toBe(texts.broken);
});

test('a Failure’s own message is never shown: it may be in another language', () => {
  expect(failureWords(catalogue, new Failure('busy', 'Secret words'))).not.toContain('Secret');
});

/**
 * Parts whose Failures a doctor can cause and mend; deeper ones end up as `broken` or as a trouble.
 */
const near = [
  'main/features/account',
  'main/infrastructure/vault/vault.ts',
  'main/infrastructure/vault/keystores/keystore-keychain.ts',
  'main/infrastructure/vault/keystores/keystore-passphrase.ts',
  'main/infrastructure/store/database.ts',
  'main/features/recordings/recordings.ts',
  'main/infrastructure/platform/client/authentication.ts',
  'main/infrastructure/platform/client/address.ts',
  'main/app/handlers',
  'shared/failures.ts',
  'renderer/capture',
];
test('the details of the parts near to the doctor all have words', () => {
  const files = globSync('{main,renderer,shared}/**/*.ts').filter((file) =>
    near.some((place) => file.startsWith(place)),
  );
  const details = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/detail: '([a-z-]+)'/g)].map(([, detail]) => detail!),
  );
  const rare = [
    'recovery-code-other',
    'database-setting',
    'upload-address-refused',
    'not-connected',
    'path',
  ];
  expect(
    [...new Set(details)].filter(
      (detail) => !(detail in texts) && !(detail in en.trouble) && !rare.includes(detail),
    ),
  ).toEqual([]);
});
