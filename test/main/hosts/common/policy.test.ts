/**
 * The policy comes from the system's place, from a file that only the administrator could have
 * written, and no variable replaces it.
 */
import { chmodSync, chownSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { machinePolicy, policyPlaces } from '../../../../main/hosts/common/policy.ts';

const isRoot = process.getuid?.() === 0;
const lock5 = '{"lock":{"afterMinutes":5}}';

function placed(text: string | undefined, mode = 0o644) {
  const folder = mkdtempSync(path.join(tmpdir(), 'scriba-policy-'));
  chmodSync(folder, 0o755);
  const file = path.join(folder, 'policy.json');
  if (text !== undefined) {
    writeFileSync(file, text);
    chmodSync(file, mode);
  }
  return { folder, file };
}

const readAt = (
  places: readonly string[],
  { packed = true, env = {} }: { packed?: boolean; env?: Record<string, string> } = {},
) => machinePolicy({ packed }, { packed, env, places, platform: 'linux' });

const strict = { lock: { afterMinutes: 1 }, platform: 'unclear', exports: { allowed: [] } };

test('each system has its place', () => {
  const at = (platform: NodeJS.Platform, env = {}, home = '/home/a', program = '/opt/scriba') =>
    policyPlaces({ platform, env, home }, program);
  expect(at('linux', { XDG_CONFIG_DIRS: '/tmp/mine', HOME: '/tmp/mine' })).toEqual([
    '/etc/scriba/policy.json',
  ]);
  expect(at('darwin')).toEqual(['/Library/Application Support/Scriba/policy.json']);
});

test('on Windows the usual folder comes first whatever the variable says, then those of the other drives', () => {
  const env = { ProgramData: 'E:\\mine', ALLUSERSPROFILE: 'E:\\mine', SystemDrive: 'E:' };
  expect(
    policyPlaces(
      { platform: 'win32', env, home: 'D:\\Users\\a' },
      'C:\\Program Files\\Scriba\\Scriba.exe',
    ),
  ).toEqual([
    'C:\\ProgramData\\Scriba\\policy.json',
    'D:\\ProgramData\\Scriba\\policy.json',
    'E:\\mine\\Scriba\\policy.json',
  ]);
});

test('no file, or no folder, is no policy', () => {
  const { file, folder } = placed(undefined);
  expect(readAt([file])).toBeUndefined();
  expect(readAt([path.join(folder, 'not', 'there', 'policy.json')])).toBeUndefined();
});

test.runIf(isRoot)(
  'a file of the administrator is in force; the first place that has one counts',
  () => {
    const { file } = placed(lock5);
    const { file: other } = placed('{"lock":{"afterMinutes":60}}');
    expect(readAt([file, other])).toMatchObject({ file, lock: { afterMinutes: 5 }, problems: [] });
  },
);

test.runIf(isRoot).each([
  ['a file that its group can write', ({ file }) => chmodSync(file, 0o664)],
  ['a file that everybody can write', ({ file }) => chmodSync(file, 0o646)],
  ['a file of another user', ({ file }) => chownSync(file, 1000, 0)],
  ['a folder that its group can write', ({ folder }) => chmodSync(folder, 0o775)],
  ['a folder of another user', ({ folder }) => chownSync(folder, 1000, 1000)],
] as [string, (at: { file: string; folder: string }) => void][])(
  '%s is not believed: everything is strict, and the message says how it is mended',
  (_name, spoil) => {
    const at = placed(lock5);
    spoil(at);
    const policy = readAt([at.file]);
    expect(policy).toMatchObject(strict);
    expect(policy?.problems[0]?.message).toMatch(/chown root .*chmod go-w/);
  },
);

test.runIf(isRoot)('a link is followed, and where it leads must be the administrator’s too', () => {
  const { folder, file } = placed(undefined);
  const good = placed(lock5);
  symlinkSync(good.file, file);
  expect(readAt([file])).toMatchObject({ lock: { afterMinutes: 5 }, problems: [] });
  chmodSync(good.folder, 0o777);
  expect(readAt([file])).toMatchObject(strict);
  chmodSync(good.folder, 0o755);
  chmodSync(folder, 0o777);
  expect(readAt([file])).toMatchObject(strict);
});

test('a folder in its place, or a file without an end, is strict', () => {
  const { file } = placed(undefined);
  mkdirSync(file);
  expect(readAt([file])).toMatchObject(strict);
  const large = placed(' '.repeat(70_000));
  expect(readAt([large.file])).toMatchObject(strict);
});

test.runIf(isRoot)('no variable replaces the system’s policy, packed or not', () => {
  const { file } = placed(lock5);
  const { file: loose } = placed('{}');
  for (const packed of [true, false])
    expect(readAt([file], { packed, env: { SCRIBA_POLICY: loose } })).toMatchObject({ file });
});

test('a variable names a policy for tests where the system has none, and never in a packed Scriba', () => {
  const { file } = placed(lock5);
  const nowhere = path.join(path.dirname(file), 'none.json');
  const env = { SCRIBA_POLICY: file };
  expect(readAt([nowhere], { packed: true, env })).toBeUndefined();
  expect(readAt([nowhere], { packed: false, env })).toMatchObject({ lock: { afterMinutes: 5 } });
  expect(
    readAt([nowhere], { packed: false, env: { SCRIBA_POLICY: `${file}.gone` } }),
  ).toMatchObject(strict);
});
