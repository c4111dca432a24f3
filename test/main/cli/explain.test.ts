/** A failure ends with a sentence that names a way out, and with the exit code of its kind. */
import { expect, test } from 'vitest';
import { explain } from '../../../main/cli/explain.ts';
import { Failure } from '../../../shared/failure.ts';
import { failures } from '../../../shared/failures.ts';

const of = (error: unknown) => explain(error, '/var/scriba');

test('the way out stands behind the sentence', () => {
  expect(of(failures.notSignedIn())).toEqual({
    code: 1,
    message: 'Sign in to the platform first. Run "sign-in". What waits here is kept.',
  });
  expect(of(new Failure('locked', 'Locked.', { detail: 'passphrase-needed' })).message).toContain(
    '--passphrase',
  );
  expect(of(new Failure('busy', 'It did not work.', { detail: 'already-open' })).message).toContain(
    '--data',
  );
  expect(of(failures.importEmpty())).toEqual({ code: 1, message: 'This file is empty.' });
});

test('wrong usage ends with 2, also an address that can be none', () => {
  for (const detail of ['usage', 'address-invalid', 'address-insecure', 'brand-invalid'])
    expect(of(new Failure('invalid', 'No.', { detail }))).toEqual({
      code: 2,
      message: 'No.\n\nSee --help.',
    });
});

test('an error of the system names the folder or the file, never a call of the system', () => {
  const system = (code: string, path?: string) =>
    Object.assign(new Error(`${code}: mkdir`), { code, ...(path !== undefined && { path }) });
  const folder = of(system('EACCES', '/var/scriba/logs')).message;
  expect(folder).toMatch(/^The data folder \/var\/scriba cannot be used: this login may not/);
  expect(of(system('SQLITE_CANTOPEN')).message).toContain('/var/scriba');
  expect(explain(system('ENOENT', '/proc/x'), '/proc/x/data').message).toMatch(
    /^The data folder \/proc\/x\/data cannot be used: the system can make nothing there/,
  );
  expect(of(system('ENOENT', '/mnt/x')).message).toMatch(/^\/mnt\/x cannot be used: the system/);
  expect(of(system('EROFS', '/mnt/x')).message).toMatch(/^\/mnt\/x cannot be used: it can only/);
  expect(folder).not.toContain('mkdir');
});
