/** A release fetched from its publisher. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { failureWith } from '../../../../support/failure.ts';
import { makeZip } from '../../../../support/terminology/make-zip.ts';
import { indexXml, orderFile, tabularXml } from '../../../../support/terminology/small-release.ts';
import { lists } from './support.ts';

const published = makeZip({ 'icd10cm-order-2027.txt': orderFile(), 'readme.pdf': '%PDF' });
const books = makeZip({
  'Table and Index/icd10cm-tabular-2027.xml': tabularXml().replace('2025', '2027'),
  'Table and Index/icd10cm-index-2027.xml': indexXml().replace('2025', '2027'),
});
let way: 'right' | 'moved' | 'gone' | 'busy' | 'cut' | 'slow' | 'page' = 'right';
const publisher = createServer((request, response) => {
  const body = request.url?.includes('index') ? books : published;
  if (way === 'moved')
    return response.writeHead(302, { location: 'https://elsewhere.example/x.zip' }).end();
  if (way === 'gone') return response.writeHead(404).end('not here');
  if (way === 'busy') return response.writeHead(503).end();
  if (way === 'page') return response.writeHead(200).end('<html>Sign in to the Wi-Fi</html>');
  response.writeHead(200, { 'content-length': String(body.length) });
  if (way === 'cut') return response.write(body.subarray(0, 500), () => response.destroy());
  if (way === 'slow') return response.write(body.subarray(0, 500));
  return response.end(body);
});
await new Promise<void>((resolve) => publisher.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  publisher.closeAllConnections();
  publisher.close();
});
const official = {
  icd10cm: {
    folder: `http://127.0.0.1:${(publisher.address() as AddressInfo).port}/ICD10CM/2027/`,
    files: ['icd10cm-code-descriptions-2027.zip', 'icd10cm-table-and-index-2027.zip'],
  },
};

test('the public-domain release is fetched, with size and sum of each file, unpacked and imported', async () => {
  way = 'right';
  const one = lists({ official });
  expect(one.part.download('icd10cm').running).toMatchObject({ stage: 'fetching' });
  await one.part.idle();
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  expect(one.part.state()).toMatchObject({
    installed: [{ ontology: 'icd-10-cm', codes: 40, version: '2027' }],
    last: {
      release: 'icd10cm',
      fetched: [
        {
          address: `${official.icd10cm.folder}icd10cm-code-descriptions-2027.zip`,
          bytes: published.length,
          sha256: sha256(published),
        },
        { bytes: books.length, sha256: sha256(books) },
      ],
    },
  });
  expect(one.part.state().last).not.toHaveProperty('trouble');
  expect(
    one.told.some(({ running }) => running?.stage === 'fetching' && (running.bytes ?? 0) > 0),
  ).toBe(true);
  expect(one.taken()).toEqual([]);
  expect(() => one.part.download('snomed')).toThrow(failureWith('no-download') as Error);
  await one.part.close();
});

test.each([
  ['moved', 'refused', 'download-moved'],
  ['gone', 'refused', 'download-moved'],
  ['busy', 'busy', 'download-busy'],
  ['cut', 'offline', 'download-unreachable'],
  ['page', 'invalid', 'terminology-file'],
] as const)('a publisher that is %s is told as %s, %s', async (how, code, detail) => {
  way = how;
  const one = lists({ official });
  one.part.download('icd10cm');
  await one.part.idle();
  expect(one.part.state()).toMatchObject({ installed: [], last: { trouble: { code, detail } } });
  expect(one.taken()).toEqual([]);
});

test('fetching is cancelled in the middle', async () => {
  way = 'slow';
  const here = Promise.withResolvers<void>();
  const one = lists({
    official,
    changed: ({ running }) => (running?.bytes ?? 0) > 0 && here.resolve(),
  });
  one.part.download('icd10cm');
  await here.promise;
  expect((await one.part.cancel()).last?.trouble).toMatchObject({
    code: 'refused',
    detail: 'cancelled',
  });
  expect(one.taken()).toEqual([]);
});
