/**
 * LOINC codes of R4 sections. Each code is in HL7's value set `doc-section-codes`, but for
 * 51847-2, which C-CDA names for an assessment and plan in one; the names are LOINC's own.
 * A section whose title means something else than the code says has none.
 */
import type { SectionKind } from './sections.ts';
import { type Coding, LOINC } from './types.ts';

const coding = (code: string, display: string): Coding => ({ system: LOINC, code, display });

const PAST_ILLNESS = coding('11348-0', 'History of Past illness Narrative');
const PROCEDURES = coding('47519-4', 'History of Procedures Document');

/** Titles that are read more exactly than their kind; the first that fits counts. */
const byTitle: readonly (readonly [Coding, RegExp])[] = [
  [
    coding('51847-2', 'Evaluation + Plan note'),
    /^(?:(?:assessment|impression|evaluation|diagnos[ie]s) ?(?:and|&|\+|\/) ?plan|a ?[/&+] ?p)$/i,
  ],
  [
    coding('51848-0', 'Evaluation note'),
    /^(?:(?:clinical|provisional|working|differential|final|primary|overall) )?(?:assessment|impression|diagnos[ie]s)(?: ?(?:and|&|\/) ?(?:assessment|impression|diagnos[ie]s))?$/i,
  ],
  [
    coding('18776-5', 'Plan of care note'),
    /^(?:(?:care|treatment|management|clinical|further) )?plan(?: of (?:care|treatment|management|action))?$/i,
  ],
  [
    coding('10164-2', 'History of Present illness Narrative'),
    /^(?:history of (?:the )?(?:present(?:ing)?|current) (?:illness|complaints?)|hpi|hopi)$/i,
  ],
  [coding('29762-2', 'Social history Narrative'), /^social history$/i],
  [coding('10187-3', 'Review of systems Narrative - Reported'), /^(?:review of systems|ros)$/i],
  [PROCEDURES, /^(?:past )?surgical history$/i],
  [
    PAST_ILLNESS,
    /^(?:(?:past|previous|prior) (?:medical |illness )?history|medical history|history of past illness(?:es)?|pmh|comorbid\w*)$/i,
  ],
];

/** Kinds whose every title means what the code says. */
const byKind: Partial<Record<SectionKind, Coding>> = {
  complaints: coding('10154-3', 'Chief complaint Narrative - Reported'),
  examination: coding('29545-1', 'Physical findings Narrative'),
  allergies: coding('48765-2', 'Allergies and adverse reactions Document'),
  family: coding('10157-6', 'History of family member diseases Narrative'),
  medications: coding('10160-0', 'History of Medication use Narrative'),
  procedures: PROCEDURES,
  vitals: coding('8716-3', 'Vital signs'),
};

/** The code of a section with this title; `kind` is what `sectionOf` reads in it. */
export function loincCodeOf(kind: SectionKind, title: string): Coding | undefined {
  if (kind === 'family') return byKind.family;
  const plain = title.replace(/\s+/g, ' ').replace(/\s*:$/, '').trim();
  return byTitle.find(([, words]) => words.test(plain))?.[0] ?? byKind[kind];
}
