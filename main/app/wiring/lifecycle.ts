/**
 * Registers every part that starts something, holds patient data or has to be closed, in the order
 * in which they start. They lock and stop in the same order, from what begins work to what it rests
 * on: timers, work, keys, store.
 */
import { asFailure } from '../../../shared/failure.ts';
import type { Lifecycle, Part } from '../lifecycle.ts';
import { createRecovery } from '../recovery/recover.ts';
import type { AppParts } from './parts.ts';

export function registerParts(lifecycle: Lifecycle, parts: AppParts): void {
  for (const part of [
    ...recoveringParts(parts),
    ...sendingParts(parts),
    ...timedParts(parts),
    ...workingParts(parts),
    ...codingParts(parts),
    ...deliveringParts(parts),
    ...searchParts(parts),
    ...desktopParts(parts),
    ...foundationParts(parts),
  ])
    lifecycle.add(part);
  lifecycle.complete();
}

/**
 * A failed recovery keeps what could send or erase from starting: discarded visits would be sent,
 * notes erased that came back.
 */
const RECOVERED = ['recordings', 'set-aside'];

function recoveringParts({ core, platform, recordings: { recordings } }: AppParts): Part[] {
  const { log } = core;
  const recovery = createRecovery({ ...core, recordings });
  return [
    // Without a start of its own: `account` opens the sign-in last, and this timer ends first.
    { name: 'sign-in-retry', of: [platform.signIn], ...endsBoth(platform.signIn.stop) },
    {
      name: 'recordings',
      of: [recordings],
      vital: true,
      start: recovery.recoverRecordings,
      // No lock: a recording in progress goes on with keys that can only write (P12).
      stop: recordings.pageLost,
      pageLost: recordings.pageLost,
    },
    { name: 'set-aside', vital: true, requires: ['recordings'], start: recovery.mergeSetAside },
    {
      name: 'audit-log',
      start() {
        try {
          recovery.beginAudit();
        } catch (error) {
          const { code, detail } = asFailure(error);
          log.note('audit-failed', { code, ...(detail !== undefined && { detail }) });
        }
      },
    },
  ];
}

function sendingParts({ outbox: { outbox }, platform: { platform }, local }: AppParts): Part[] {
  const { soundStreams } = platform;
  return [
    {
      name: 'outbox',
      of: [outbox],
      vital: true,
      requires: RECOVERED,
      start: outbox.start,
      // The outbox ends by itself; the keys that it holds are overwritten with the vault.
      lock: () => void outbox.stop(),
      stop: outbox.stop,
      // Until then what stops before it may still hand it work.
      after: { stop: 'delivery' },
      idle: outbox.idle,
    },
    {
      name: 'sound-streams',
      of: soundStreams ? [soundStreams] : [],
      // Connections that stand carry sound of patients, and one that waits for its end would keep
      // the outbox waiting.
      ...endsBoth(() => soundStreams?.close()),
      after: { stop: 'outbox' },
      stopsBesidePrevious: true,
    },
    {
      name: 'hearing',
      of: [local.hearing],
      start: local.hearing.start,
      // The recording goes on with keys that can only write: it is heard again from the unlock on.
      ...endsBoth(local.hearing.stop),
      after: { stop: 'sound-streams' },
      stopsBesidePrevious: true,
    },
    {
      name: 'fallback',
      of: [local.fallback],
      start: local.fallback.start,
      ...endsBoth(local.fallback.stop),
      after: { stop: 'hearing' },
      stopsBesidePrevious: true,
      idle: local.fallback.idle,
    },
    {
      name: 'engines',
      of: [local.engines],
      // Calls that stand carry sound and words of patients, and the outbox would wait for them.
      ...endsBoth(local.engines.stop),
      after: { stop: 'fallback' },
      stopsBesidePrevious: true,
    },
  ];
}

/**
 * Timed parts start late, for a timer may lock or erase; they end first, so that no timer fires
 * while the others end.
 */
function timedParts({ privacy: { autoLock, retention, powerLock } }: AppParts): Part[] {
  return [
    {
      name: 'auto-lock',
      of: [autoLock],
      vital: true,
      start: autoLock.start,
      ...endsBoth(autoLock.stop),
      after: { lock: 'sign-in-retry', stop: 'sign-in-retry' },
    },
    {
      name: 'retention',
      of: [retention],
      vital: true,
      requires: RECOVERED,
      start: retention.start,
      ...endsBoth(retention.stop),
      after: { lock: 'auto-lock', stop: 'auto-lock' },
    },
    // Hears of the computer's sleep also while the vault is locked, when it has nothing to do.
    { name: 'power', of: [powerLock], stop: powerLock.stop, after: { stop: 'retention' } },
  ];
}

function workingParts({ outbox, clinic, recordings, coding }: AppParts): Part[] {
  const { additionalDocuments } = outbox;
  const { webhooks } = clinic;
  const { imports } = recordings;
  const { codeLists, ownList } = coding;
  return [
    {
      name: 'webhooks',
      of: [webhooks],
      start: () => void webhooks.open(),
      lock: () => void webhooks.close(),
      stop: webhooks.close,
      // An event wakes the outbox: the door shuts while the outbox stops, and locks with what takes
      // things in.
      after: { lock: 'imports', stop: 'outbox' },
      stopsBesidePrevious: true,
    },
    {
      name: 'additional-documents',
      of: [additionalDocuments],
      start: additionalDocuments.start,
      ...endsBoth(additionalDocuments.stop),
      // Locking waits for no file that is being taken in; the end of Scriba does.
      after: { stop: 'terminology' },
    },
    {
      name: 'imports',
      of: [imports],
      lock: () => void imports.cancelAll(),
      stop: imports.cancelAll,
      pageLost: () => void imports.cancelAll(),
    },
    {
      name: 'code-lists',
      of: [codeLists, ownList],
      // No lock: lists of codes hold no patient.
      stop: codeLists.close,
      stopsBesidePrevious: true,
      pageLost() {
        codeLists.pageLost();
        ownList.pageLost();
      },
      idle: codeLists.idle,
    },
  ];
}

/** Coding parts remember words of notes, to link them faster; spelling knows names. */
function codingParts({ coding, spelling, platform: { platform } }: AppParts): Part[] {
  const { codify, desk, terminology, terminologyServer, platformLinker } = coding;
  return [
    { name: 'codify', of: [codify, platformLinker], lock: codify.forget },
    { name: 'desk', of: [desk], lock: desk.forget },
    {
      name: 'spelling',
      of: [spelling.spelling, spelling.ownWords],
      lock: spelling.spelling.forget,
    },
    {
      name: 'terminology',
      of: [terminology],
      lock: terminology.forget,
      stop: terminology.close,
    },
    {
      name: 'terminology-server',
      of: [terminologyServer],
      endsNothing:
        'Remembers the address of a value set for each list of codes, and no word of a note.',
    },
    { name: 'symptoms', of: [platform.symptoms], lock: platform.symptoms.forget },
  ];
}

function deliveringParts({ clinic: { documents }, delivery: { delivery } }: AppParts): Part[] {
  return [
    {
      name: 'documents',
      of: [documents],
      start: documents.start,
      ...endsBoth(documents.stop),
      pageLost: documents.pageLost,
    },
    {
      name: 'delivery',
      of: [delivery],
      start: delivery.start,
      ...endsBoth(delivery.stop),
      idle: delivery.idle,
    },
  ];
}

/** Shows the state also while the vault is locked, without initials. */
/** Begins after what repairs and merges visits, so that each is indexed as it stands then. */
function searchParts({ search: { search, damagedRows }, day: { day } }: AppParts): Part[] {
  return [
    {
      name: 'day',
      of: [day],
      // The list of yesterday goes with the first unlock of the day, and by the retention's timer.
      start: day.expire,
      endsNothing: 'Keeps no patient in memory: the list is opened anew for each request.',
    },
    {
      name: 'search',
      of: [search],
      start: search.start,
      ...endsBoth(search.stop),
      idle: search.idle,
    },
    {
      name: 'damaged-rows',
      of: [damagedRows],
      start: damagedRows.start,
      ...endsBoth(damagedRows.stop),
    },
  ];
}

function desktopParts({ desktop: { desktop } }: AppParts): Part[] {
  return [
    {
      name: 'desktop',
      of: [desktop],
      start: desktop.start,
      lock: desktop.lock,
      stop: desktop.stop,
      pageLost: desktop.pageLost,
    },
  ];
}

/** The keys are overwritten after everything that uses them, and the store closes last. */
function foundationParts({ core, platform, outbox }: AppParts): Part[] {
  const { vault, store, notices, folderMark } = core;
  const { account, envelopeKeys } = platform.platform;
  const { newerOnPlatform } = outbox;
  return [
    {
      name: 'account',
      of: [account, envelopeKeys],
      vital: true,
      start: () => platform.signIn.open(outbox.outbox.wake),
      ...endsBoth(account.close),
    },
    {
      name: 'folder-mark',
      of: [folderMark],
      // A keychain may take its time; nothing waits for it.
      start: () => void folderMark.start(),
      ...endsBoth(folderMark.stop),
    },
    {
      name: 'newer-on-platform',
      of: [newerOnPlatform],
      // The platform is asked beside everything else.
      start: () => void newerOnPlatform.start(),
      ...endsBoth(newerOnPlatform.stop),
    },
    { name: 'vault', of: [vault], ...endsBoth(vault.close) },
    { name: 'store', of: [store], stop: store.close },
    { name: 'notices', of: [notices], stop: notices.close },
  ];
}

const endsBoth = (end: () => void) => ({ lock: end, stop: end });
