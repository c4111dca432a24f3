/**
 * A recording that was made elsewhere, on its way into the vault: read here piece by piece, never
 * whole.
 */

import { Failure } from '../../../shared/failure.ts';
import {
  LARGEST_SOUND_FILE,
  MAGIC_BYTES,
  soundFormatOf,
} from '../../../shared/model/sound-file.ts';
import type { Visit, VisitRequest } from '../../../shared/model/visit.ts';
import { createStore } from '../../common/store-registry.ts';
import { request } from '../../common/stores/core.ts';
import { showFinished } from '../../common/stores/navigation.ts';
import { patiently, readPiece } from '../../common/stores/send-file.ts';
import { applyVisit } from '../visits/visits-store.ts';

type Going = { readonly patient: string; readonly size: number; readonly sent: number };
/** `stop` ends it; kept here, so that it goes on and can be stopped from every screen. */
type Import = { readonly going?: Going | undefined; readonly stop?: AbortController | undefined };
const nothing: Import = {};
export const useImport = createStore('import', nothing, { reset: forgetImport });

const PIECE = 512 * 1024;
const AWAKE_EVERY = 30_000;

/**
 * Throws Failure `invalid` (`file-empty`, `file-too-large`, `file-format`); looks at the first
 * bytes, as names say anything.
 */
export async function checkSoundFile(file: Blob): Promise<void> {
  if (file.size === 0) throw new Failure('invalid', 'The file is empty.', { detail: 'file-empty' });
  if (file.size > LARGEST_SOUND_FILE)
    throw new Failure('invalid', 'The file is too large.', { detail: 'file-too-large' });
  const head = await readPiece(file.slice(0, MAGIC_BYTES));
  if (!soundFormatOf(head))
    throw new Failure('invalid', 'The file is no recording.', { detail: 'file-format' });
}

/**
 * Throws what the core throws, and Failure `refused` / `import-cancelled`; nothing of the file is
 * then kept.
 */
export async function importFile(
  setup: VisitRequest,
  file: Blob & { readonly name: string },
): Promise<Visit> {
  if (useImport.getState().going)
    throw new Failure('busy', 'Another file is being taken in.', { detail: 'import-under-way' });
  await checkSoundFile(file);
  const stop = new AbortController();
  const show = (sent: number) => {
    // An import that a lock has stopped must not bring its patient back (P12).
    if (!stop.signal.aborted)
      useImport.setState({ going: { patient: setup.patient.name, size: file.size, sent }, stop });
  };
  show(0);
  let importId: string | undefined;
  try {
    ({ importId } = await request('imports.begin', {
      setup: {
        ...setup,
        templates: [...setup.templates],
        inputLanguages: [...setup.inputLanguages],
      },
      name: file.name.slice(0, 255),
      size: file.size,
    }));
    let told = performance.now();
    for (let sent = 0; sent < file.size; ) {
      if (stop.signal.aborted)
        throw new Failure('refused', 'The import was cancelled.', { detail: 'import-cancelled' });
      const bytes = await readPiece(file.slice(sent, sent + PIECE));
      const piece = { importId, offset: sent, bytes };
      sent = (await patiently(() => request('imports.append', piece))).received;
      show(sent);
      if (performance.now() - told > AWAKE_EVERY) {
        told = performance.now();
        // Somebody waits for this: the vault must not close before the file is in it.
        request('vault.awake').catch(() => {});
      }
    }
    const visit = await request('imports.finish', { importId });
    applyVisit(visit);
    showFinished(visit.id);
    return visit;
  } catch (error) {
    if (importId !== undefined) void request('imports.cancel', { importId }).catch(() => {});
    throw error;
  } finally {
    // After a lock the next import may be under way already.
    if (useImport.getState().stop === stop) useImport.setState(nothing, true);
  }
}

export const cancelImport = () => useImport.getState().stop?.abort();

function forgetImport(): void {
  cancelImport();
  useImport.setState(nothing, true);
}
