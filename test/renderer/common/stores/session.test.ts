/** The recovery code of a key is told once: nothing that happens meanwhile may lose it. */
import { expect, test } from 'vitest';
import { openDoor } from '../../../../renderer/common/stores/core.ts';
import { createVault, startAnotherKey } from '../../../../renderer/common/stores/session.ts';
import type { Bridge } from '../../../../shared/contract/contract.ts';
import { Failure } from '../../../../shared/failure.ts';
import { secretBytes } from '../../../../shared/secret-bytes.ts';

/** A core that answers the names in `answers`, and is gone for all others. */
function core(answers: Readonly<Record<string, unknown>>): string[] {
  const asked: string[] = [];
  openDoor({
    request: async (name: string) => {
      asked.push(name);
      if (name in answers) return answers[name];
      throw new Failure('offline', 'gone', { detail: 'host-lost' });
    },
    on: () => () => {},
  } as unknown as Bridge);
  return asked;
}
const key = () => ({ recoveryCode: secretBytes('MFRG-GZDF') });

test.each([
  ['vault.create', createVault],
  ['vault.startAnother', startAnotherKey],
])(
  'the code of %s is told although the core goes before anything else is read',
  async (name, make) => {
    const asked = core({ [name]: key() });
    expect(await make({ kind: 'keychain' })).toBe('MFRG-GZDF');
    expect(asked.length).toBeGreaterThan(1);
  },
);

test('a key that was not made has no code', async () => {
  core({});
  await expect(createVault({ kind: 'keychain' })).rejects.toMatchObject({ detail: 'host-lost' });
  await expect(startAnotherKey({ kind: 'keychain' })).rejects.toMatchObject({
    detail: 'host-lost',
  });
});
