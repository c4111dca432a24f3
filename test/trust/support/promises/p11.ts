/** P11: the promise, and the choice of the system key store. */
import { promise } from '../promise.ts';

export const p11 = promise({
  id: 'P11',
  title: 'A lost, wrong or refused key destroys nothing',
  figure:
    '0 bytes changed by any failure at any call of the key store; a new key is recorded with; old visits open again when theirs returns',
});
export const choice = { kind: 'keychain' as const };
