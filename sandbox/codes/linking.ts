/**
 * How the practice platform finds a code: by the words alone, the same words always with the same
 * answer.
 */
import { type Medicine, medicines, type Test, terms, tests } from './terms.ts';

type Found = {
  term_id: string;
  term_name: string;
  score: number | null;
  is_linked: boolean;
  metadata?: Record<string, unknown>;
};
export type Answer = { results: Found[]; query_breakdown: Record<string, unknown> | null };
type Hints = Readonly<Record<string, unknown>>;

const BEST = 0.97;
const rounded = (score: number) => Math.round(score * 100) / 100;

/** "for two days", "since 3 weeks": says nothing about what it is. */
const duration =
  /\b(since|for|from|last|past)?\s*(the\s+)?(last\s+)?(\d+|a|an|one|two|three|four|five|six|seven|eight|nine|ten|few|some)\s+(hours?|days?|weeks?|months?|years?)\b/g;
const fillers = new Set([
  'a',
  'an',
  'the',
  'of',
  'in',
  'on',
  'at',
  'with',
  'and',
  'has',
  'have',
  'had',
  'patient',
  'mild',
  'moderate',
  'severe',
]);

export function wordsOf(text: string): string[] {
  const plain = text.toLowerCase().normalize('NFC').replace(duration, ' ');
  return (plain.match(/[\p{L}\p{M}\p{N}%]+/gu) ?? []).filter((word) => !fillers.has(word));
}

/** 1: the same words, whatever their order; 0: none in common. */
function likeness(one: readonly string[], other: readonly string[]): number {
  const [a, b] = [new Set(one), new Set(other)];
  const both = [...a].filter((word) => b.has(word)).length;
  return both === 0 ? 0 : both / (a.size + b.size - both);
}

const byScore = (
  a: { score: number | null; term_id: string },
  b: { score: number | null; term_id: string },
) => (b.score ?? 0) - (a.score ?? 0) || (a.term_id < b.term_id ? -1 : 1);
const hint = (hints: Hints, name: string) =>
  typeof hints[name] === 'string' ? hints[name].trim().toLowerCase() : '';

/** SNOMED CT and ICD-10-CM; hints say nothing there (contract 2.2). */
export function linkTerm(query: string, ontology: 'snomed' | 'icd-10-cm', count: number): Answer {
  const asked = wordsOf(query);
  const found = terms.flatMap((term) => {
    const coding = term.codes.find((one) => one.ontology === ontology);
    if (!coding) return [];
    const names = [...new Set([term.name, coding.display, term.common, ...term.words])]
      .map((name) => ({ name, like: likeness(asked, wordsOf(name)) }))
      .filter(({ like }) => like > 0.3);
    const [best] = names.sort((a, b) => b.like - a.like);
    return best ? [{ coding, best, exact: best.like === 1 }] : [];
  });
  const exact = new Set(found.filter((one) => one.exact).map(({ coding }) => coding.code));
  const results = found.flatMap(({ coding, best, exact: right }): Found[] => {
    const one = (term_name: string, score: number): Found => ({
      term_id: coding.code,
      term_name,
      score: rounded(score),
      is_linked: right && exact.size === 1,
      ...(ontology === 'snomed' && {
        metadata: {
          semantic_tag:
            terms.find(({ codes }) => codes.includes(coding))?.kind === 'symptom'
              ? 'finding'
              : 'disorder',
          is_core: true,
          source: 'practice',
          ...writtenIn(term_name),
        },
      }),
    });
    // The synonym that was asked for stands beside the concept's own name: two candidates, one
    // concept.
    const synonym =
      right && best.name.toLowerCase() !== coding.display.toLowerCase()
        ? [one(best.name, BEST * best.like - 0.01)]
        : [];
    return [one(coding.display, BEST * best.like), ...synonym];
  });
  const breakdown =
    ontology === 'snomed'
      ? null
      : {
          entity: asked.join(' '),
          entity_score: results.length > 0 ? BEST : 0,
          traits: [],
          attributes: [],
        };
  return { results: results.sort(byScore).slice(0, count), query_breakdown: breakdown };
}

const writtenIn = (text: string) =>
  /\p{Script=Devanagari}/u.test(text)
    ? { language: 'hi', script: 'devanagari' }
    : { language: 'en', script: 'latin' };

/** The unit weighs most, then the specimen; sure only where name, unit and specimen agree. */
export function linkTest(query: string, hints: Hints, count: number): Answer {
  const asked = wordsOf(query);
  const [unit, specimen] = [hint(hints, 'unit'), hint(hints, 'specimen')];
  const scored = tests.flatMap((test) => {
    const like = Math.max(...test.names.map((name) => likeness(asked, wordsOf(name))));
    if (like < 0.3) return [];
    const matches = {
      component: like === 1,
      unit: unit !== '' && unit === (test.unit ?? '').toLowerCase(),
      specimen: specimen !== '' && test.specimens.includes(specimen),
    };
    return [
      {
        test,
        matches,
        score: rounded(0.5 * like + (matches.unit ? 0.3 : 0) + (matches.specimen ? 0.17 : 0)),
      },
    ];
  });
  const sure = scored.filter(
    ({ matches }) => matches.component && matches.unit && matches.specimen,
  );
  const results = scored.map(
    ({ test, matches, score }): Found => ({
      term_id: test.coding.code,
      term_name: test.coding.display,
      score,
      is_linked: sure.length === 1 && sure[0]?.test === test,
      metadata: aboutTest(test, matches),
    }),
  );
  return {
    results: results.sort(byScore).slice(0, count),
    query_breakdown: {
      test_name: asked.join(' '),
      value: hint(hints, 'value'),
      specimen,
      unit_orig: unit,
    },
  };
}

const aboutTest = (
  test: Test,
  matches: { component: boolean; unit: boolean; specimen: boolean },
) => ({
  unit_normalised: test.unit ?? '',
  matching_breakdown: {
    component_match: matches.component,
    unit_match: matches.unit,
    specimen_match: matches.specimen,
    value_type_match: true,
    ref_time_match: true,
    value_normalised: '',
  },
});

/** Never scored; sure only where substance, strength and form were all said. */
export function linkMedicine(query: string, hints: Hints, count: number): Answer {
  const forms = ['tablet', 'capsule', 'syrup', 'inhaler', 'cream'];
  const asked = wordsOf(query);
  const form =
    hint(hints, 'form') ||
    (forms.find((one) => asked.includes(one)) ?? (asked.includes('tab') ? 'tablet' : ''));
  const volume =
    /(\d+(?:\.\d+)?)\s*(mg|mcg|ml|%)/i.exec(query)?.[0].replace(/\s+/g, ' ').toLowerCase() ?? '';
  const generic = hint(hints, 'generic_name');
  const named = medicines.filter((one) => asked.includes(one.generic) || one.generic === generic);
  const results = named
    .map((one) => ({
      one,
      sameVolume: volume !== '' && plain(one.volume) === plain(volume),
      sameForm: form !== '' && one.form === form,
    }))
    .sort(
      (a, b) =>
        Number(b.sameVolume) * 2 +
        Number(b.sameForm) -
        Number(a.sameVolume) * 2 -
        Number(a.sameForm),
    )
    .map(
      ({ one, sameVolume, sameForm }): Found => ({
        term_id: one.id,
        term_name: `${one.generic.charAt(0).toUpperCase()}${one.generic.slice(1)} ${one.volume} ${one.form}`,
        score: null,
        is_linked: sameVolume && sameForm,
        metadata: aboutMedicine(one, sameVolume, sameForm, form),
      }),
    );
  return {
    results: results.slice(0, count),
    query_breakdown: { brand_name: asked[0] ?? '', form, volume },
  };
}

const plain = (volume: string) => volume.replace(/\s+/g, '');

const aboutMedicine = (one: Medicine, sameVolume: boolean, sameForm: boolean, form: string) => ({
  form_info: one.form,
  volume: one.volume,
  generic_name: one.generic,
  generic_id: `practice-generic-${one.generic}`,
  generic_composition: `${one.generic} ${one.volume}`,
  product_type: 'generic',
  manufacturer_name: 'practice',
  is_otc: false,
  linking_requirements: { form_needed: form === '' },
  matching_breakdown: {
    drug_detection_score: '1.0',
    volume_detection_score: sameVolume ? '1.0' : '0.0',
    form_detection_score: sameForm ? '1.0' : '0.0',
    volume_exact_match: sameVolume,
    form_exact_match: sameForm,
    form_qualifier_exact_match: sameForm,
    salt_qualifier_exact_match: true,
    ...(!(sameVolume && sameForm) && {
      uncoded_reason: !sameVolume ? 'volume_mismatch' : 'form_needed',
    }),
  },
});

/** The older call: one code for a term, or none. */
export function linkLegacy(
  text: string,
): { snomed_id: string; text: string; confidence: number } | undefined {
  const [best] = linkTerm(text, 'snomed', 1).results;
  return best && (best.score ?? 0) >= 0.9
    ? { snomed_id: best.term_id, text, confidence: 0.99 }
    : undefined;
}
