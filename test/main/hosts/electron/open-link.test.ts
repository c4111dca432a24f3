/** Pages that Scriba opens in the browser of the system: https and this computer alone. */
import { expect, test } from 'vitest';
import { openLinkBy } from '../../../../main/hosts/electron/open-link.ts';
import { failure, failureWith } from '../../../support/failure.ts';

test.each(['https://login.hospital.example/auth?state=a%20b', 'http://127.0.0.1:8080/auth'])(
  '%s is opened as it is',
  async (address) => {
    const opened: string[] = [];
    const url = new URL(address);
    await openLinkBy(async (text) => void opened.push(text))(url, url.origin);
    expect(opened).toEqual([address]);
  },
);

test.each([
  'http://login.hospital.example/',
  'file:///usr/bin/true',
  'javascript:alert(1)',
  'ms-msdt:/id',
  'smb://server/share',
  'https://user:word@login.hospital.example/',
])('%s opens nothing', async (address) => {
  const opened: string[] = [];
  const url = new URL(address);
  await expect(openLinkBy(async (text) => void opened.push(text))(url, url.origin)).rejects.toThrow(
    failure('refused', 'link-refused'),
  );
  expect(opened).toEqual([]);
});

test.each([
  'https://login.hospital.example.evil.example/',
  'https://login.hospital.example:8443/',
  'http://127.0.0.1/',
])('%s is another place than the one that is allowed: nothing is opened', async (address) => {
  const opened: string[] = [];
  const open = openLinkBy(async (text) => void opened.push(text));
  await expect(open(new URL(address), 'https://login.hospital.example')).rejects.toThrow(
    failureWith('link-refused'),
  );
  expect(opened).toEqual([]);
});

test('a system without a browser is told', async () => {
  const open = openLinkBy(() => Promise.reject(new Error('no handler')));
  await expect(
    open(new URL('https://login.hospital.example/'), 'https://login.hospital.example'),
  ).rejects.toThrow(failure('broken', 'browser-not-opened'));
});
