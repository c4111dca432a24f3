/** Hands a note over as a file. */
import type { Input, Output } from '../../../shared/contract/contract.ts';
import { Failure } from '../../../shared/failure.ts';
import { checkAllowed } from './allowed.ts';
import { sha256 } from './digest.ts';
import { type DeliveryState, newRow, presentOne, storeRow } from './state.ts';

/**
 * Throws Failure `missing` / `cannot-save`, `refused` / `draft-form`, `set-by-organisation`, and
 * what `Sources` and the host's `save` throw.
 */
export async function saveFile(
  state: DeliveryState,
  { id, form, flavour = 'r4', draft = false }: Input<'exports.save'>,
): Promise<Output<'exports.save'>> {
  const { deps, sources, queue } = state;
  if (!deps.save)
    throw new Failure('missing', 'This Scriba cannot save files.', {
      detail: 'cannot-save',
    });
  checkAllowed(deps.policy, 'file', form);
  if (draft && form !== 'pdf')
    throw new Failure(
      'refused',
      'A draft can only be copied or saved as PDF. Sign the note, then export it in this form.',
      { detail: 'draft-form' },
    );
  const source = sources.of(id, draft);
  const { bytes, contentType } = await sources.content(source, form, {
    target: 'file',
    where: '',
    flavour,
  });
  const file = sources.fileName(source, form, flavour);
  const row = storeRow(
    state,
    newRow(state, source, 'file', {
      form,
      ...(form === 'fhir' && { flavour }),
      file,
      sha256: sha256(bytes),
    }),
  );
  const forget = () => {
    deps.store.exports.remove(row.id);
    deps.changed(id);
  };
  const saved = await deps.save(file, contentType, once(bytes)).catch((error: unknown) => {
    forget();
    throw error;
  });
  if (saved.how === 'cancelled') {
    forget();
    return { saved };
  }
  const done = queue.patch(row.id, { state: 'done', attempts: 1, doneAt: deps.clock.now() });
  return { saved, receipt: presentOne(state, done ?? row) };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
