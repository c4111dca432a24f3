/** A clinic's own list comes from a page in pieces, and nothing of it stays behind. */
import { beforeEach, expect, test } from 'vitest';
import { createOwnUpload } from '../../../../../main/features/coding/code-lists/own-upload.ts';
import { LARGEST_OWN_LIST } from '../../../../../shared/model/coding/own-list.ts';
import { failureWith } from '../../../../support/failure.ts';

const none = { rows: 0, codes: {}, brands: 0, lapsed: 0, lapsedRows: [] };
let taken: string[] = [];
let removed = 0;
beforeEach(() => {
  taken = [];
  removed = 0;
});
const upload = () =>
  createOwnUpload({
    list: () => none,
    rows: () => [],
    remove() {
      removed += 1;
    },
    async take(bytes) {
      taken.push(Buffer.from(bytes).toString());
      return { taken: 1, repeated: 0, refused: [], warnings: [] };
    },
  });
const bytes = (text: string) => Buffer.from(text);

test('the pieces come together in their order, a repeated one once, and are then let go', async () => {
  const page = upload();
  expect(page.append(0, bytes('words,'))).toEqual({ received: 6 });
  expect(page.append(6, bytes('code'))).toEqual({ received: 10 });
  expect(page.append(6, bytes('code'))).toEqual({ received: 10 });
  expect(() => page.append(11, bytes('x'))).toThrow(failureWith('piece-missing') as Error);
  expect(await page.take()).toMatchObject({ taken: 1 });
  await page.take();
  expect(taken).toEqual(['words,code', '']);
});

test('a first piece begins anew, and a page that was closed leaves nothing', async () => {
  const page = upload();
  page.append(0, bytes('one'));
  page.append(0, bytes('two'));
  await page.take();
  page.append(0, bytes('three'));
  page.pageLost();
  await page.take();
  expect(taken).toEqual(['two', '']);
});

test('more than the largest list is refused before it is held', () => {
  const page = upload();
  page.append(0, new Uint8Array(LARGEST_OWN_LIST));
  expect(() => page.append(LARGEST_OWN_LIST, bytes('x'))).toThrow(
    failureWith('own-list-large') as Error,
  );
  expect(page.remove()).toEqual(none);
  expect(removed).toBe(1);
});
