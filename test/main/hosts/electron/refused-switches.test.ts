/**
 * The switches that the packed app starts with, and those that it refuses; that it does so in time
 * is seen on the packed app (npm run package -- --check).
 */
import { expect, test } from 'vitest';
import { refusal, refusedSwitch } from '../../../../main/hosts/electron/refused-switches.ts';

const opening = [
  '--remote-debugging-port=9222',
  '--remote-debugging-pipe',
  '--remote-allow-origins=*',
  '--inspect',
  '--inspect-brk=0.0.0.0:9229',
  '--inspect-publish-uid=http',
  '--js-flags=--expose-gc',
  '--load-extension=/tmp/x',
  '--proxy-server=http://127.0.0.1:8080',
  '--proxy-pac-url=data:,x',
  '--host-rules=MAP * 127.0.0.1',
  '--host-resolver-rules=MAP * 127.0.0.1',
  '--ignore-certificate-errors',
  '--disable-web-security',
  '--no-sandbox',
  '--user-data-dir=/tmp/x',
  '--use-fake-ui-for-media-stream',
  '--use-file-for-fake-audio-capture=/tmp/x.wav',
  '--enable-logging=file',
  '--log-net-log=/tmp/x.json',
  '--ssl-key-log-file=/tmp/x',
  '--renderer-cmd-prefix=/tmp/x',
  '--gpu-launcher=/tmp/x',
  '--type=renderer',
  '--a-switch-of-next-year',
];

test.each(opening)('%s is refused on every system', (arg) => {
  for (const platform of ['linux', 'darwin', 'win32'] as const)
    expect(refusedSwitch(['--lang=en', arg], platform)).toBe(arg.split('=')[0]);
});

test('what Chromium takes for a switch is one here too: spaces, one hyphen, and on Windows a slash and capitals', () => {
  expect(refusedSwitch([' --no-sandbox\t'], 'linux')).toBe('--no-sandbox');
  expect(refusedSwitch(['-no-sandbox'], 'linux')).toBe('-no-sandbox');
  expect(refusedSwitch(['-lang=en'], 'linux')).toBe('-lang');
  expect(refusedSwitch(['/no-sandbox'], 'win32')).toBe('/no-sandbox');
  expect(refusedSwitch(['--LANG=en'], 'win32')).toBeUndefined();
  expect(refusedSwitch(['--LANG=en'], 'linux')).toBe('--LANG');
});

test('a plain start, a link, a path, and the switches of display, language, installer and Finder pass', () => {
  const plain = [
    [],
    ['scriba://visit/1'],
    ['/home/doctor/a file', 'not-a-switch', '-'],
    ['--lang=de', '--ozone-platform-hint=auto', '--force-device-scale-factor=1.5'],
    ['--updated', '--force-run'],
    ['--', '--no-sandbox'],
  ];
  for (const args of plain) expect(refusedSwitch(args, 'linux'), args.join(' ')).toBeUndefined();
  expect(refusedSwitch(['-psn_0_1234'], 'darwin')).toBeUndefined();
  expect(refusedSwitch(['-psn_0_1234'], 'linux')).toBe('-psn_0_1234');
});

test('the person reads which switch it was and what to do; without a sandbox also why the system may have done it', () => {
  expect(refusal('--inspect')).toMatch(/--inspect: .* Start Scriba without it\.$/);
  expect(refusal('--no-sandbox')).toMatch(/deb or rpm package instead of the AppImage/);
});
