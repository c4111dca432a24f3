/** Gives the keys of the window what they do on a note. */
import { giveNoteKeys } from '../../common/note-keys.ts';
import { exportOf } from '../export/export-keys.ts';
import { lockSafely } from '../visits/note/note-drafts-store.ts';
import { isSignedInView, wayToEdit, wayToSign } from '../visits/note/sign-flow.ts';

giveNoteKeys({
  sign: wayToSign,
  edit: wayToEdit,
  isSigned: isSignedInView,
  export: exportOf,
  lock: lockSafely,
});
