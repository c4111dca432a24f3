/**
 * The way to the signature: first the differences not looked at, then the question. Ctrl+Enter
 * takes it from anywhere on the page.
 */
import { beginDraft } from './note-drafts-store.ts';
import { askToSign, stillToLookAt, useNoteWork } from './note-versions-store.ts';
import { noteBranch, signedHow } from './versions-format.ts';
import { showSide } from './workplace-store.ts';

export const SIGN_BUTTON = 'sign-note';

/** Undefined where there is nothing to sign. */
export function wayToSign(): (() => void) | undefined {
  const work = useNoteWork.getState();
  if (!work.state || !noteBranch(work.state) || work.signing || signedHow(work.state) === 'is')
    return undefined;
  const [first] = stillToLookAt(work);
  return () => {
    if (!first) return askToSign(true);
    showSide('check');
    // After the pane has come to the front.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => document.getElementById(`guard-${first.id}`)?.focus()),
    );
  };
}

/**
 * Undefined where there is no note to edit, or somebody types already: the keys then move about in
 * the field.
 */
export function wayToEdit(): (() => void) | undefined {
  if (document.activeElement?.matches('textarea, input, [contenteditable]')) return undefined;
  const { id, state } = useNoteWork.getState();
  const branch = noteBranch(state);
  return id === undefined || !branch ? undefined : () => beginDraft(id, branch);
}
