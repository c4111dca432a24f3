/** The words that may stand in the log as the detail of a failure: ours alone. Any other becomes `other`, for it may have come from outside. */
export const detailWords: ReadonlySet<string> = new Set([
  'address', 'address-insecure', 'address-invalid', 'address-wrong', 'already-finished', 'already-open', 'already-recording', 'already-signed', 'bad_key_length',
  'answer-too-large', 'answer-unreadable', 'body-unreadable', 'brand-invalid', 'cannot-save', 'client-id-invalid', 'clock-wrong', 'closing',
  'committed-twice', 'consultation-gone', 'credentials-refused', 'database-damaged', 'database-migration', 'database-newer', 'database-setting',
  'document-failed', 'document-too-large', 'document-type', 'document-under-way', 'document-unclear', 'document-not-waiting', 'envelope-keys-full', 'envelope-refused', 'envelope-kid-taken', 'failed', 'header', 'kid', 'malformed', 'no-document', 'no-document-upload', 'no-envelope-key', 'payload', 'too-large', 'business-token-refused', 'signed-out',
  'discard-final', 'disk-failing', 'disk-full', 'disk-unknown', 'encoder-failed', 'entry-unknown', 'file-changed', 'file-closed', 'file-empty', 'file-exists',
  'file-format', 'file-missing', 'file-name', 'file-too-large', 'gap-too-long', 'generations-damaged', 'header-damaged', 'import-cancelled',
  'import-under-way', 'init-refused', 'input', 'key-missing', 'key-of-visit-missing', 'key-wrong', 'keychain-denied', 'keychain-locked',
  'keychain-missing', 'length-mismatch', 'no-consultation', 'no-file', 'no-import', 'no-length', 'no-parts', 'no-profile', 'no-such-request', 'no-vault', 'not-found',
  'not-our-page', 'not-prepared', 'not-recording', 'not-sent', 'not-signed-in', 'not-the-platform', 'note-damaged', 'nothing-recorded', 'nothing-to-save',
  'part-changed', 'part-damaged', 'parts-mixed-up', 'passphrase-needed', 'passphrase-short', 'passphrase-wrong', 'path', 'piece-missing',
  'pieces-missing', 'platform-busy', 'platform-ended', 'platform-error', 'platform-failed', 'practice-not-started', 'practice-only',
  'rate-limited', 'record-too-large', 'recovery-code-other', 'recovery-code-wrong', 'refresh-refused', 'request', 'request-refused', 'row-damaged',
  'save-failed', 'secrets-damaged', 'sign-in-needed', 'stale', 'still-recording', 'templates-failed', 'too-late', 'too-long-to-save',
  'transaction-dead', 'transaction-unknown', 'unclear', 'unforeseen', 'upload-address-refused', 'upload-damaged', 'upload-expired',
  'upload-refused', 'usage', 'vault-closed', 'vault-exists', 'vault-open',
]);
