/**
 * Remembers that the session protocol was used from here
 * (`infrastructure/platform/transcription/upload-protocol.ts`).
 */
import type { Values } from '../../infrastructure/store/tables/values.ts';

const KEY = 'platform.sessions-used';

export const sessionsUsed = (values: Pick<Values, 'get' | 'set'>) => ({
  get: () => values.get(KEY) === 'yes',
  set: () => values.set(KEY, 'yes'),
});
