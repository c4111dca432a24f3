import { expect, test } from 'vitest';
import { release } from '../../../../main/infrastructure/vault/release-memory.ts';

test('memory of its own is given back at once; memory that others read stays', () => {
  const own = new Uint8Array(1000);
  release(own);
  expect(own.byteLength).toBe(0);
  const whole = new Uint8Array(1000).fill(7);
  release(whole.subarray(10, 20));
  expect(whole).toEqual(new Uint8Array(1000).fill(7));
  const none = new Uint8Array(whole.buffer, 1000);
  release(none);
  expect(whole.byteLength).toBe(1000);
});
