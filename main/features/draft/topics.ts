/** Sorts a statement: what it is about, or that it does not belong into a note. */
import type { EntityKind } from '../../../shared/model/export/export.ts';
import type { Topic } from '../../../shared/model/note/section-topics.ts';
import { type Cue, has } from './cues.ts';
import type { Finding } from './draft.ts';
import type { Statement } from './statements.ts';

type Read = {
  /** Words of the sentences that a doctor, or an unknown speaker, said. */
  readonly byDoctor: string;
  readonly all: string;
  readonly asked: boolean;
  readonly kinds: ReadonlySet<EntityKind>;
  readonly findings: readonly Finding[];
};

/** Words; a plan in fewer ("we'll see") says nothing. */
const SHORTEST_PLAN = 6;

/** `before`: the topic of the statement before it, where that was taken. */
export function topicOf(
  statement: Statement,
  findings: readonly Finding[],
  before: Topic | undefined,
): Topic | undefined {
  const all = textOf(statement);
  const read: Read = {
    all,
    byDoctor: textOf(statement.filter(({ turn }) => turn === undefined || turn === 'doctor')),
    asked: statement.length > 1 && asks(statement[0]?.text ?? ''),
    kinds: new Set(findings.map(({ kind }) => kind)),
    findings,
  };
  return findings.length > 0 ? byFindings(read) : byWords(read, before);
}

/**
 * What a medicine is taken for now, as the patient tells it: findings of a symptom that is there.
 * None of a prescription, of a medicine that was not taken, and of what was, or may be.
 */
export function treatedIn(statement: Statement, findings: readonly Finding[]): Finding[] {
  const isDoctors = statement.some(({ turn, text }) => turn === 'doctor' && !asks(text));
  const isNamed = statement.some(({ turn }) => turn !== undefined);
  const all = textOf(statement);
  if (isDoctors || has(all, 'notTakenNow') || !(isNamed || has(all, 'ownMedicine'))) return [];
  const medicines = findings.filter(({ kind }) => kind === 'medication');
  if (medicines.length === 0 || !findings.every(({ status }) => status === 'present')) return [];
  return findings.filter(({ kind }) => kind === 'symptom');
}

const asks = (text: string) => /\?\W*$/u.test(text);
const textOf = (statement: Statement) => statement.map(({ text }) => text).join(' ');
const everyIs = ({ findings }: Read, status: Finding['status']) =>
  findings.every((one) => one.status === status);

/** Rows in the order of their weight: the first that fits counts. */
const ROWS: readonly (readonly [Topic, (read: Read) => boolean])[] = [
  ['allergies', ({ kinds, all }) => kinds.has('allergy') || has(all, 'allergies')],
  ['family', ({ findings }) => findings.some(({ status }) => status === 'family')],
  ['vitals', ({ kinds }) => kinds.has('vital')],
  ['followup', (read) => !read.asked && plans(read, 'followup')],
  ['medicines', ({ kinds }) => kinds.has('medication')],
  ['plan', (read) => !read.asked && everyIs(read, 'hypothetical') && read.byDoctor !== ''],
  ['tests', (read) => has(read.byDoctor, 'result') && read.kinds.has('order')],
  ['procedures', (read) => isOnly(read, 'procedure') && plans(read, 'plan')],
  ['tests', (read) => read.kinds.has('order') && (plans(read, 'plan') || isOnly(read, 'order'))],
  ['examination', ({ byDoctor }) => has(byDoctor, 'examination')],
  ['assessment', (read) => !read.asked && has(read.byDoctor, 'assessment')],
  ['plan', (read) => !read.asked && plans(read, 'plan')],
  ['complaints', ({ all, findings }) => has(all, 'complaint') && findings.some(isHere)],
  ['history', (read) => everyIs(read, 'historical') || read.kinds.has('procedure')],
  ['history', (read) => isOnly(read, 'diagnosis') && !has(read.all, 'course')],
];

const isHere = ({ status }: Finding) => status === 'present' || status === 'absent';
const isOnly = ({ kinds }: Read, kind: EntityKind) => kinds.size === 1 && kinds.has(kind);
const plans = ({ byDoctor }: Read, cue: Cue) => has(byDoctor, cue);

const byFindings = (read: Read): Topic => ROWS.find(([, fits]) => fits(read))?.[0] ?? 'complaints';

/** A statement that names nothing listed. */
function byWords({ all, byDoctor, asked }: Read, before: Topic | undefined): Topic | undefined {
  if (has(all, 'allergies')) return 'allergies';
  const isLong = (all.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= SHORTEST_PLAN;
  if (!asked && isLong && has(byDoctor, 'followup')) return 'followup';
  if (!asked && has(byDoctor, 'shortFollowup')) return 'followup';
  if (has(byDoctor, 'examination') && isLong) return 'examination';
  if (has(byDoctor, 'result') && isLong && !asked) return 'tests';
  if (!asked && isLong && has(byDoctor, 'plan')) return 'plan';
  if (has(all, 'complaint')) return 'complaints';
  if (has(all, 'habits')) return 'history';
  // How much and when, of a medicine that is named before, or that no list has.
  if (has(all, 'dose') || (before === 'medicines' && has(all, 'times'))) return 'medicines';
  // How long and how bad what was just told is.
  return before !== undefined && has(all, 'course') ? before : undefined;
}
