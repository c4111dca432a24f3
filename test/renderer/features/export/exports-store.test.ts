/**
 * The exports' store: what lacks is asked for and the export goes on, nothing unseen is signed, and
 * after a lock nothing of a patient is left.
 */
import { beforeEach, expect, test, vi } from 'vitest';
import { leaveEarlierProfile, openDoor } from '../../../../renderer/common/stores/core.ts';
import { useSession } from '../../../../renderer/common/stores/session.ts';
import { useSettings } from '../../../../renderer/common/stores/settings.ts';
import {
  connectExports,
  enter,
  forgetExports,
  openExports,
  run,
  useExports,
} from '../../../../renderer/features/export/exports-store.ts';
import { useVisits } from '../../../../renderer/features/visits/visits-store.ts';
import type { Bridge } from '../../../../shared/contract/contract.ts';
import { Failure } from '../../../../shared/failure.ts';
import { defaultSettings } from '../../../../shared/model/settings.ts';
import type { Visit } from '../../../../shared/model/visit.ts';

let asked: { readonly name: string; readonly input: unknown }[] = [];
let answers: Record<string, (input: never) => unknown> = {};
const named = (name: string) => asked.filter((one) => one.name === name).map(({ input }) => input);
const state = (signed?: object) => ({
  visitId: 'v',
  note: 'b',
  hindrances: [],
  practice: false,
  joined: [],
  branches: [{ id: 'b', head: 2, sections: [], digest: 'words' }],
  facts: { patient: 'p', codes: 'c', signer: 's' },
  ...(signed && { signed }),
});
const signature = { id: 's', branch: 'b', version: 1, changedSince: false, sameText: true };
const lack = { detail: 'export-record-number', message: '', place: 'visit', field: 'recordNumber' };

beforeEach(() => {
  asked = [];
  answers = {
    'exports.list': () => [],
    'exports.targets.get': () => ({ folder: { on: true }, server: { address: '' } }),
    'exports.missing': () => [],
    'notes.checks': () => [],
    'notes.versions': () => state(signature),
    'notes.signed': () => [{ ...signature, looked: [], note: { sections: [] } }],
    'notes.sign': () => ({}),
    'notes.correctPatient': () => state(signature),
    'exports.send': () => [
      { id: 'r', at: Date.now(), state: 'done', target: 'folder', form: 'pdf' },
    ],
    'settings.change': (change: object) => ({ ...defaultSettings, ...change }),
  };
  const bridge = {
    request: async (name: string, input: unknown) => {
      asked.push({ name, input });
      const answer = answers[name];
      if (!answer) throw new Failure('missing', name);
      return answer(input as never);
    },
    on: () => () => {},
  } as unknown as Bridge;
  openDoor(bridge);
  useSession.setState({ vault: { state: 'open' } });
  useSettings.setState({ settings: defaultSettings });
  useVisits.setState({
    list: [{ id: 'v', patient: { name: 'Asha Rao' }, signedAt: 1 } as Visit],
  });
  forgetExports();
  connectExports(bridge);
});
const send = { kind: 'send', target: 'folder' } as const;
const was = { name: 'Asha Rao' };
const patient = { ...was, recordNumber: 'U-1' };

test('what lacks is asked for before anything is sent; then it is signed again and goes by itself', async () => {
  let entered = false;
  answers['exports.missing'] = () => (entered ? [] : [lack]);
  answers['notes.correctPatient'] = () => {
    entered = true;
    return state(signature);
  };
  await openExports('v');
  await run(send);
  expect(useExports.getState()).toMatchObject({
    missing: { action: send, requirements: [lack] },
    busy: undefined,
  });
  expect(named('exports.send')).toEqual([]);
  await enter({ patient: { is: patient, was } });
  expect(named('notes.correctPatient')).toEqual([{ id: 'v', patient, was }]);
  expect(named('notes.sign')).toEqual([
    {
      id: 'v',
      branch: 'b',
      version: 2,
      seen: { words: 'words', patient: 'p', codes: 'c', signer: 's' },
      looked: [],
    },
  ]);
  expect(named('exports.send')).toEqual([{ id: 'v', target: 'folder' }]);
  expect(useExports.getState()).toMatchObject({
    missing: undefined,
    outcome: { message: { key: 'sent.folder' } },
  });
});

test('nothing that the doctor has not looked at is signed in passing', async () => {
  answers['exports.missing'] = () => [lack];
  answers['notes.checks'] = () => [{ id: 'new difference' }];
  await openExports('v');
  await run(send);
  await enter({ patient: { is: patient, was } });
  expect(named('notes.sign')).toEqual([]);
  expect(named('exports.send')).toEqual([]);
  expect(useExports.getState()).toMatchObject({ missing: undefined, outcome: { sign: 'again' } });
});

test('edits that were made since the signature are not signed in passing either', async () => {
  answers['exports.missing'] = () => [lack];
  answers['notes.versions'] = () => state({ ...signature, changedSince: true });
  await openExports('v');
  await run(send);
  await enter({ patient: { is: patient, was } });
  expect(named('notes.sign')).toEqual([]);
  expect(useExports.getState().outcome).toMatchObject({ sign: 'again' });
});

test('words or codes that another window changed while the form stood open are not signed in passing', async () => {
  answers['exports.missing'] = () => [lack];
  await openExports('v');
  await run(send);
  answers['notes.versions'] = () => state({ ...signature, changedSince: true, sameText: false });
  await enter({ patient: { is: patient, was } });
  expect(named('notes.sign')).toEqual([]);
  expect(useExports.getState().outcome).toMatchObject({ sign: 'again' });
});

test('an unsigned note goes nowhere but as a draft', async () => {
  answers['notes.versions'] = () => state();
  answers['exports.save'] = () => ({ saved: { how: 'saved' } });
  await openExports('v');
  await run(send);
  await run({ kind: 'save', form: 'fhir' });
  expect(named('exports.send').length + named('exports.save').length).toBe(0);
  expect(useExports.getState().outcome).toMatchObject({ sign: 'first' });
  await run({ kind: 'save', form: 'pdf' });
  expect(named('exports.save')).toEqual([{ id: 'v', form: 'pdf', draft: true }]);
});

test('once the note is signed, nothing asks for a signature any longer', async () => {
  answers['notes.versions'] = () => state();
  await openExports('v');
  await run(send);
  expect(useExports.getState().outcome).toMatchObject({ sign: 'first' });
  answers['notes.versions'] = () => state(signature);
  await openExports('v');
  expect(useExports.getState().outcome).toBeUndefined();
});

test('what is sent the moment after the signature goes, though its news has not come yet', async () => {
  answers['notes.versions'] = () => state();
  await openExports('v');
  answers['notes.versions'] = () => state(signature);
  await run(send);
  expect(named('exports.send')).toHaveLength(1);
  expect(useExports.getState().outcome).not.toMatchObject({ sign: 'first' });
});

test('the core alone writes the clipboard where it can', async () => {
  answers['exports.copy'] = () => ({ receipt: { id: 'r' }, copied: true, html: '', text: '' });
  await openExports('v');
  await run({ kind: 'copy', section: 2 });
  expect(named('exports.copy')).toEqual([{ id: 'v', section: 2 }]);
  expect(useExports.getState().outcome).toMatchObject({ message: { key: 'copiedSection' } });
});

test('where the page writes the clipboard, its word makes the receipt; what the clipboard refused is told too', async () => {
  answers['exports.copy'] = () => ({ receipt: { id: 'r' }, copied: false, html: 'h', text: 't' });
  answers['exports.copied'] = () => ({ id: 'r' });
  answers['exports.uncopied'] = () => ({ id: 'r' });
  class Item {}
  vi.stubGlobal('ClipboardItem', Item);
  vi.stubGlobal('navigator', { clipboard: { write: async () => {} } });
  await openExports('v');
  await run({ kind: 'copy' });
  expect(named('exports.copied')).toEqual([{ receipt: 'r' }]);
  expect(useExports.getState().outcome).toMatchObject({ message: { key: 'copied' } });
  vi.stubGlobal('navigator', { clipboard: { write: () => Promise.reject(new Error('no')) } });
  vi.stubGlobal('document', {
    addEventListener: () => {},
    removeEventListener: () => {},
    execCommand: () => false,
  });
  await run({ kind: 'copy' });
  expect([named('exports.copied'), named('exports.uncopied')]).toEqual([
    [{ receipt: 'r' }],
    [{ receipt: 'r' }],
  ]);
  expect(useExports.getState().outcome).toMatchObject({ message: { key: 'notCopied' } });
  vi.unstubAllGlobals();
});

test('a copy whose answer comes when another profile is shown is not made, and nothing is confirmed', async () => {
  const write = vi.fn(async () => {});
  vi.stubGlobal('ClipboardItem', class {});
  vi.stubGlobal('navigator', { clipboard: { write } });
  answers['exports.copy'] = () => {
    leaveEarlierProfile();
    return { receipt: { id: 'r' }, copied: false, html: 'h', text: 't' };
  };
  answers['exports.copied'] = () => ({ id: 'r' });
  await openExports('v');
  await run({ kind: 'copy' });
  expect(write).not.toHaveBeenCalled();
  expect([...named('exports.copied'), ...named('exports.uncopied')]).toEqual([]);
  vi.unstubAllGlobals();
});

test('what was refused is said, and the next export can begin', async () => {
  answers['exports.send'] = () => {
    throw new Failure('busy', '', { detail: 'export-under-way' });
  };
  await openExports('v');
  await run(send);
  expect(useExports.getState()).toMatchObject({
    busy: undefined,
    outcome: { failure: { detail: 'export-under-way' } },
  });
});

test('after a lock nothing is left, and an answer that comes late brings nothing back', async () => {
  let answer: (value: unknown) => void = () => undefined;
  await openExports('v');
  answers['exports.send'] = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const sending = run(send);
  await vi.waitFor(() => expect(named('exports.send')).toHaveLength(1), { timeout: 60_000 });
  useSession.setState({ vault: { state: 'locked' } });
  forgetExports();
  answer([{ id: 'r', at: 1, state: 'done' }]);
  await sending;
  expect(useExports.getState()).toMatchObject({
    id: undefined,
    note: undefined,
    signed: undefined,
    receipts: [],
    outcome: undefined,
    missing: undefined,
    busy: undefined,
  });
});
