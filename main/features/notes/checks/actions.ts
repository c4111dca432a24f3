/**
 * What a note and a doctor say is done with a medicine: stopped, taken, increased, reduced. "Stop
 * aspirin" beside "Continue your aspirin" names the same medicine and is its opposite.
 */
import type { Span } from '../../../../shared/model/coding/entities.ts';
import type { Found, Reading } from './compare.ts';
import { sameName } from './drugs.ts';
import data from './vocabulary/action-words.json' with { type: 'json' };

const actNames = ['stop', 'take', 'up', 'down'] as const;
type Act = (typeof actNames)[number];
type Named = Span & { readonly name: string };
/** Place: from the word of the action to the name, or the other way round. */
export type Action = Span & {
  readonly name: string;
  readonly act: Act;
  /** The medicine is only named, as in a list. */
  readonly isImplied?: boolean | undefined;
};
type Verb = Span & { readonly act: Act | 'none' };

const edged = (patterns: readonly string[]) =>
  new RegExp(`(?<![\\p{L}\\p{M}])(?:${patterns.join('|')})(?![\\p{L}\\p{M}])`, 'giu');
const before: readonly (readonly [Act | 'none', RegExp])[] = [
  ...actNames.map((act) => [act, edged(data.verbs[act])] as const),
  ['none', edged(data.none)],
];
const behind = actNames.map((act) => [act, edged(data.behind[act])] as const);

/** Letters between the word of an action and the name. */
const REACH = 80;
const REACH_BEHIND = 40;
const BREAK =
  /[.;?!\n]|(?<!\p{L})(?:but|however|if|unless|when|because|since|so that|instead|rather|then)(?!\p{L})/iu;
const NEGATED =
  /(?:n['’]t|(?<!\p{L})(?:not|never|cannot|dont|wont|cant|shouldnt|mustnt))\s+(?:(?:think|want|need|have|you|him|her|to|we|should|ever|just|suddenly|be|going|i|advise|ask)\s+){0,6}$/iu;
/** Told of, not asked for: "you stopped", "he has started", "when did you stop". */
const TOLD =
  /(?<!\p{L})(?:you|he|she|they|patient|pt|who|i|we|was|were|had|has|have)(?:['’](?:ve|d|s))?\s+(?:(?:have|had|has|already|also|just|recently|never|been|only)\s+)*$/iu;
const PAST = /(?:ed|held|withheld|taken|quit)$/iu;
const DESCRIBED = /(?<!(?:want|have|make|let|ask|need|sure)\s)(?:you|he|she|they|patient)\s+$/iu;
const CONDITION =
  /(?<!\p{L})(?:(?:if|unless|in case|when|whenever|once|until)(?!\p{L}).*|(?:before|after)(?!\p{L})[^,]*)$/isu;
const CONDITION_BEHIND = /^[^.;?!\n]{0,40}?(?<!\p{L})(?:if|unless|in case|when)(?!\p{L})/iu;
const AGO =
  /(?<!\p{L})(?:ago|last (?:week|month|year)|previously|in (?:19|20)\d\d|yesterday)(?!\p{L})/iu;

/** `isCounted`: of places whose words count; what a patient says is no plan. */
export function actions(
  text: string,
  names: readonly Named[],
  isCounted: (at: number) => boolean = () => true,
): Action[] {
  const found = before.flatMap(([act, pattern]) =>
    [...text.matchAll(pattern)].map(({ 0: words, index }) => ({
      act,
      start: index,
      end: index + words.length,
    })),
  );
  // "Keep taking": the longer one counts.
  const verbs = found
    .filter(
      (one) =>
        !found.some(
          (other) =>
            other.start <= one.start &&
            other.end >= one.end &&
            other.end - other.start > one.end - one.start,
        ),
    )
    .map(({ act, start, end }) => verb(text, act, { start, end }))
    .sort((one, other) => one.start - other.start || other.end - one.end);
  return names.flatMap((named): Action[] => {
    if (!isCounted(named.start)) return [];
    const act = actBefore(text, verbs, named) ?? actBehind(text, names, named);
    return act ? [act] : [];
  });
}

function verb(text: string, act: Verb['act'], place: Span): Verb {
  const words = text.slice(place.start, place.end);
  const from = sentenceStart(text, place.start);
  const lead = text.slice(from, place.start);
  const rest = /^[^.;?!\n]*[?]?/u.exec(text.slice(place.end))?.[0] ?? '';
  if (act === 'none' || rest.endsWith('?')) return { act: 'none', ...place };
  if (CONDITION.test(lead) || (act !== 'take' && CONDITION_BEHIND.test(rest)))
    return { act: 'none', ...place };
  const isTold = (PAST.test(words) && (TOLD.test(lead) || AGO.test(rest))) || DESCRIBED.test(lead);
  if (isTold) return { act: 'none', ...place };
  if (!NEGATED.test(lead)) return { act, ...place };
  const turned = { stop: 'take', take: 'stop', up: 'none', down: 'none' } as const;
  return {
    act: turned[act],
    start: place.start - (NEGATED.exec(lead)?.[0].length ?? 0),
    end: place.end,
  };
}

function actBefore(text: string, verbs: readonly Verb[], { name, start, end }: Named) {
  const last = verbs.findLast((one) => one.end <= start && start - one.end < REACH);
  if (!last || last.act === 'none' || BREAK.test(text.slice(last.end, start))) return undefined;
  return { name, act: last.act, start: last.start, end };
}

function actBehind(text: string, names: readonly Named[], { name, start, end }: Named) {
  const next = names.find((one) => one.start >= end)?.start ?? text.length;
  const rest = text.slice(end, Math.min(next, end + REACH_BEHIND));
  const found = behind
    .flatMap(([act, pattern]) =>
      [...rest.matchAll(pattern)].map(({ 0: words, index }) => ({ act, words, index })),
    )
    .sort((one, other) => one.index - other.index)[0];
  if (!found) return undefined;
  const gap = rest.slice(0, found.index);
  if (
    /[.;?!\n]|,(?!\s*which)/.test(gap) ||
    /(?<!\p{L})(?:not|never|if|was|were|had)(?!\p{L})|n['’]t\s/iu.test(gap)
  )
    return undefined;
  const behindIt = text.slice(end + found.index + found.words.length);
  if (AGO.test(/^[^.;?!\n]*/.exec(behindIt)?.[0] ?? '') || CONDITION_BEHIND.test(behindIt))
    return undefined;
  return { name, act: found.act, start, end: end + found.index + found.words.length };
}

const sentenceStart = (text: string, at: number) =>
  Math.max(...['.', ';', '?', '!', '\n'].map((sign) => text.lastIndexOf(sign, at - 1))) + 1;

const LABEL = /(?:^|\n)[ \t]*(?:\[([^\]\n]{1,30})\]:?|(\p{L}[\p{L} ._\d]{0,20}):)/gu;
const IS_DOCTOR = /^(?:doctor|dr|d|clinician|physician|nurse|provider|gp|consultant)(?![\p{L}])/iu;

/** Whether the doctor speaks at a place; everybody where no doctor is named. */
export function doctorSpeaks(text: string): (at: number) => boolean {
  const turns = [...text.matchAll(LABEL)].map(({ 1: first, 2: second, index }) => ({
    start: index,
    isDoctor: IS_DOCTOR.test((first ?? second ?? '').trim()),
  }));
  if (!turns.some(({ isDoctor }) => isDoctor)) return () => true;
  return (at) => turns.findLast(({ start }) => start <= at)?.isDoctor ?? false;
}

/** In the sentence before a name: it is not taken, or given up for another. */
const NOT_TAKEN =
  /(?<!\p{L})(?:no|not|nor|never|nil|without|stop\p{L}*|avoid\p{L}*|off|allerg\p{L}*|instead|rather|replac\p{L}*|chang\p{L}*|switch\p{L}*|discontinu\p{L}*|held|hold|previous\p{L}*|past|used|tried|was|were)(?!\p{L})/iu;
const NOT_TAKEN_BEHIND =
  /^[^.;\n]{0,60}?(?<!\p{L})(?:no|not|stop\p{L}*|avoid\p{L}*|allerg\p{L}*|intoleran\p{L}*|caus\p{L}*|reaction|discontinu\p{L}*|held|changed|switched|replaced|instead|if|when)(?!\p{L})/iu;

/** A medicine that is named without a word of what is done with it is taken. */
export function impliedActions(
  text: string,
  names: readonly Named[],
  own: readonly Action[],
): Action[] {
  return names.flatMap(({ name, start, end }): Action[] => {
    const hasOwn = own.some((one) => one.start <= start && one.end >= end);
    const isTaken =
      !NOT_TAKEN.test(text.slice(sentenceStart(text, start), start)) &&
      !NOT_TAKEN_BEHIND.test(text.slice(end));
    return hasOwn || !isTaken ? [] : [{ name, act: 'take', isImplied: true, start, end }];
  });
}

const opposites: Readonly<Record<Act, readonly Act[]>> = {
  stop: ['take', 'up'],
  take: ['stop'],
  up: ['stop', 'down'],
  down: ['up'],
};

/** For each section, the actions that are the opposite of the last one that the doctor named. */
export function compareActions(readings: readonly Reading[], said: Reading): Found[][] {
  const written = readings.map(({ actions: own }) => own);
  const all = written.flat();
  const isTold = (mine: Action): Action | undefined => {
    const last = said.actions.findLast(({ name }) => sameName(name, mine.name));
    if (!last || !opposites[mine.act].includes(last.act)) return undefined;
    // The note tells of both: "stop aspirin for the operation, and continue it afterwards".
    const agrees = all.some(
      (one) =>
        !one.isImplied && sameName(one.name, mine.name) && !opposites[one.act].includes(last.act),
    );
    return agrees ? undefined : last;
  };
  return written.map((section) =>
    section.flatMap((mine): Found[] => {
      const last = isTold(mine);
      if (!last) return [];
      const { start, end } = mine;
      return [{ kind: 'action', span: { start, end }, said: { start: last.start, end: last.end } }];
    }),
  );
}
