/**
 * Checks on notes that people wrote of recorded visits: differences that are told of a note beside
 * its own dialogue (nearly all are false alarms, for the note is what the clinician meant), and of
 * changes planted in the note the share that is told. Practice visits stand beside them. Needs the
 * dialogues beside the project. `--json`; `--show KIND` prints differences of the first set.
 * `--table` needs no dialogues: false alarms and misses over all practice visits, line by line.
 */

import { certainOf, type DifferenceKind } from '../../shared/model/note/checks.ts';
import { sectionsOf } from '../../shared/model/note/note-sections.ts';
import { practiceTable } from '../../test/support/practice-table.ts';
import { checksRig } from '../../test/support/rigs/checks-rig.ts';
import { type Dialogue, dialogueSets, dialogues, dialoguesThere } from './lib/dialogues.ts';

const words = process.argv.slice(2);
const shown = words.includes('--show') ? words[words.indexOf('--show') + 1] : undefined;

if (words.includes('--table')) {
  process.stdout.write(practiceTable());
  process.exit(0);
}
if (!dialoguesThere()) {
  console.log('The dialogues are not here; nothing was measured.');
  process.exit(0);
}

const { checks } = checksRig();
const differences = (note: string, transcript: string) =>
  checks({
    sections: sectionsOf({ kind: 'markdown', text: note }),
    transcript,
    language: 'en',
  });

type Plant = { readonly name: string; readonly of: RegExp; readonly by: (found: string) => string };
const OTHER: Readonly<Record<string, string>> = { left: 'right', right: 'left' };
/** One change in a note, of a kind that harms. */
const plants: readonly Plant[] = [
  {
    name: 'dose x 10',
    of: /\b\d+(?:\.\d+)?(?= ?(?:mg|milligrams?|mcg|micrograms?)\b)/gi,
    by: (found) => String(Number(found) * 10),
  },
  { name: 'side', of: /\b(?:left|right)\b/gi, by: (found) => OTHER[found.toLowerCase()] ?? found },
  { name: 'negation', of: /\bdenies (?:any )?/gi, by: () => 'reports ' },
  {
    name: 'action',
    of: /\b(?:continue|stop|discontinue|start)(?= (?:on |taking |the |her |his )*\p{L})/giu,
    by: (found) => (/^(?:continue|start)$/i.test(found) ? 'stop' : 'continue'),
  },
];

const figures: Record<string, unknown> = {};
for (const set of dialogueSets) {
  const all = dialogues(set);
  const kinds: Partial<Record<DifferenceKind, number>> = {};
  let quiet = 0;
  let uncertain = 0;
  for (const { name, note, dialogue } of all) {
    const told = differences(note, dialogue);
    const certain = certainOf(told);
    uncertain += told.length - certain.length;
    if (certain.length === 0) quiet += 1;
    for (const { kind, text, inNote, inTranscript } of certain) {
      kinds[kind] = (kinds[kind] ?? 0) + 1;
      if (shown === kind && set === dialogueSets[0])
        console.log(`${name}\t${text}\t${inNote}\t${inTranscript?.text ?? '-'}`);
    }
  }
  const total = Object.values(kinds).reduce((sum, count) => sum + count, 0);
  figures[set] = {
    notes: all.length,
    'looks in a note': round(total / all.length),
    'less certain, folded': round(uncertain / all.length),
    'notes without a look': `${round((quiet / all.length) * 100)} %`,
    ...kinds,
    ...Object.fromEntries(plants.map((plant) => [`found: ${plant.name}`, planted(all, plant)])),
  };
}
if (words.includes('--json')) console.log(JSON.stringify(figures));
else console.table(figures);

/** Changes after which a difference is told that was not told before: their share. */
function planted(all: readonly Dialogue[], { of, by }: Plant): string {
  let changed = 0;
  let told = 0;
  for (const { note, dialogue } of all) {
    const before = new Set(wordsOf(note, dialogue));
    for (const { 0: found, index } of [...note.matchAll(of)].slice(0, 4)) {
      changed += 1;
      const fresh = note.slice(0, index) + by(found) + note.slice(index + found.length);
      if (wordsOf(fresh, dialogue).some((one) => !before.has(one))) told += 1;
    }
  }
  return `${told} of ${changed}`;
}

/** Each difference that has to be looked at, wherever it stands. */
function wordsOf(note: string, dialogue: string): string[] {
  return certainOf(differences(note, dialogue)).map(({ kind, inNote, inTranscript }) =>
    JSON.stringify([kind, inNote, inTranscript]),
  );
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
