/** Bodies of requests and answers: the same value comes out, and no byte of a secret stays. */
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBody, encodeBody, readBody } from '../../../../main/hosts/browser/body.ts';
import { fromBase64, toBase64 } from '../../../../shared/base64.ts';
import { decode, encode } from '../../../../shared/encoding.ts';
import { requestLimits } from '../../../../shared/strict-json.ts';

const plain = (bytes: Uint8Array) => new Uint8Array(bytes);
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string(),
    fc.integer(),
    fc.constantFrom('{"$bytes":"', '#0', '"}', null),
    fc.uint8Array({ maxLength: 40 }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom('$bytes', '$$bytes', 'name', 'input')),
      tie('value'),
      { maxKeys: 4, noNullPrototype: true },
    ),
  ),
})).value;

test('what a page encodes is decoded, and what is answered is what a page decodes', () => {
  fc.assert(
    fc.property(value, (given) => {
      const body = Buffer.from(encode({ given }), 'utf8');
      expect(decodeBody(body, requestLimits)).toEqual(decode(encode({ given })));
      expect(encodeBody({ given }).toString('utf8')).toBe(encode({ given }));
    }),
    { numRuns: 500 },
  );
});

test('Base64 from bytes to bytes is Base64', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const letters = Buffer.from(bytes).toString('base64');
      expect(Buffer.from(toBase64(bytes)).toString('latin1')).toBe(letters);
      expect(fromBase64(Buffer.from(letters))).toEqual(plain(bytes));
    }),
  );
  for (const wrong of ['a', 'ab=', 'ab-_', 'a===', '====', 'ab=c'])
    expect(fromBase64(Buffer.from(wrong)), wrong).toBeUndefined();
});

test('bytes that no page of ours wrote are refused', () => {
  for (const text of ['{"$bytes":"#0"}', '{"$bytes" : "AAAA"}', '{"$bytes":"a"}'])
    expect(() => decodeBody(Buffer.from(text), requestLimits), text).toThrow(SyntaxError);
});

test('what was read is overwritten: the pieces, and the body, also one that cannot be read', async () => {
  const stream = new PassThrough();
  const pieces = ['{"a":{"$byt', 'es":"c2VjcmV0"}}'].map((text) => Buffer.from(text));
  for (const piece of pieces) stream.write(piece);
  stream.end();
  const body = await readBody(stream, 100);
  expect(pieces.every((piece) => piece.every((byte) => byte === 0))).toBe(true);
  expect(decodeBody(body, requestLimits)).toEqual({ a: plain(Buffer.from('secret')) });
  expect(body.every((byte) => byte === 0)).toBe(true);
  const broken = Buffer.from('{"a":{"$bytes":"c2VjcmV0"}');
  expect(() => decodeBody(broken, requestLimits)).toThrow(SyntaxError);
  expect(broken.every((byte) => byte === 0)).toBe(true);
});
