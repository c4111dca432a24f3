/**
 * The platform's copy of a visit's sound, for a person who listens after our own was erased. It
 * passes through memory and is kept nowhere.
 */
import { Failure } from '../../shared/failure.ts';
import type { Listening } from '../features/recordings/playback/playback.ts';
import type { SessionDocuments } from '../infrastructure/platform/api/session-documents.ts';
import { workedHere } from '../infrastructure/platform/transcription/here-folder.ts';
import type { Store } from '../infrastructure/store/store.ts';

export type PlatformSoundDeps = {
  readonly store: Pick<Store, 'visits' | 'transactions'>;
  readonly listening: Pick<Listening, 'state' | 'checkQuiet'>;
  readonly sessionDocuments: Pick<SessionDocuments, 'audioBytes'>;
};

/** Throws what `recordings.platformCopy` says (`shared/contract/evidence.ts`). */
export async function platformSound(deps: PlatformSoundDeps, id: string): Promise<Uint8Array> {
  const { store, listening, sessionDocuments } = deps;
  if (listening.state(id) !== 'erased')
    throw new Failure('refused', 'The sound of this visit is on this computer.', {
      detail: 'sound-is-here',
    });
  listening.checkQuiet();
  const row = store.visits.get(id);
  if (row?.details.worksHere) throw workedHere();
  const transactionId = row?.transactionId ?? '';
  const { folder } = store.transactions.get(transactionId) ?? {};
  const audio = await sessionDocuments.audioBytes(transactionId, folder);
  if (audio) return audio;
  throw new Failure('busy', 'The platform has no copy of this sound yet, or no more.', {
    detail: 'copy-not-yet',
  });
}
