/** Erases what was kept for as long as the settings allow (P27). */
import type { Notify } from '../../shared/contract/contract.ts';
import { DAY } from '../../shared/time.ts';
import type { PatientDocuments } from '../features/clinic/documents/documents.ts';
import type { Day } from '../features/day/day.ts';
import type { Recordings } from '../features/recordings/recordings.ts';
import type { Log } from '../infrastructure/log/log.ts';
import type { Ports } from '../infrastructure/ports.ts';
import type { Store } from '../infrastructure/store/store.ts';
import type { Vault } from '../infrastructure/vault/vault.ts';
import type { Auditor } from './audit.ts';
import { removeOldCopies } from './recovery/database-copies.ts';

export type ExpiryDeps = {
  readonly ports: Pick<Ports, 'disk' | 'folder'>;
  readonly store: Store;
  readonly vault: Pick<Vault, 'rows'>;
  readonly recordings: Pick<Recordings, 'expire'>;
  readonly documents: Pick<PatientDocuments, 'expire'>;
  readonly day: Pick<Day, 'expire'>;
  readonly auditor: Pick<Auditor, 'add'>;
  readonly log: Pick<Log, 'note'>;
  readonly notify: Notify;
};

const YEAR = 365 * DAY;

/** `now`: a time that can be trusted; milliseconds since 1970. */
export function expireOld(deps: ExpiryDeps, now: number): void {
  const { ports, store, vault, recordings, documents, day, auditor, log, notify } = deps;
  const { privacy } = store.settings.get();
  const { keepAudioDays, keepNotesDays } = privacy;
  const { sound, visits } = recordings.expire({ now, keepAudioDays, keepNotesDays });
  for (const id of sound) auditor.add('sound-erased', id, 'scriba');
  for (const id of visits) auditor.add('visit-erased', id, 'scriba');
  if (sound.length > 0) log.note('sound-erased', { count: sound.length });
  if (visits.length > 0) log.note('visits-erased', { count: visits.length });
  for (const id of visits) notify('visits.gone', { id });
  const papers = documents.expire(now, keepNotesDays);
  for (const id of papers) auditor.add('document-erased', id, 'scriba');
  if (papers.length > 0) store.compact();
  day.expire();
  store.audit.forgetBefore(now - YEAR);
  removeOldCopies({
    disk: ports.disk,
    folder: ports.folder,
    store,
    seal: vault.rows,
    now,
    privacy,
    erased: visits.length + papers.length,
  });
}
