/**
 * Audit entries: who did which action with the visits on this computer. Words of ours, never a
 * patient's.
 */

export const auditWords = [
  'log-begun', // also when an earlier one is gone
  'vault-made',
  'vault-opened',
  'vault-locked',
  'vault-refused',
  'vault-recovered',
  'key-added',
  'signed-in',
  'signed-out',
  'visit-started',
  'visit-finished',
  'visit-imported',
  'visit-renamed',
  'visit-discarded',
  'visit-restored',
  'visit-retried',
  'consent-changed',
  'consent-withdrawn',
  'note-received',
  'draft-asked',
  'draft-made', // by this computer, while the platform was out of reach
  'note-read',
  'visit-exported',
  'sound-heard',
  'sound-forgotten',
  'note-edited',
  'speakers-changed',
  'note-signed',
  'patient-corrected',
  'visits-joined',
  'visits-parted',
  'recordings-rearranged',
  'rearranging-undone',
  'note-exported',
  'note-delivered',
  'export-target-changed',
  'sound-erased',
  'visit-erased',
  'user-added',
  'user-changed',
  'user-removed',
  'profile-changed',
  'order-made',
  'order-dispatched',
  'note-added-to',
  'day-list-changed',
  'webhook-registered',
  'webhook-removed',
  'receiver-switched',
  'platform-changed',
  'template-changed',
  'document-asked',
  'platform-read',
  'visit-archived',
  'visit-cancelled',
  'document-sent',
  'document-read',
  'document-removed',
  'document-exported',
  'document-erased',
  'envelope-key-added',
  'envelope-key-used',
  'envelope-key-removed',
  'envelope-families-changed',
  'codes-decided',
  'codes-taken-back',
  'words-marked',
  'favourites-forgotten',
  'code-list-imported',
  'own-list-changed',
  'terminology-server-changed',
  'engines-changed',
  'settings-changed',
  'audit-read',
  'diagnostics-read',
  'damage-found', // the log itself is not what was written
] as const;
export type AuditWord = (typeof auditWords)[number];

export type AuditEntry = {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly what: AuditWord;
  /** A name for the visit that only this vault can connect with it. */
  readonly visit?: string | undefined;
  /**
   * The account in use when a person did it; `scriba` for what Scriba did by itself; `locked`
   * before the vault was open.
   */
  readonly who: string;
};
