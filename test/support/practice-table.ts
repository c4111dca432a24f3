/**
 * The table of false alarms and misses over all practice visits: each difference that is told of a
 * note that says what was said is a false alarm; of the faults that are planted in it, each is
 * told, folded or missed.
 */
import { read } from '../../main/features/notes/checks/compare.ts';
import type { Language } from '../../sandbox/scribe/consultations/consultation.ts';
import { consultations } from '../../sandbox/scribe/consultations/consultations.ts';
import { writeNotes, writeTranscript } from '../../sandbox/scribe/document-writer.ts';
import type { Difference } from '../../shared/model/note/checks.ts';
import { type NoteSection, sectionsOf } from '../../shared/model/note/note-sections.ts';
import { checksRig } from './rigs/checks-rig.ts';

const { checks, deps } = checksRig();
/** Of one kind in one visit. */
const MOST = 6;

type Plant = { readonly start: number; readonly end: number; readonly words: string };
type Fault = {
  readonly name: string;
  readonly plants: (section: NoteSection, language: Language) => readonly Plant[];
};
const byWords =
  (pattern: RegExp, fresh: (words: string) => string): Fault['plants'] =>
  ({ text }) =>
    [...text.matchAll(pattern)].map(({ 0: words, index }) => ({
      start: index,
      end: index + words.length,
      words: fresh(words),
    }));
const readingOf = ({ text, title }: NoteSection, language: Language) =>
  read(text, title, { speech: false, section: 'other', language }, deps);
const other: Readonly<Record<string, string>> = {
  left: 'right',
  right: 'left',
  Left: 'Right',
  Right: 'Left',
  mg: 'mcg',
  ml: 'L',
  mL: 'L',
  g: 'mg',
};

const faults: readonly Fault[] = [
  {
    name: 'dose x 10',
    plants: byWords(
      /(?<![\d.])\d+(?= ?(?:mg|ml|mL|g|units|मिलीग्राम|मि\.?ली)(?![\p{L}/]))/gu,
      (dose) => `${dose}0`,
    ),
  },
  {
    name: 'unit x 1000',
    plants: byWords(/(?<=\d ?)(?:mg|ml|mL|g)(?![\p{L}/])/gu, (unit) => other[unit] ?? unit),
  },
  {
    name: 'diastolic pressure',
    plants: byWords(/(?<=\d{2,3}\/)\d{2,3}(?!\d)/g, (value) => String(Number(value) + 7)),
  },
  {
    name: 'side',
    plants: byWords(/(?<!\p{L})(?:[Ll]eft|[Rr]ight)(?!\p{L})/gu, (side) => other[side] ?? side),
  },
  {
    name: 'denial turned',
    plants: byWords(/(?<!\p{L})(?:[Nn]o|[Dd]enies|without)\s+(?=\p{L}{4})/gu, () => ''),
  },
  {
    name: 'invented denial',
    plants: (section, language) =>
      readingOf(section, language)
        .concepts.filter(({ status }) => status === 'present')
        .map(({ start }) => ({ start, end: start, words: 'No ' })),
  },
  {
    name: 'opposite action',
    plants: byWords(
      /(?<!\p{L})(?:Continue|Start|Take|Stop|Increase|Reduce)(?= \p{L})/gu,
      (act) => ({ Stop: 'Continue', Increase: 'Reduce', Reduce: 'Increase' })[act] ?? 'Stop',
    ),
  },
  {
    name: 'omitted allergy',
    plants: (section, language) =>
      readingOf(section, language)
        .allergies.filter(({ to }) => to !== '')
        .map(({ start, end }) => ({ start, end, words: '' })),
  },
  {
    name: 'allergy denied',
    plants: byWords(/[Aa]llerg(?:ic to|y to)[^.\n;]*/g, () => 'No known allergies'),
  },
];

const wordsOf = ({ kind, inNote, inTranscript, isUncertain }: Difference) =>
  [
    isUncertain ? 'folded' : 'open',
    kind,
    JSON.stringify(inNote),
    ...(inTranscript ? [JSON.stringify(inTranscript.text)] : []),
  ].join(' ');

/** Counts, an empty line, and what was told or missed of each visit. */
export function practiceTable(): string {
  const lines: string[] = [];
  const counts = new Map(faults.map(({ name }) => [name, { told: 0, folded: 0, missed: 0 }]));
  const alarms = { open: 0, folded: 0 };
  for (const consultation of consultations)
    for (const language of ['en', 'hi'] satisfies Language[]) {
      if (consultation.texts[language] === undefined) continue;
      const writing = { consultation, language, codify: true, brand: 'practice' };
      const transcript = writeTranscript(writing);
      const sections = sectionsOf({ kind: 'markdown', text: writeNotes(writing) });
      const told = (all: readonly NoteSection[]) => checks({ sections: all, transcript, language });
      const first = told(sections).map(wordsOf);
      lines.push(`${consultation.id} (${language})`);
      for (const one of first) {
        alarms[one.startsWith('open') ? 'open' : 'folded'] += 1;
        lines.push(`  false alarm: ${one}`);
      }
      for (const { name, plants } of faults) {
        const all = sections.flatMap((section) =>
          plants(section, language).map((plant) => ({ section, ...plant })),
        );
        for (const { section, start, end, words } of all.slice(0, MOST)) {
          const text = section.text.slice(0, start) + words + section.text.slice(end);
          const fresh = told(sections.map((one) => (one === section ? { ...one, text } : one)))
            .map(wordsOf)
            .filter((one) => !first.includes(one));
          const outcome = outcomeOf(fresh);
          const count = counts.get(name);
          if (count) count[outcome] += 1;
          if (outcome === 'told') continue;
          const line = text.slice(text.lastIndexOf('\n', start - 1) + 1).split('\n', 1)[0];
          lines.push(`  ${outcome}, ${name}: ${line}`);
        }
      }
    }
  const head = [
    `false alarms: ${alarms.open} open, ${alarms.folded} folded`,
    ...[...counts].map(
      ([name, { told, folded, missed }]) =>
        `${name}: ${told} told, ${folded} folded, ${missed} missed`,
    ),
  ];
  return `${[...head, '', ...lines].join('\n')}\n`;
}

function outcomeOf(fresh: readonly string[]): 'told' | 'folded' | 'missed' {
  if (fresh.some((one) => one.startsWith('open'))) return 'told';
  return fresh.length > 0 ? 'folded' : 'missed';
}
