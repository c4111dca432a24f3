/**
 * Recorded visits in words, each with the note that a person wrote of it: aci-bench, and PriMock57
 * with the times of its turns.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.resolve(import.meta.dirname, '../../../../shared/terminology/dialogues');

type Turn = {
  readonly who: string /** Seconds. */;
  readonly from: number;
  readonly to: number;
  readonly text: string;
};
export type Dialogue = {
  readonly name: string;
  readonly dialogue: string;
  readonly note: string;
  readonly turns: readonly Turn[];
};

/** Thresholds were chosen on the first; the `tests` were looked at beside it. */
const SETS = {
  'aci-bench': ['train.csv', 'valid.csv'],
  'aci-bench tests': [
    'clinicalnlp_taskB_test1.csv',
    'clinicalnlp_taskC_test2.csv',
    'clef_taskC_test3.csv',
  ],
  primock57: [],
};
export type DialogueSet = keyof typeof SETS;
export const dialogueSets = Object.keys(SETS) as DialogueSet[];

export const dialoguesThere = () => existsSync(path.join(folder, 'aci-bench', 'train.csv'));

export function dialogues(set: DialogueSet): Dialogue[] {
  if (set !== 'primock57')
    return SETS[set].flatMap((file) =>
      csv(readFileSync(path.join(folder, 'aci-bench', file), 'utf8'))
        .slice(1)
        .map(([, name = '', dialogue = '', note = '']) => ({ name, dialogue, note, turns: [] })),
    );
  return readdirSync(path.join(folder, 'primock57', 'notes'))
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((file) => {
      const name = file.replace('.json', '');
      const { note } = JSON.parse(
        readFileSync(path.join(folder, 'primock57', 'notes', file), 'utf8'),
      ) as { note: string };
      const turns = ['doctor', 'patient']
        .flatMap((who) =>
          textGrid(
            readFileSync(
              path.join(folder, 'primock57', 'transcripts', `${name}_${who}.TextGrid`),
              'utf8',
            ),
            who,
          ),
        )
        .sort((one, other) => one.from - other.from);
      return {
        name,
        note,
        turns,
        dialogue: turns
          .map(({ who, text }) => `${who === 'doctor' ? 'Doctor' : 'Patient'}: ${text}`)
          .join('\n'),
      };
    });
}

function textGrid(grid: string, who: string): Turn[] {
  return [
    ...grid.matchAll(
      /intervals \[\d+\]:\s+xmin = ([\d.]+)\s+xmax = ([\d.]+)\s+text = "((?:[^"]|"")*)"/g,
    ),
  ]
    .map(([, from, to, text = '']) => ({
      who,
      from: Number(from),
      to: Number(to),
      text: text
        .replace(/<[^>]*>/g, '')
        .replace(/""/g, '"')
        .replace(/\s+/g, ' ')
        .trim(),
    }))
    .filter(({ text }) => text !== '');
}

function csv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, bare, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/g,
  )) {
    rows.at(-1)?.push(quoted?.replace(/""/g, '"') ?? bare ?? '');
    if (end !== ',') rows.push([]);
  }
  return rows.filter((row) => row.length > 2);
}
