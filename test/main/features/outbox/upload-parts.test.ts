/** The bytes of a part are checked before the last of them is sent, and what is told of all parts. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkedBytes, measuresOf } from '../../../../main/features/outbox/upload-parts.ts';
import { uploadPart, visit } from '../../../support/rows.ts';

async function* streamOf(pieces: readonly Uint8Array[]) {
  for (const piece of pieces) yield piece;
}
const partOf = (bytes: Uint8Array) =>
  uploadPart('v', 1, {
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });

/** What was sent, and the failure that ended it. */
async function sent(
  part: ReturnType<typeof uploadPart>,
  pieces: readonly Uint8Array[],
  wanted = () => true,
) {
  const out: Uint8Array[] = [];
  let error: unknown;
  try {
    for await (const piece of checkedBytes(part, streamOf(pieces), wanted)) out.push(piece);
  } catch (thrown) {
    error = thrown;
  }
  return { bytes: Buffer.concat(out), error };
}
const damaged = expect.objectContaining({
  code: 'broken',
  detail: 'part-damaged',
  message: 'A file of this recording is not what it was when it was made. It is kept as it is.',
});

test('a part goes as it was made, in whatever pieces it is read', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 9 }), { maxLength: 6 }),
      async (pieces) => {
        const whole = Buffer.concat(pieces);
        const { bytes, error } = await sent(partOf(whole), pieces);
        expect(error).toBeUndefined();
        expect(bytes.equals(whole)).toBe(true);
      },
    ),
  ));

test('of a part that is not what it was, the last piece is never sent', async () => {
  const pieces = ['one', 'two', 'three'].map((words) => Buffer.from(words));
  const whole = partOf(Buffer.concat(pieces));
  for (const part of [
    { ...whole, bytes: whole.bytes + 1 },
    { ...whole, bytes: whole.bytes - 1 },
    { ...whole, sha256: '00'.repeat(32) },
  ]) {
    const { bytes, error } = await sent(part, pieces);
    expect(bytes.toString()).toBe('onetwo');
    expect(error).toEqual(damaged);
  }
  expect((await sent(whole, [])).error).toEqual(damaged);
});

test('a part that is no longer wanted ends before its next piece', async () => {
  const pieces = ['one', 'two', 'three'].map((words) => Buffer.from(words));
  let asked = 0;
  const { bytes, error } = await sent(partOf(Buffer.concat(pieces)), pieces, () => {
    asked += 1;
    return asked < 3;
  });
  expect(bytes.toString()).toBe('one');
  expect(error).toMatchObject({
    code: 'busy',
    detail: 'closing',
    message: 'Scriba is closing.',
  });
});

test('a platform is told the largest and the longest part, and whether all are plain sound', () => {
  const row = visit('v');
  const mp3 = uploadPart('v', 1, { bytes: 8000 });
  const wav = uploadPart('v', 2, { bytes: 44 + 32_000, contentType: 'audio/wav' });
  const short = uploadPart('v', 3, { bytes: 44, contentType: 'audio/wav' });
  const strange = uploadPart('v', 4, { bytes: 10, contentType: 'audio/strange' });
  expect(measuresOf([], row)).toMatchObject({ largest: 0, longest: 0, parts: 0, plain: true });
  expect(measuresOf([short, wav, mp3], row)).toMatchObject({
    largest: 32_044,
    longest: expect.closeTo(2, 0),
    parts: 3,
    plain: false,
  });
  expect(measuresOf([short, wav], row)).toMatchObject({ plain: true });
  // Of what cannot be measured nobody may promise that it is short enough.
  expect(measuresOf([mp3, strange], row).longest).toBe(Infinity);
});
