/** Remedies for a visit that needs a person, by its reason: a table that grows with the reasons. */
import type { Visit } from '../../../../shared/model/visit.ts';
import { waits } from './visit-format.ts';

/**
 * `engines`: the engines of this computer. `retry`: ask again. `save`: take everything of it out as a file. `account`: sign in, or mend the
 * address. `key`: put the lost key back. `help`: the diagnostics, for whoever helps.
 */
export type Remedy = 'retry' | 'save' | 'account' | 'engines' | 'key' | 'help';

/** For reasons without a row. */
const otherwise: readonly Remedy[] = ['retry', 'save'];

/**
 * Codes of `trouble` under which a visit waits for a person; the first remedy is the one that most
 * likely helps.
 */
const table: Readonly<Record<string, readonly Remedy[]>> = {
  other: otherwise,
  'templates-failed': ['retry', 'save'],
  'platform-ended': ['retry', 'save'],
  'platform-failed': ['retry', 'save'],
  'nothing-heard': ['retry', 'save'],
  'no-speech-engine': ['engines', 'retry', 'save'],
  'sound-not-heard-here': ['save'],
  'engine-language': ['engines', 'retry', 'save'],
  'speech-model': ['retry', 'save'],
  'speech-model-unlisted': ['engines', 'retry', 'save'],
  'recogniser-failed': ['retry', 'save'],
  'engine-token': ['engines', 'retry', 'save'],
  'engine-unknown': ['engines', 'retry', 'save'],
  'engine-refused': ['retry', 'engines', 'save'],
  'engine-redirect': ['engines', 'retry', 'save'],
  'engine-unreachable': ['retry', 'engines', 'save'],
  'engine-slow': ['retry', 'save'],
  'engine-busy': ['retry', 'save'],
  'engine-answer': ['retry', 'engines', 'save'],
  conflict: ['retry', 'save'],
  'dead-again': ['retry', 'save', 'help'],
  'perhaps-sent': ['retry', 'save', 'help'],
  'transaction-unknown': ['retry', 'save'],
  'init-refused': ['retry', 'save'],
  'request-refused': ['retry', 'save', 'help'],
  'too-large': ['save', 'retry'],
  'upload-refused': ['retry', 'save'],
  'upload-address-refused': ['help', 'retry', 'save'],
  'upload-expired': ['retry', 'save'],
  'not-found': ['retry', 'save'],
  'disk-full': ['retry', 'save'],
  // Asking again reads the same damaged files; what can be read of them is saved all the same.
  'recording-damaged': ['save', 'help'],
  'nothing-recorded': [],
  'encoder-failed': ['retry', 'save', 'help'],
  'not-prepared': ['retry', 'save'],
  'upload-damaged': ['retry', 'save'],
  'part-damaged': ['retry', 'save'],
  'part-changed': ['retry', 'save'],
  'parts-mixed-up': ['retry', 'save'],
  'parts-too-long': ['retry', 'save'],
  'parts-not-plain': ['retry', 'save'],
  'import-too-long': ['account', 'save'],
  'import-not-streamed': ['account', 'save'],
  'no-parts': ['retry', 'save'],
  'file-missing': ['retry', 'help'],
  'committed-twice': ['retry', 'help'],
  'key-of-visit-missing': ['key'],
  'address-invalid': ['account', 'save'],
  'address-insecure': ['account', 'save'],
  'address-wrong': ['account', 'save'],
  'brand-invalid': ['account', 'save'],
  'credentials-refused': ['account', 'save'],
};

export const knownTroubles = Object.keys(table);

/** Returns none where nothing stands in the visit's way, or nothing helps. */
export function remediesFor(visit: Visit): readonly Remedy[] {
  if (visit.locked || visit.hold === 'locked') return ['key'];
  if (visit.hold === 'sign-in') return ['account', 'retry'];
  if (visit.state === 'attention') return table[visit.trouble?.code ?? 'other'] ?? otherwise;
  return waits(visit) ? ['retry'] : [];
}
