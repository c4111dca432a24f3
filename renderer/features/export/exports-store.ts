/** Exports of the visit in view: what became of each, what is lacking, and the deed under way. It goes on by itself once what lacked was entered. */

import type { Bridge } from '../../../shared/contract/contract.ts';
import { asFailure, type Failure } from '../../../shared/failure.ts';
import type {
  ExportTargets,
  Receipt,
  UnmetRequirement,
} from '../../../shared/model/export/exports.ts';
import type { NoteState, Signed } from '../../../shared/model/note/note-versions.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import type { Patient } from '../../../shared/model/visit.ts';
import { createStore } from '../../common/store-registry.ts';
import { request } from '../../common/stores/core.ts';
import { takeFile } from '../../common/stores/download-file.ts';
import { isLocked } from '../../common/stores/locked.ts';
import { changeSettings } from '../../common/stores/settings.ts';
import { flushAll } from '../visits/note/note-drafts-store.ts';
import { correctPatient, useVisits } from '../visits/visits-store.ts';
import { copyRich } from './copy-rich.ts';
import { type Deed, goesAsDraft, type Said, saidOfSaved, saidOfSent } from './export-format.ts';

/** `sign`: it has to be signed first. */
export type Outcome = { readonly at: number; readonly deed: Deed; readonly draft: boolean } & (
  | { readonly said: Said }
  | { readonly failure: Failure }
  | { readonly sign: 'first' | 'again' }
);

type Work = {
  readonly id?: string | undefined;
  readonly note?: NoteState | undefined;
  /** The newest signature, with what was signed. */
  readonly signed?: Signed | undefined;
  readonly receipts: readonly Receipt[];
  readonly targets?: ExportTargets | undefined;
  readonly busy?: Deed | undefined;
  readonly outcome?: Outcome | undefined;
  /** What is lacking before this deed can be done. */
  readonly asking?:
    | { readonly deed: Deed; readonly lacks: readonly UnmetRequirement[] }
    | undefined;
  /** An answer for another visit, or from before a lock, is dropped. */
  readonly turn: number;
};
const empty = {
  id: undefined,
  note: undefined,
  signed: undefined,
  receipts: [],
  targets: undefined,
  busy: undefined,
  outcome: undefined,
  asking: undefined,
};
export const useExports = createStore<Work>(
  'exports',
  { ...empty, turn: 1 },
  { connect: connectExports, reset: () => forgetExports() },
);

/** Nothing of a patient stays in the page (P12). */
export const forgetExports = () =>
  useExports.setState(({ turn }) => ({ ...empty, turn: turn + 1 }));
const set = (turn: number, part: Partial<Work>) =>
  void (useExports.getState().turn === turn && !isLocked() && useExports.setState(part));
const isMine = (id: string) => useExports.getState().id === id && !isLocked();

export function connectExports(bridge: Bridge): void {
  bridge.on('exports.changed', ({ id }) => void (isMine(id) && look(id)));
  bridge.on('notes.changed', ({ id }) => void (isMine(id) && look(id)));
  bridge.on('visits.changed', ({ id }) => void (isMine(id) && look(id)));
}

/** For as long as its note is in view. */
export async function openExports(id: string): Promise<void> {
  if (useExports.getState().id !== id) forgetExports();
  useExports.setState({ id });
  await look(id);
}

/** What cannot be read now stays as it was: the deed itself says what is wrong. */
async function look(id: string): Promise<void> {
  const { turn } = useExports.getState();
  await Promise.allSettled([
    request('exports.list', { id }).then((receipts) => set(turn, { receipts })),
    request('exports.targets.get').then((targets) => set(turn, { targets })),
    lookAtNote(id, turn),
  ]);
}
async function lookAtNote(id: string, turn: number): Promise<void> {
  const note = await request('notes.versions', { id });
  const [signed] = note.signed ? await request('notes.signed', { id }) : [];
  set(turn, { note, signed });
}

/** One at a time. Asks for what is lacking; else does it. */
export async function run(deed: Deed): Promise<void> {
  const { id, busy, note, turn } = useExports.getState();
  if (id === undefined || busy !== undefined || note === undefined) return;
  const draft = note.signed === undefined;
  const end = (outcome: Partial<Outcome>) =>
    set(turn, { outcome: { at: Date.now(), deed, draft, ...outcome } as Outcome });
  if (draft && !goesAsDraft(deed)) return end({ sign: 'first' });
  useExports.setState({ busy: deed, outcome: undefined, asking: undefined });
  try {
    // A draft leaves as it stands in the editor.
    await flushAll();
    const lacks = deed.kind === 'copy' ? [] : await lacksOf(id, deed, draft);
    if (lacks.length > 0)
      return lacks.some(({ place }) => place === 'sign')
        ? end({ sign: 'again' })
        : set(turn, { asking: { deed, lacks } });
    end({ said: await perform(id, deed, draft) });
  } catch (error) {
    const failure = asFailure(error);
    const sign =
      failure.detail === 'not-signed'
        ? ('first' as const)
        : failure.detail === 'signed-for-other'
          ? ('again' as const)
          : undefined;
    end(sign ? { sign } : { failure });
  } finally {
    set(turn, { busy: undefined });
    void look(id);
  }
}

const lacksOf = (id: string, deed: Exclude<Deed, { kind: 'copy' }>, draft: boolean) =>
  request('exports.missing', {
    id,
    ...(deed.kind === 'send'
      ? { target: deed.target }
      : { form: deed.form, ...(deed.flavour && { flavour: deed.flavour }) }),
    ...(draft && { draft }),
  });

async function perform(id: string, deed: Deed, draft: boolean): Promise<Said> {
  const asDraft = draft ? { draft } : {};
  switch (deed.kind) {
    case 'copy': {
      const { receipt, copied, html, text } = await request('exports.copy', {
        id,
        ...(deed.section !== undefined && { section: deed.section }),
        ...asDraft,
      });
      if (copied || (await copyRich(html, text)))
        return { key: deed.section === undefined ? 'copied' : 'copiedSection', tone: 'done' };
      await request('exports.uncopied', { receipt: receipt.id });
      return { key: 'notCopied', tone: 'trouble' };
    }
    case 'save': {
      const { saved } = await request('exports.save', {
        id,
        form: deed.form,
        ...(deed.flavour && { flavour: deed.flavour }),
        ...asDraft,
      });
      if (saved.how === 'download') takeFile(saved.ticket);
      return saidOfSaved(saved.how);
    }
    case 'send': {
      const since = Date.now();
      return saidOfSent(
        deed.target,
        await request('exports.send', {
          id,
          target: deed.target,
          ...(deed.again && { again: true }),
        }),
        since,
      );
    }
  }
}

export const stopAsking = () => useExports.setState({ asking: undefined });

export type Entered = {
  readonly patient?: Patient | undefined;
  readonly profile?: Settings['exportProfile'] | undefined;
};
/**
 * Puts what was lacking where it belongs; a signed note is signed again, as that is part of it, and the deed goes on. Where the note is no longer what
 * the doctor signed, they look at it first. Throws the Failure of what was refused; what was entered before that stays entered.
 */
export async function enter({ patient, profile }: Entered): Promise<void> {
  const { id, asking, note, turn } = useExports.getState();
  const visit = useVisits.getState().list.find((one) => one.id === id);
  if (id === undefined || !asking || !visit || !note) return;
  const changedBefore = note.signed?.changedSince === true;
  if (profile) await changeSettings({ exportProfile: profile });
  if (patient) await correctPatient(visit, patient);
  const stands = note.signed === undefined || (!changedBefore && (await signAgain(id)));
  await lookAtNote(id, turn);
  if (stands) return run(asking.deed);
  set(turn, {
    asking: undefined,
    outcome: { at: Date.now(), deed: asking.deed, draft: false, sign: 'again' },
  });
}

/** The same words under the same name once more. False: something in it was never looked at, so that the doctor has to. */
async function signAgain(id: string): Promise<boolean> {
  const [[last], note] = await Promise.all([
    request('notes.signed', { id }),
    request('notes.versions', { id }),
  ]);
  const branch = note.branches.find((one) => one.id === note.note);
  if (!last || !branch || branch.id !== last.branch || note.hindrances.length > 0) return false;
  const differences = await request('notes.checks', {
    id,
    branch: branch.id,
    version: branch.head,
  });
  if (!differences.every((one) => last.looked.includes(one.id))) return false;
  await request('notes.sign', {
    id,
    branch: branch.id,
    version: branch.head,
    looked: differences.map((one) => one.id),
  });
  return true;
}

/** One that waits or failed, now. Throws its Failure. */
export const retryExport = async (receipt: string): Promise<void> =>
  place(await request('exports.retry', { receipt }));
export const giveUpExport = async (receipt: string): Promise<void> =>
  place(await request('exports.giveUp', { receipt }));
const place = (receipt: Receipt) =>
  void (
    isMine(receipt.visitId) &&
    useExports.setState(({ receipts }) => ({
      receipts: receipts.map((one) => (one.id === receipt.id ? receipt : one)),
    }))
  );
