/** P12, for the files that prove it. */
import { promise } from '../promise.ts';

export const p12 = promise({
  id: 'P12',
  title: 'The vault locks itself; a recording goes on with the write key alone',
  figure:
    '0 keys in memory and 0 words of a patient answered after the lock; 0 samples lost of a recording in progress',
});
