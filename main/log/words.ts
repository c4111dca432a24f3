/** The words that may stand in the log as the detail of a failure: ours alone. Any other becomes `other`, for it may have come from outside. */
export const detailWords: ReadonlySet<string> = new Set([
  'address', 'address-insecure', 'address-invalid', 'address-wrong', 'already-finished', 'already-open', 'already-recording', 'already-signed',
  'answer-too-large', 'answer-unreadable', 'body-unreadable', 'brand-invalid', 'cannot-save', 'client-id-invalid', 'clock-wrong', 'closing',
  'business-token-refused', 'committed-twice', 'consultation-gone', 'credentials-refused', 'database-damaged', 'database-migration', 'database-newer', 'database-setting',
  'discard-final', 'disk-failing', 'disk-full', 'disk-unknown', 'encoder-failed', 'entry-unknown', 'export-code', 'export-control', 'export-doctor-name', 'export-empty', 'export-form', 'export-invalid', 'export-patient-name', 'export-record-number', 'export-registration', 'file-changed', 'file-closed', 'file-empty', 'file-exists',
  'file-format', 'file-missing', 'file-name', 'file-too-large', 'gap-too-long', 'generations-damaged', 'header-damaged', 'import-cancelled',
  'import-under-way', 'init-refused', 'input', 'key-missing', 'key-of-visit-missing', 'key-wrong', 'keychain-denied', 'keychain-locked',
  'keychain-missing', 'length-mismatch', 'no-browser', 'no-consultation', 'no-file', 'no-import', 'no-length', 'no-parts', 'no-profile', 'no-such-request', 'no-vault', 'not-found',
  'not-our-page', 'not-prepared', 'not-recording', 'not-sent', 'not-signed-in', 'not-the-platform', 'note-damaged', 'nothing-recorded', 'nothing-to-save',
  'part-changed', 'part-damaged', 'parts-mixed-up', 'passphrase-needed', 'passphrase-short', 'passphrase-wrong', 'path', 'piece-missing',
  'pieces-missing', 'platform-busy', 'platform-ended', 'platform-error', 'platform-failed', 'practice-not-started', 'practice-only', 'print-failed',
  'rate-limited', 'record-too-large', 'recovery-code-other', 'recovery-code-wrong', 'refresh-refused', 'request', 'request-refused', 'row-damaged',
  'save-failed', 'secrets-damaged', 'sign-in-needed', 'stale', 'still-recording', 'templates-failed', 'too-late', 'too-long-to-save',
  'transaction-dead', 'transaction-unknown', 'unclear', 'unforeseen', 'upload-address-refused', 'upload-damaged', 'upload-expired',
  'upload-refused', 'usage', 'vault-closed', 'vault-exists', 'vault-open',
  'admission-id', 'no-admission', 'no-business', 'no-order', 'no-profile-there', 'no-user', 'order-dispatched', 'order-refused', 'order-unclear', 'profile-of-another', 'user-unclear',
  'endpoint-not-public', 'no-note', 'ontology-unlisted', 'port-busy', 'port-refused', 'terms-too-long', 'too-many-additions', 'webhook-refused',
]);
