/**
 * Exports of the visit in view: receipts, the action under way, and what is missing for it. Once
 * that is entered, the action goes on by itself.
 */
import type { Bridge, Input } from '../../../shared/contract/contract.ts';
import { asFailure, type Failure } from '../../../shared/failure.ts';
import type {
  ExportTargets,
  Receipt,
  UnmetRequirement,
} from '../../../shared/model/export/exports.ts';
import { certainOf } from '../../../shared/model/note/checks.ts';
import type { NoteState, Signed } from '../../../shared/model/note/note-versions.ts';
import { mayLeave } from '../../../shared/model/policy-rules.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import type { Patient } from '../../../shared/model/visit.ts';
import { createStore } from '../../common/store-registry.ts';
import { request } from '../../common/stores/core.ts';
import { takeFile } from '../../common/stores/download-file.ts';
import { isLocked } from '../../common/stores/locked.ts';
import { useSession } from '../../common/stores/session.ts';
import { changeSettings, useSettings } from '../../common/stores/settings.ts';
import { flushAll } from '../visits/note/note-drafts-store.ts';
import { correctPatient, useVisits } from '../visits/visits-store.ts';
import { copyRich } from './copy-rich.ts';
import {
  allowedTargets,
  type ExportAction,
  type ExportMessage,
  isAllowedAsDraft,
  messageForSaved,
  messageForSent,
  targetOf,
} from './export-format.ts';

/** Result of the last action. `sign`: the note must be signed first, or again. */
export type Outcome = {
  readonly at: number;
  readonly action: ExportAction;
  readonly draft: boolean;
} & (
  | { readonly message: ExportMessage }
  | { readonly failure: Failure }
  | { readonly sign: 'first' | 'again' }
);

type ExportState = {
  readonly id?: string | undefined;
  readonly note?: NoteState | undefined;
  /** The newest signature, with what was signed. */
  readonly signed?: Signed | undefined;
  readonly receipts: readonly Receipt[];
  readonly targets?: ExportTargets | undefined;
  /** The action under way. */
  readonly busy?: ExportAction | undefined;
  readonly outcome?: Outcome | undefined;
  /** The requirements that must be met before this action can be done. */
  readonly missing?:
    | { readonly action: ExportAction; readonly requirements: readonly UnmetRequirement[] }
    | undefined;
  /** Somebody is asked where notes go, since nothing is set up. */
  readonly setUp?: { readonly busy: boolean; readonly problem?: Failure } | undefined;
  /** Counts up with each visit and each lock: an answer to an earlier one is dropped. */
  readonly generation: number;
};
const empty = {
  id: undefined,
  note: undefined,
  signed: undefined,
  receipts: [],
  targets: undefined,
  busy: undefined,
  outcome: undefined,
  missing: undefined,
  setUp: undefined,
};
export const useExports = createStore<ExportState>(
  'exports',
  { ...empty, generation: 1 },
  { connect: connectExports, reset: () => forgetExports() },
);

/** Leaves nothing of a patient in the page (P12). */
export const forgetExports = () =>
  useExports.setState(({ generation }) => ({ ...empty, generation: generation + 1 }));
function setIfCurrent(generation: number, part: Partial<ExportState>): void {
  if (useExports.getState().generation === generation && !isLocked()) useExports.setState(part);
}
const isOpen = (id: string) => useExports.getState().id === id && !isLocked();

export function connectExports(bridge: Bridge): void {
  const refreshIfOpen = ({ id }: { readonly id: string }) => {
    if (isOpen(id)) void refresh(id);
  };
  bridge.on('exports.changed', refreshIfOpen);
  bridge.on('notes.changed', refreshIfOpen);
  bridge.on('visits.changed', refreshIfOpen);
}

/** For as long as the note is in view. */
export async function openExports(id: string): Promise<void> {
  if (useExports.getState().id !== id) forgetExports();
  useExports.setState({ id });
  await refresh(id);
}

/** A part that cannot be read stays as it was: the next action shows the failure. */
async function refresh(id: string): Promise<void> {
  const { generation } = useExports.getState();
  await Promise.allSettled([
    request('exports.list', { id }).then((receipts) => setIfCurrent(generation, { receipts })),
    request('exports.targets.get').then((targets) => setIfCurrent(generation, { targets })),
    refreshNote(id, generation),
  ]);
}
async function refreshNote(id: string, generation: number): Promise<void> {
  const note = await request('notes.versions', { id });
  const [signed] = note.signed ? await request('notes.signed', { id }) : [];
  const { outcome } = useExports.getState();
  const wasAsked = note.signed && outcome && 'sign' in outcome && outcome.sign === 'first';
  setIfCurrent(generation, { note, signed, ...(wasAsked && { outcome: undefined }) });
}

/** Runs one action at a time; shows what is missing for it instead, if anything is. */
export async function run(action: ExportAction): Promise<void> {
  const { id, busy, note, generation } = useExports.getState();
  if (id === undefined || busy !== undefined || note === undefined) return;
  const draft = note.signed === undefined && !(await isSignedMeanwhile(action));
  // Another visit, or another action, may have come while that was asked.
  const now = useExports.getState();
  if (now.id !== id || now.busy !== undefined) return;
  if (draft && !isAllowedAsDraft(action))
    return setIfCurrent(generation, { outcome: outcomeOf(action, draft, { sign: 'first' }) });
  useExports.setState({ busy: action, outcome: undefined, missing: undefined });
  try {
    // A draft leaves as it stands in the editor.
    await flushAll();
    setIfCurrent(generation, await attempt(id, action, draft));
  } catch (error) {
    setIfCurrent(generation, { outcome: outcomeOf(action, draft, hindranceOf(asFailure(error))) });
  } finally {
    setIfCurrent(generation, { busy: undefined });
    void refresh(id);
  }
}

/**
 * A key that is pressed the moment the note is signed comes before the news of the signature: what
 * needs a signature asks for it once more.
 */
async function isSignedMeanwhile(action: ExportAction): Promise<boolean> {
  const { id, generation } = useExports.getState();
  if (id === undefined || isAllowedAsDraft(action)) return false;
  await refreshNote(id, generation).catch(() => undefined);
  return useExports.getState().note?.signed !== undefined;
}

/** Sends to the preferred target; asks where notes go while none is set up. */
export async function sendOrAsk(): Promise<void> {
  const { id } = useExports.getState();
  // Pressed before the note has come: it is sent, or asked about, as soon as it is known.
  if (id !== undefined && !useExports.getState().targets) await refresh(id);
  const { targets } = useExports.getState();
  if (!targets || useExports.getState().id !== id) return;
  const policy = useSession.getState().info?.policy;
  const preferred = useSettings.getState().settings?.exportProfile.defaultTarget;
  const target = targetOf(allowedTargets(targets, policy), preferred);
  if (target !== undefined) return void run({ kind: 'send', target });
  // The core says who has set it.
  if (!mayLeave(policy, 'folder')) return void run({ kind: 'send', target: 'folder' });
  askWhere();
}

/** Asks where notes go; called when a note is to be sent and nothing is set up. */
const askWhere = () => useExports.setState({ setUp: { busy: false } });
export const closeSetUp = () => useExports.setState({ setUp: undefined });

/** Switches the folder on, and sends the note there. */
export async function sendToFolder(): Promise<void> {
  const { targets } = useExports.getState();
  if (!targets) return;
  const { forms, flavour } = targets.folder;
  const change = () => setTargets({ folder: { on: true, forms: [...forms], flavour } });
  if (await changeTargets(change)) {
    closeSetUp();
    await run({ kind: 'send', target: 'folder' });
  }
}

export const chooseFolderHere = async (): Promise<void> => {
  if (await changeTargets(() => request('exports.targets.chooseFolder')))
    useExports.setState({ setUp: { busy: false } });
};

const setTargets = (change: Input<'exports.targets.set'>) => request('exports.targets.set', change);

/** Returns false after showing the failure. */
async function changeTargets(change: () => Promise<ExportTargets>): Promise<boolean> {
  const { generation } = useExports.getState();
  useExports.setState({ setUp: { busy: true } });
  try {
    setIfCurrent(generation, { targets: await change() });
    return true;
  } catch (error) {
    setIfCurrent(generation, { setUp: { busy: false, problem: asFailure(error) } });
    return false;
  }
}

type Result = { message: ExportMessage } | { failure: Failure } | { sign: 'first' | 'again' };

const outcomeOf = (action: ExportAction, draft: boolean, result: Result): Outcome => ({
  at: Date.now(),
  action,
  draft,
  ...result,
});

async function attempt(
  id: string,
  action: ExportAction,
  draft: boolean,
): Promise<Pick<ExportState, 'outcome' | 'missing'>> {
  const requirements = action.kind === 'copy' ? [] : await requirementsOf(id, action, draft);
  if (requirements.some(({ place }) => place === 'sign'))
    return { outcome: outcomeOf(action, draft, { sign: 'again' }) };
  if (requirements.length > 0) return { missing: { action, requirements } };
  return { outcome: outcomeOf(action, draft, { message: await perform(id, action, draft) }) };
}

/** Two refusals are answered by signing; any other failure is shown. */
function hindranceOf(failure: Failure): Result {
  if (failure.detail === 'not-signed') return { sign: 'first' };
  if (failure.detail === 'signed-for-other') return { sign: 'again' };
  return { failure };
}

type SaveAction = Extract<ExportAction, { kind: 'save' }>;
type SendAction = Extract<ExportAction, { kind: 'send' }>;
type CopyAction = Extract<ExportAction, { kind: 'copy' }>;

const requirementsOf = (id: string, action: SaveAction | SendAction, draft: boolean) =>
  request('exports.missing', {
    id,
    ...(action.kind === 'send'
      ? { target: action.target }
      : { form: action.form, ...(action.flavour && { flavour: action.flavour }) }),
    ...(draft && { draft }),
  });

function perform(id: string, action: ExportAction, draft: boolean): Promise<ExportMessage> {
  switch (action.kind) {
    case 'copy':
      return copy(id, action, draft);
    case 'save':
      return save(id, action, draft);
    case 'send':
      return send(id, action);
  }
}

async function copy(id: string, { section }: CopyAction, draft: boolean): Promise<ExportMessage> {
  const { receipt, copied, html, text } = await request('exports.copy', {
    id,
    ...(section !== undefined && { section }),
    ...(draft && { draft }),
  });
  const isHere = copied || (await copyRich(html, text));
  // A word that does not reach the core leaves the receipt in doubt; the clipboard is as it is.
  if (isHere && !copied)
    await request('exports.copied', { receipt: receipt.id }).catch(() => undefined);
  if (isHere) return { key: section === undefined ? 'copied' : 'copiedSection', tone: 'done' };
  await request('exports.uncopied', { receipt: receipt.id });
  return { key: 'notCopied', tone: 'trouble' };
}

async function save(
  id: string,
  { form, flavour }: SaveAction,
  draft: boolean,
): Promise<ExportMessage> {
  const { saved } = await request('exports.save', {
    id,
    form,
    ...(flavour && { flavour }),
    ...(draft && { draft }),
  });
  if (saved.how === 'download') takeFile(saved.ticket);
  return messageForSaved(saved.how);
}

async function send(id: string, { target, again }: SendAction): Promise<ExportMessage> {
  const since = Date.now();
  const receipts = await request('exports.send', { id, target, ...(again && { again: true }) });
  return messageForSent(target, receipts, since);
}

export const closeMissing = () => useExports.setState({ missing: undefined });

export type Entered = {
  /** `was`: as it stood in the form when it was opened. */
  readonly patient?: { readonly is: Patient; readonly was: Patient } | undefined;
  readonly profile?: Settings['exportProfile'] | undefined;
};
/**
 * Stores the missing values, signs a signed note again (they are part of it), and goes on with the
 * action. A note that changed since its signature is not signed here: the doctor looks at it first.
 * Throws the Failure of a refused value; the values stored before it stay.
 */
export async function enter({ patient, profile }: Entered): Promise<void> {
  const { id, missing, note, generation } = useExports.getState();
  const visit = useVisits.getState().list.find((one) => one.id === id);
  if (id === undefined || !missing || !visit || !note) return;
  const { action } = missing;
  const changedBefore = note.signed?.changedSince === true;
  if (profile) await changeSettings({ exportProfile: profile });
  if (patient) await correctPatient(visit, patient.is, patient.was);
  const canGoOn = note.signed === undefined || (!changedBefore && (await signAgain(id)));
  await refreshNote(id, generation);
  if (canGoOn) return run(action);
  setIfCurrent(generation, {
    missing: undefined,
    outcome: outcomeOf(action, false, { sign: 'again' }),
  });
}

/**
 * Signs the same text again, under what was entered. False where its words or codes are no longer
 * those that were signed, or a difference in it was never looked at: the doctor must look first.
 */
async function signAgain(id: string): Promise<boolean> {
  const [[last], note] = await Promise.all([
    request('notes.signed', { id }),
    request('notes.versions', { id }),
  ]);
  const branch = note.branches.find((one) => one.id === note.note);
  if (!last || !branch || branch.id !== last.branch || note.hindrances.length > 0) return false;
  if (!note.signed?.sameText) return false;
  const differences = await request('notes.checks', {
    id,
    branch: branch.id,
    version: branch.head,
  });
  if (!certainOf(differences).every((one) => last.looked.includes(one.id))) return false;
  await request('notes.sign', {
    id,
    branch: branch.id,
    version: branch.head,
    seen: { words: branch.digest, ...note.facts },
    looked: differences.flatMap(({ id }) => (last.looked.includes(id) ? [id] : [])),
  });
  return true;
}

/** Tries a waiting or failed export again now. Throws its Failure. */
export const retryExport = async (receipt: string): Promise<void> =>
  replace(await request('exports.retry', { receipt }));
export const giveUpExport = async (receipt: string): Promise<void> =>
  replace(await request('exports.giveUp', { receipt }));
function replace(receipt: Receipt): void {
  if (!isOpen(receipt.visitId)) return;
  useExports.setState(({ receipts }) => ({
    receipts: receipts.map((one) => (one.id === receipt.id ? receipt : one)),
  }));
}
