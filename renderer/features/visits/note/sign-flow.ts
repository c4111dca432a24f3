/**
 * The way to the signature: first the differences not looked at, then the question. Ctrl+Enter
 * takes it from anywhere on the page.
 */
import { asFailure } from '../../../../shared/failure.ts';
import { leavingIsKept } from './leave-as.ts';
import { beginDraft, leaveAll, useDrafts } from './note-drafts-store.ts';
import {
  askToSign,
  isAsShown,
  openNoteWork,
  sign,
  stillToLookAt,
  stopSigning,
  useNoteWork,
} from './note-versions-store.ts';
import { noteBranch, signedHow } from './versions-format.ts';
import { showSide } from './workplace-store.ts';

export const SIGN_BUTTON = 'sign-note';

/** Undefined where there is nothing to sign. */
export function wayToSign(): (() => void) | undefined {
  const work = useNoteWork.getState();
  const branch = noteBranch(work.state);
  if (!work.state || !branch || work.signing || signedHow(work.state) === 'is') return undefined;
  const [first] = stillToLookAt(work);
  return () => {
    if (!first) return askToSign(useDrafts.getState().drafts[branch.id]?.typed ?? branch.sections);
    showSide('check');
    // After the pane has come to the front.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => document.getElementById(`guard-${first.id}`)?.focus()),
    );
  };
}

/** What is in view is signed: there is nothing to sign. */
export function isSignedInView(): boolean {
  const { state, signing } = useNoteWork.getState();
  return state !== undefined && !signing && signedHow(state) === 'is';
}

/** `unread`: patient and codes are in view only now; the question stays, and is answered again. */
type SignOutcome = 'signed' | 'not-saved' | 'to-look-at' | 'changed' | 'unread';

/**
 * Answers the question with yes. Only what was in view when it was put is signed; otherwise the
 * question goes, and the page shows what stands there now. Throws the core's Failure.
 */
export async function signShown(id: string, signerEntered: boolean): Promise<SignOutcome> {
  // What is read from here on was not in view when the doctor said yes.
  const hadFacts = useNoteWork.getState().shown?.facts !== undefined;
  if (!(await leavingIsKept())) return 'not-saved';
  if (!(await leaveAll(id)).every(Boolean)) return 'not-saved';
  // The words typed last may differ from the transcript.
  await openNoteWork(id);
  if (!hadFacts && useNoteWork.getState().shown?.facts) return 'unread';
  if (!isAsShown(signerEntered)) return endSigning('changed');
  if (stillToLookAt(useNoteWork.getState()).length > 0) return endSigning('to-look-at');
  try {
    await sign();
  } catch (error) {
    if (asFailure(error).detail !== 'changed-since-seen') throw error;
    await openNoteWork(id);
    return endSigning('changed');
  }
  return endSigning('signed');
}

function endSigning(outcome: SignOutcome): SignOutcome {
  stopSigning();
  return outcome;
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
