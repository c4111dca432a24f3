/**
 * Lines of plans as doctors write them, each with what is to leave of its medicines. A medicine
 * that is forbidden must not leave as an order, and one that goes on must not leave as stopped.
 *
 * plan-lines.txt: `LINE || MEDICINE:EXPECTED…`; O ordered, G goes on, T taken, S stopped, H held,
 * N no order, U not said, X anything but an order; `/` between several that are right.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type ActStatus, actIn } from '../../../../../shared/model/export/acts/act-status.ts';

const statuses: Readonly<Record<string, readonly ActStatus[]>> = {
  O: ['ordered'],
  G: ['ordered', 'taken'],
  T: ['taken'],
  S: ['stopped'],
  H: ['on-hold'],
  N: ['not-ordered'],
  U: ['unclear'],
  X: [
    'stopped',
    'on-hold',
    'not-ordered',
    'not-taken',
    'unclear',
    'completed',
    'done',
    'past',
    'taken',
  ],
};

type Read = {
  readonly line: string;
  readonly name: string;
  readonly wanted: string;
  readonly status: ActStatus | undefined;
};

const lines = readFileSync(new URL('plan-lines.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.includes(' || '));
const all: readonly Read[] = lines.flatMap((line) => {
  const [text = '', expected = ''] = line.split(' || ');
  const pairs = [...expected.matchAll(/([^:]+?):(\S+)(?:\s|$)/g)];
  const names = pairs.map(([, name = '']) => name.trim());
  return pairs.map(([, name = '', wanted = '']) => {
    const sections = [{ title: 'Plan', text: text.replaceAll('\\n', '\n') }];
    const status = actIn(sections, name.trim(), names)?.status;
    return { line: text, name: name.trim(), wanted, status };
  });
});

/** Read as orders, and known to be wrong; none may join them. */
const known = [
  'atorvastatin: Hold off on statins i.e. atorvastatin for now',
  'ceftriaxone: IV to oral switch: ceftriaxone to cefixime',
  'formoterol: Step down from ICS/LABA (formoterol) to budesonide alone',
  'Glimepiride: Will start Tab Glimepiride 2 mg OD after HbA1c',
  'atorvastatin: Suggested atorvastatin 20 mg; patient wants to think',
  'simvastatin: Interaction between simvastatin 40 mg and clarithromycin 500 mg BD - hold simvastatin',
];

const isRight = ({ wanted, status }: Read) =>
  wanted.split('/').some((one) => (statuses[one] as readonly unknown[]).includes(status));
const goesOn = ({ wanted }: Read) => /^[OGU]/.test(wanted) && !/[XSH]/.test(wanted);
const wrong = all.filter((read) => !isRight(read));
const told = (reads: readonly Read[]) => reads.map(({ line, name }) => `${name}: ${line}`);

test('each medicine of the lines is found', () => {
  expect(all.length).toBeGreaterThan(1200);
  expect(told(all.filter(({ status }) => status === undefined))).toEqual([]);
});

test('nothing that goes on leaves as stopped, held or not taken', () => {
  const ended = ['stopped', 'on-hold', 'not-taken'];
  const found = wrong.filter((read) => goesOn(read) && ended.includes(String(read.status)));
  expect(told(found)).toEqual([]);
});

test('nothing that is forbidden, ended or only considered leaves as an order, but for known lines', () => {
  const found = wrong.filter(({ status, wanted }) => status === 'ordered' && !wanted.includes('O'));
  expect(told(found)).toEqual(known);
});

test('of what goes on, few leave without an order', () => {
  const going = all.filter((read) => /^[OG]/.test(read.wanted));
  const lost = wrong.filter((read) => goesOn(read));
  expect(going.length).toBeGreaterThan(500);
  expect(lost.length / going.length).toBeLessThan(0.16);
});

/**
 * Also what may be read in several ways is read as before. Where a change is meant,
 * `npx vitest run FILE --update` writes the file anew, and its lines are read before it is
 * committed.
 */
test('each line is read as it was when it was last looked at', async () => {
  const read = all.map(({ line, name, status }) => `${status} | ${name} | ${line}\n`);
  await expect(read.join('')).toMatchFileSnapshot('plan-lines-read.txt');
});
