/**
 * Wires what every feature rests on: notices, vault, store, log, audit, and visits as the page sees
 * them.
 */
import path from 'node:path';
import { type Listen, type Notify, requests } from '../../../shared/contract/contract.ts';
import type { Policy } from '../../../shared/model/policy.ts';
import { keptAddress } from '../../features/account/account.ts';
import { createLog, type Log } from '../../infrastructure/log/log.ts';
import type { Ports } from '../../infrastructure/ports.ts';
import { openStore } from '../../infrastructure/store/recovery/set-aside.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import { createVault } from '../../infrastructure/vault/vault.ts';
import { createAuditor } from '../audit.ts';
import { createHealth, policyNotice } from '../health.ts';
import { governSettings } from '../policy/govern-settings.ts';
import { tellOfLoss } from '../recovery/data-loss-notice.ts';
import { createFolderMark } from '../recovery/folder-mark.ts';
import { countAsPerhapsSent } from '../recovery/perhaps-sent.ts';
import { type NoticeListener, tellAll } from '../tell-all.ts';
import { createVisits } from '../visits.ts';
import { sessionsUsed } from './sessions-used.ts';

export type Core = ReturnType<typeof wireCore>;

/** Throws what `openStore` throws. */
export function wireCore(ports: Ports) {
  const { profile, folder, clock, random, disk, openKeyStore, policy } = ports;
  const log = createLog({ lines: ports.log, clock, requests: Object.keys(requests) });
  const notices = createNotices(log);
  const { notify } = notices;
  disk.makeFolder(folder);
  const vault = createVault({ folder, disk, random, openKeyStore, profile });
  const health = createHealth(notify);
  const opened = openStore({ file: path.join(folder, 'scriba.db'), seal: vault.rows, clock });
  const store: Store = { ...opened.store, settings: governSettings(opened.store.settings, policy) };
  health.set('policy-wrong', policyNotice(policy));
  const hasVault = vault.state().state !== 'none';
  tellOfLoss({ ...opened, health, clock, hasVault });
  // Visits of the lost database may have gone by either protocol (contract 11): both are asked from
  // now on.
  if (opened.setAside || (opened.anew && hasVault)) sessionsUsed(store.values).set();
  const folderMark = createFolderMark({
    values: store.values,
    secrets: vault.secrets,
    health,
    clock,
    older: () => countAsPerhapsSent(store),
  });
  notices.listen(folderMark.heard);
  if (policy) logPolicy(log, policy);
  const auditor = createAuditor({
    audit: store.audit,
    clock,
    log,
    account: () => keptAddress(store.values).clientId,
    pseudonym: (id) => vault.keys().reference(['visit', id]).slice(0, 12),
  });
  const visits = createVisits({ store, notify, log, auditor });
  return { ports, notices, notify, vault, health, folderMark, store, log, auditor, visits };
}

/** Counts alone: how many sections are in force, and how many places are wrong or unknown. */
function logPolicy(log: Pick<Log, 'note'>, policy: Policy): void {
  const { file: _file, organisation: _organisation, problems, ...sections } = policy;
  log.note('policy-applied', { count: Object.keys(sections).length });
  if (problems.length > 0) log.note('policy-wrong', { count: problems.length });
}

export type Notices = {
  readonly notify: Notify;
  readonly listen: Listen;
  close(): void;
};

function createNotices(log: Pick<Log, 'note'>): Notices {
  const listeners = new Set<NoticeListener>();
  return {
    notify: (name, payload) => tellAll(listeners, log, name, payload),
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => listeners.clear(),
  };
}
