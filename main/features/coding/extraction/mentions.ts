/**
 * Finds terms of the installed code lists in a text: the longest stretches, without those that are
 * no finding there.
 */
import type { Ontology } from '../../../../shared/model/coding/codification.ts';
import type { EntityKind } from '../../../../shared/model/export/export.ts';
import type { Phrase } from '../../../infrastructure/terminology/query/phrases.ts';
import { isDone } from '../../../infrastructure/terminology/query/semantic-tags.ts';
import type { Terminology } from '../../../infrastructure/terminology/terminology.ts';
import { widened } from './body.ts';
import { COLD, classifyTerm, isOneTerm, isSmallWord } from './ignored-terms.ts';
import { isCorrected, isGivenSubstance, isOfDiet, levelEnd } from './medicines/given-substances.ts';
import panels from './panels.json' with { type: 'json' };
import { meansOther } from './short-form-context.ts';
import { isTestOfInfection } from './tested-for.ts';

export type Mention = {
  /** UTF-16 code units of the text; `end` is behind the last. */
  readonly start: number;
  readonly end: number;
  readonly kind: EntityKind;
  /** Equal for two mentions of the same concept. */
  readonly concept: string;
  /**
   * The ICD-10-CM code where that list has the exact words; for judging the status, not for coding.
   */
  readonly icd: string | undefined;
  /** Meaning of a short form that has one sense only. */
  readonly readAs?: string | undefined;
  /** True for words of another language than English. */
  readonly foreign?: boolean | undefined;
};
export type Finder = Pick<Terminology, 'phrases' | 'status'>;

type Found = Mention & {
  readonly words: number;
  readonly hides: boolean;
  /** True for words of the clinic's own list, and for names of tests that no list has as tests. */
  readonly own?: boolean | undefined;
};

/** Priority where two lists have the same words. */
const ORDER: readonly Ontology[] = ['icd-10-cm', 'snomed', 'medication', 'loinc'];

/** Looks up the installed lists for each text: an import may have come in between. */
export function mentionsOf(finder: Finder, text: string): Mention[] {
  const installed = new Set(
    finder
      .status()
      .filter(({ trouble }) => trouble === undefined)
      .map(({ ontology }) => ontology),
  );
  const listed = ORDER.filter((ontology) => installed.has(ontology)).flatMap((ontology) =>
    termsIn(finder, ontology, text),
  );
  const all = installed.has('loinc') ? [...listed, ...panelsIn(text, listed)] : listed;
  // Longest first; of two that are as long the clinic's own, else the first.
  all.sort(
    (a, b) =>
      b.words - a.words ||
      b.end - b.start - (a.end - a.start) ||
      Number(b.own ?? false) - Number(a.own ?? false) ||
      a.start - b.start,
  );
  const chosen: Found[] = [];
  const taken = new Uint8Array(text.length + 1);
  for (const one of all) {
    if (taken[one.start] || taken[one.end - 1]) continue;
    taken.fill(1, one.start, one.end);
    chosen.push(one);
  }
  return chosen
    .filter(({ hides }) => !hides)
    .sort((a, b) => a.start - b.start)
    .map(({ words: _, hides: __, own: ___, ...mention }) => mention);
}

function termsIn(finder: Finder, ontology: Ontology, text: string): Found[] {
  const stretches: Found[] = [];
  for (const phrase of finder.phrases(ontology, text)) {
    const { start, end, codes, words, readAs, tag = '', rare, own } = phrase;
    const said = text.slice(start, end);
    if (phrase.foreign) {
      stretches.push(foreignTerm(phrase, ontology));
      continue;
    }
    // "NS1" is no "NS": the figure belongs to the short form.
    if (readAs !== undefined && /\d/.test(text[end] ?? '')) continue;
    if (meansOther(text, start, end)) continue;
    if (/^[A-Z]{2,4}$/.test(said) && isSmallWord(said) && isInCapitals(text, start, end)) continue;
    const sense = classifyTerm({ text: said, codes, readAs }, ontology);
    if (sense === 'skip' || !isOneTerm(said)) continue;
    if (sense === 'hide' && AFTER_DEED.test(said)) continue;
    if (rare && ontology === 'snomed' && !saysItself(said, tag)) continue;
    if (isOfDiet(text, start, end) || isCorrected(text, start, end)) continue;
    if (ontology === 'loinc' && isGivenSubstance(text, start, end)) {
      stretches.push({ ...givenSubstance(said), start, end, words });
      continue;
    }
    const measured = ontology === 'medication' ? levelEnd(text, end) : end;
    if (measured > end) {
      stretches.push(testOfWords(text.slice(start, measured), start));
      continue;
    }
    const icd = ontology === 'icd-10-cm' ? codes[0] : undefined;
    const wide =
      ontology === 'icd-10-cm' || ontology === 'snomed' ? widened(text, start, end) : undefined;
    if (wide) {
      // Less weight than a listed term with as many words.
      stretches.push({
        ...wide,
        words: words + 0.5,
        hides: false,
        icd: undefined,
        kind: kindOf(ontology, icd, said, tag),
        concept: text.slice(wide.start, wide.end).toLowerCase().replace(/\s+/g, ' '),
      });
    }
    stretches.push({
      start,
      end,
      words,
      hides: sense === 'hide',
      ...(own && { own }),
      icd,
      kind: kindOf(ontology, icd, said, tag),
      concept:
        codes[0] === undefined ? said.toLowerCase() : `${ontology} ${icd?.slice(0, 5) ?? codes[0]}`,
      ...(readAs !== undefined && !readAs.includes(' / ') ? { readAs } : {}),
    });
  }
  return ontology === 'icd-10-cm' ? [...stretches, ...commonColds(text)] : stretches;
}

/** The code of the test is not the medicine's. */
const givenSubstance = (said: string) => ({
  kind: 'medication' as const,
  concept: `medicine ${said.toLowerCase()}`,
  hides: false,
  icd: undefined,
});

/** "s/p hysterectomy" is listed as a state that is no finding; the operation inside it counts. */
const AFTER_DEED = /^(?:s\/p|post)(?![\p{L}])/iu;

/**
 * Words of another language: what they are is told by their meaning in English. The mention does not
 * carry that meaning, so that no code is promised for it.
 */
function foreignTerm(
  { start, end, words, codes, readAs = '', tag = '' }: Phrase,
  ontology: Ontology,
): Found {
  const icd = ontology === 'icd-10-cm' ? codes[0] : undefined;
  return {
    start,
    end,
    words,
    hides: false,
    icd,
    kind: kindOf(ontology, icd, readAs, tag),
    concept: `${ontology} ${icd?.slice(0, 5) ?? codes[0]}`,
    foreign: true,
  };
}

/** The words around it are in capitals too, so that capitals tell no short form. */
function isInCapitals(text: string, start: number, end: number): boolean {
  const around = text.slice(Math.max(0, start - 30), start) + text.slice(end, end + 30);
  return !/\p{Ll}/u.test(around) && /\p{Lu}{4}/u.test(around);
}

const PANELS = [
  new RegExp(`(?<![\\p{L}\\d])(?:${panels.capitals.join('|')})(?![\\p{L}\\d])`, 'gu'),
  new RegExp(`(?<![\\p{L}\\d])(?:${panels.words.join('|')})(?![\\p{L}\\d])`, 'giu'),
];

const RESULT =
  /^\s*(?:[:–-]|is|was|came|back|has|have|been|turned|out|strongly|weakly|\s)*(?:positive|negative|(?:non[- ]?|not )?(?:reactive|detected)|\+ve|\+(?!\w))(?![\p{L}])/iu;
/** "Dengue NS1 positive" is read as what it found. */
const tellsNoResult =
  (text: string) =>
  ({ 0: words, index }: RegExpExecArray): boolean =>
    !isTestOfInfection(words) ||
    !RESULT.test(text.slice(index + words.length, index + words.length + 40));

/** A test without a code. */
const testOfWords = (words: string, start: number) => ({
  start,
  end: start + words.length,
  words: words.match(/\p{L}+|\d+/gu)?.length ?? 1,
  hides: false,
  own: true,
  icd: undefined,
  kind: 'order' as const,
  concept: `order ${words.toLowerCase().replace(/\s+/g, ' ')}`,
});

/** Tests that are ordered by names for which no list here has a code: they stay words. */
const panelsIn = (text: string, listed: readonly Found[]): Found[] =>
  PANELS.flatMap((pattern) => [...text.matchAll(pattern)])
    .filter(tellsNoResult(text))
    .map(({ 0: words, index }) => testOfWords(words, index))
    .filter(({ start, end }) => {
      // "Mammogram" is first in a list that has it as what is no finding.
      const first = listed.find((one) => one.start === start && one.end === end);
      return first?.kind !== 'order' || first.hides;
    });

const commonColds = (text: string): Found[] =>
  [...text.matchAll(COLD)].map(({ 0: words, 1: cold = '', index }) => {
    const start = index + words.toLowerCase().lastIndexOf(cold.toLowerCase());
    return {
      start,
      end: start + cold.length,
      words: 1,
      hides: false,
      icd: 'J00',
      kind: 'diagnosis',
      concept: 'icd-10-cm J00',
    };
  });

/** Symptoms even where their code stands in an organ's chapter. */
const FELT =
  /(?<![\p{L}])(?:pains?|painful|\p{L}*aches?|swelling|swollen|weakness|numbness|tingling|itch\p{L}*|discharge|bleed\p{L}*|stiffness|cramps?|vision|nose|lump|cough|dizz\p{L}*|tired\p{L}*)(?![\p{L}])/iu;

/**
 * Tests and procedures, which SNOMED CT has beside findings: tests are orders, the rest are
 * procedures.
 */
const ORDERED =
  /(?<![\p{L}])(?:x[- ]?rays?|cxr|\p{L}*scans?|mri|ct|cect|hrct|ultrasound|ultrasonography|usg|sonography|ecg|ekg|eeg|emg|echo|doppler|\p{L}+(?:scop(?:y|ies)|grams?|graphy|graphic)|cultures?|tests?|testing|spirometry|pft|pfts|biops(?:y|ies)|smear|screening|assay|measurement|electrocardiographic procedure)(?![\p{L}])/iu;
const DONE =
  /(?<![\p{L}])(?:\p{L}+(?:ectom(?:y|ies)|otomy|plasty|ostomy|pexy|desis|centesis)|surgery|operation|dialysis|\p{L}*therapy|chemo|transfusions?|bypass|cabg|grafting|ligation|c section|caesarean|cesarean|delivery|repair|replacement|dressing|suturing|sutures?|vaccination|immuni[sz]ation|injections?|circumcision|catheteri[sz]ation|intubation|nebuli[sz]ation|extraction|spinal tap|lumbar puncture|stent\p{L}*|transplant\p{L}*|counsell?ing|cbt|drainage|excision|removal)(?![\p{L}])/iu;

/** Signs, beside what is felt. */
const SIGN =
  /(?<![\p{L}])(?:tender\p{L}*|bruits?|o?edema|rales|crackles?|crepitations?|wheez\p{L}*|\p{L}*pnea|\p{L}*pnoea|\p{L}*adenopathy|murmurs?|mass(?:es)?|nodules?|rash\p{L}*|lesions?|ulcers?|numb|appetite|sweat\p{L}*|retention|incontinence|urgency|dysfunction|deformity|atrophy|rigidity|tremors?|nausea|vomiting|fevers?|\p{L}+uria|\p{L}+algia|\p{L}+plegia|\p{L}+paresis|\p{L}+phagia)(?![\p{L}])/iu;
/** Words of a sentence, which a list leaves out of a name: "the pain is localized". */
const SENTENCE =
  /(?<![\p{L}])(?:is|are|was|were|has|have|been|for|your|their|risks|typical)(?![\p{L}])|[/\n]/iu;

/**
 * SNOMED CT has a concept for what is everyday in a note ("male", "lives alone", "review of
 * systems"): of what only a whole list has, a finding counts by words of a complaint or a sign, a
 * procedure by words of one.
 */
function saysItself(said: string, tag: string): boolean {
  if (SENTENCE.test(said)) return false;
  if (tag === 'finding') return FELT.test(said) || SIGN.test(said);
  return !isDone(tag) || ORDERED.test(said) || DONE.test(said);
}

function kindOf(
  ontology: Ontology,
  icd: string | undefined,
  said: string,
  tag: string,
): EntityKind {
  if (ontology === 'medication') return 'medication';
  if (ontology === 'loinc') return 'order';
  if (ontology === 'snomed' && ORDERED.test(said)) return 'order';
  if (ontology === 'snomed' && (isDone(tag) || DONE.test(said))) return 'procedure';
  return icd?.startsWith('R') || tag === 'finding' || FELT.test(said) ? 'symptom' : 'diagnosis';
}
