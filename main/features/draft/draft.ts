/**
 * Drafts a note from what was said, without a language model: whole sentences of the transcript,
 * each with its place, sorted by what they name. Nothing is worded anew, so nothing is invented.
 */
import type { Span } from '../../../shared/model/coding/entities.ts';
import type {
  DraftFinding,
  DraftLine,
  DraftSection,
  NoteDraft,
  SpokenPlace,
  SpokenTurn,
} from '../../../shared/model/note/draft.ts';
import type { Topic } from '../../../shared/model/note/section-topics.ts';
import { type Cue, has } from './cues.ts';
import { unsureOf, wordsHeard } from './heard-words.ts';
import { joinTurns, type SpokenText } from './spoken-text.ts';
import { type Stated, type Statement, statementsIn } from './statements.ts';
import { defaultTemplate, type TemplateSection } from './template.ts';
import { topicOf, treatedIn } from './topics.ts';
import { understoodRuns, withoutPlaces } from './without-places.ts';

export type Sentence = Span & {
  readonly text: string;
  readonly turn?: 'doctor' | 'patient' | 'other' | undefined;
};
/** `concept`: equal for two findings of the same. */
export type Finding = DraftFinding & { readonly span: Span; readonly concept: string };

export type DraftDeps = {
  /** Of a dialogue whose speakers stand in brackets: `[doctor]`, `[patient]`, `[guest]`. */
  readonly sentencesOf: (text: string) => readonly Sentence[];
  readonly findingsIn: (text: string) => readonly Finding[];
};

type Taken = {
  readonly topic: Topic;
  readonly line: DraftLine;
  /** Words of symptoms for which it names a medicine. */
  readonly treated: readonly string[];
};

/**
 * Each section of the template is there, empty ones too. What no section of it takes stands in a
 * last one, `Also said`, which is there only then. `lost`: what was not understood; nothing is taken of it.
 */
export function draftNote(
  deps: DraftDeps,
  turns: readonly SpokenTurn[],
  template: readonly TemplateSection[] = defaultTemplate,
  lost: readonly SpokenPlace[] = [],
): NoteDraft {
  const taken = takenFrom(deps, withoutPlaces(turns, lost), lost);
  const sectionOf = (topic: Topic) => template.findIndex(({ topics }) => topics.includes(topic));
  const complaints = sectionOf('complaints');
  const untold = untoldComplaints(taken);
  const placed = taken.flatMap((one) => {
    const at = sectionOf(one.topic);
    const isTwice = untold.has(one) && complaints !== -1 && complaints !== at;
    return (isTwice ? [complaints, at] : [at]).map((section) => ({ line: one.line, at: section }));
  });
  const linesOf = (section: number) =>
    placed.filter(({ at }) => at === section).map(({ line }) => line);
  const sections: DraftSection[] = template.map(({ title }, at) => ({
    title,
    lines: linesOf(at),
  }));
  const rest = linesOf(-1);
  return {
    sections: rest.length > 0 ? [...sections, { title: 'Also said', lines: rest }] : sections,
  };
}

/** Lines whose symptom no complaint names: a medicine that is taken for it is how it was told. */
function untoldComplaints(taken: readonly Taken[]): ReadonlySet<Taken> {
  const told = taken.filter(({ topic }) => topic === 'complaints').map(({ line }) => line.text);
  return new Set(
    taken.filter(({ topic, treated, line }) => {
      if (topic !== 'medicines' || treated.every((words) => isIn(told, words))) return false;
      told.push(line.text);
      return true;
    }),
  );
}

const isIn = (lines: readonly string[], words: string) => {
  const plain = (text: string) => ` ${text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')} `;
  return lines.some((line) => plain(line).includes(plain(words)));
};

function takenFrom(
  deps: DraftDeps,
  turns: readonly SpokenTurn[],
  lost: readonly SpokenPlace[],
): Taken[] {
  const spoken = joinTurns(turns);
  const visit: Visit = { deps, turns, spoken, findings: deps.findingsIn(spoken.text) };
  const known = new Set<string>();
  const taken: Taken[] = [];
  let before: Topic | undefined;
  const walls = lost.map(spoken.startOf);
  const runs = understoodRuns(deps.sentencesOf(spoken.text), walls);
  for (const stated of runs.flatMap(statementsIn)) {
    const own = findingsOf(visit.findings, stated.statement);
    const topic = topicOf(stated.statement, own, before);
    before = topic;
    const line = topic && lineOf(visit, stated);
    if (!topic || !line || isRepeated(line.text, own, known)) continue;
    const treated = treatedIn(stated.statement, own).map(({ text }) => text);
    taken.push({ topic, line, treated });
  }
  return taken;
}

type Visit = {
  readonly deps: DraftDeps;
  readonly turns: readonly SpokenTurn[];
  readonly spoken: SpokenText;
  readonly findings: readonly Finding[];
};

const findingsOf = (findings: readonly Finding[], statement: Statement) =>
  findings.filter(({ span }) =>
    statement.some(({ start, end }) => start <= span.start && span.end <= end),
  );

const NEWS: readonly Cue[] = ['course', 'plan', 'followup', 'taking', 'assessment'];

/** True where all findings were told before with the same status, and it adds no number or plan. */
function isRepeated(text: string, own: readonly Finding[], known: Set<string>): boolean {
  const keys = own.map(({ concept, status }) => `${concept} ${status}`);
  const isKnown = keys.length > 0 && keys.every((key) => known.has(key));
  for (const key of keys) known.add(key);
  return isKnown && !/\d/.test(text) && !NEWS.some((cue) => has(text, cue));
}

/** Sentences that may be added until a line means by itself what it meant in the visit. */
const MOST_ADDED = 3;

/**
 * The line reads by itself as in the visit: what is denied there is denied in it. A sentence that
 * means something else alone is taken with those behind it; where that does not help, it is left
 * out. Undefined then, and where a place is not within one turn.
 */
function lineOf(visit: Visit, { statement, behind }: Stated): DraftLine | undefined {
  for (let added = 0; added <= Math.min(MOST_ADDED, behind.length); added += 1) {
    const whole = [...statement, ...behind.slice(0, added)];
    const said = whole.map((sentence) => visit.spoken.placeOf(core(sentence)));
    if (!said.every((place) => place !== undefined)) return undefined;
    const findings = findingsOf(visit.findings, whole);
    if (readsTheSame(visit, said, findings)) return drafted(visit.turns, said, findings);
  }
  return undefined;
}

function readsTheSame(
  { deps, turns }: Visit,
  said: readonly SpokenPlace[],
  findings: readonly Finding[],
): boolean {
  if (findings.length === 0) return true;
  const parts = said.map((place) => ({ ...turns[place.turn], text: textAt(turns, place) }));
  const alone = deps.findingsIn(joinTurns(parts).text);
  return (
    alone.length === findings.length &&
    alone.every((one, at) => one.text === findings[at]?.text && isAlike(one, findings[at]))
  );
}

const isAlike = (one: Finding, other: Finding) =>
  one.status === other.status || (isStated(one) && isStated(other));
const isStated = ({ status }: Finding) => status !== 'absent' && status !== 'family';

function drafted(
  turns: readonly SpokenTurn[],
  said: readonly SpokenPlace[],
  findings: readonly Finding[],
): DraftLine {
  const heard = said.map((place) => wordsHeard(turns[place.turn], place));
  const unsure = unsureOf(heard.flat());
  const from = heard[0]?.[0]?.from ?? turns[said[0]?.turn ?? -1]?.from;
  const to = heard.at(-1)?.at(-1)?.to ?? turns[said.at(-1)?.turn ?? -1]?.to;
  return {
    text: said.map((place) => textAt(turns, place).replace(/\s+/gu, ' ')).join(' — '),
    said,
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    findings: findings.map(({ text, kind, status }) => ({ text, kind, status })),
    ...(unsure.length > 0 && { unsure }),
  };
}

const LEAD =
  /^(?:[\s.,…-]|(?:um+|uh+|er+m?|hmm+|mm-?hmm?|okay|ok|all right|alright|well|so|and|oh)(?![\p{L}\p{M}'’-]))+/iu;
const TAIL = /,?\s*(?:okay|ok|all right|alright)\s*[?？]\W*$/iu;

/** Without the words around it that only keep the talk going; never empty. */
function core({ text, start, end }: Sentence): Span {
  const lead = LEAD.exec(text)?.[0].length ?? 0;
  const tail = TAIL.exec(text.slice(lead))?.[0].length ?? 0;
  return lead + tail < text.trimEnd().length
    ? { start: start + lead, end: end - tail }
    : { start, end };
}

const textAt = (turns: readonly SpokenTurn[], { turn, start, end }: SpokenPlace) =>
  (turns[turn]?.text ?? '').slice(start, end);
