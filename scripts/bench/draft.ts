/**
 * Drafts made of transcripts alone, against the notes that clinicians wrote (ACI-Bench): ROUGE
 * beside copies of the transcript, and what a draft must never do. Needs the dialogues and the
 * terminology data beside the project, which are for measuring only. `--json`; `--show NAME` prints
 * the draft of one visit; `--speakers unknown` (`guessed`, `swapped`) drafts as where nobody said who
 * spoke.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDrafting } from '../../main/app/drafting.ts';
import { createExtraction } from '../../main/features/coding/extraction/extraction.ts';
import { quantities } from '../../main/features/notes/checks/quantities.ts';
import { importRelease } from '../../main/infrastructure/terminology/importers/import.ts';
import { createTerminology } from '../../main/infrastructure/terminology/terminology.ts';
import type { DraftLine, NoteDraft, SpokenTurn } from '../../shared/model/note/draft.ts';
import { type Dialogue, dialogues, dialoguesThere } from './lib/dialogues.ts';
import { dataThere, releaseFiles } from './lib/linking-sets.ts';
import { type Rouge, rouge } from './lib/rouge.ts';

const json = process.argv.includes('--json');
const shown = process.argv.includes('--show')
  ? process.argv[process.argv.indexOf('--show') + 1]
  : undefined;
/** `known`, or `unknown`, `guessed` or `swapped`, as after work on this computer. */
const SPEAKERS = process.argv.includes('--speakers')
  ? process.argv[process.argv.indexOf('--speakers') + 1]
  : 'known';
const WRONG_OF = 20;
const SETS = ['aci-bench', 'aci-bench tests'] as const;

if (!dialoguesThere() || !dataThere()) {
  console.log('The dialogues or the terminology data are not here; nothing was measured.');
  process.exit(0);
}

const folder = mkdtempSync(path.join(tmpdir(), 'scriba-draft-'));
try {
  await importRelease(folder, 'icd10cm', releaseFiles());
  measure();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function measure(): void {
  const terminology = createTerminology({ folder });
  const draft = createDrafting(terminology);
  const extraction = createExtraction({ terminology });
  const figures: Record<string, unknown> = {};
  for (const set of SETS) {
    const all = dialogues(set);
    const begun = performance.now();
    const drafts = all.map((one) => draft(turnsOf(one)));
    const ms = (performance.now() - begun) / all.length;
    const table = {
      'first 2 and last 10 turns': mean(all, (one) => {
        const turns = turnsOf(one).map(({ text }) => text);
        return turns.length <= 12
          ? turns.join('\n')
          : [...turns.slice(0, 2), ...turns.slice(-10)].join('\n');
      }),
      'transcript copied': mean(all, (one) => one.dialogue),
      'draft, its lines alone': mean(all, (_, at) => bodyOf(drafts[at])),
      draft: mean(all, (_, at) => textOf(drafts[at])),
    };
    if (process.argv.includes('--turned'))
      for (const [at, one] of all.entries())
        for (const line of drafts[at]?.sections.flatMap(({ lines }) => lines) ?? [])
          if (isTurned(turnsOf(one), line))
            console.log(`  turned in ${one.name}: ${line.text}`, JSON.stringify(line.findings));
    const counts = all.map((one, at) => countsOf(one, drafts[at]));
    const total = Object.fromEntries(
      Object.keys(counts[0] ?? {}).map((key) => [
        key,
        counts.reduce((sum, one) => sum + one[key as keyof typeof one], 0),
      ]),
    );
    figures[set] = { visits: all.length, ms, table, total };
    if (!json) show(set, all.length, ms, table, total);
    for (const [at, one] of all.entries())
      if (one.name === shown)
        console.log(textOf(drafts[at]), '\n----\n', one.dialogue, '\n----\n', one.note);
  }
  if (json) console.log(JSON.stringify(figures));
  terminology.close();

  function countsOf(one: Dialogue, { sections }: NoteDraft = { sections: [] }) {
    const turns = turnsOf(one);
    const lines = sections.flatMap((section) => section.lines);
    const whole = lines.map(({ text }) => text).join('\n');
    const named = new Set(findings(whole));
    const spoken = new Set(findings(labelled(turns)));
    const wanted = [...new Set(findings(one.note))];
    return {
      lines: lines.length,
      words: wordsIn(whole),
      'words of the transcript': wordsIn(one.dialogue),
      'words of the note': wordsIn(one.note),
      'not said': lines.filter((line) => !isSaid(turns, line)).length,
      'negation turned': lines.filter((line) => isTurned(turns, line)).length,
      'number changed': lines.filter((line) => isChanged(turns, line)).length,
      'findings of the note': wanted.length,
      'of them in the draft': wanted.filter((concept) => named.has(concept)).length,
      'of them in the transcript': wanted.filter((concept) => spoken.has(concept)).length,
    };
  }

  function findings(text: string): string[] {
    return extraction.ofText(text).map(({ concept }) => concept);
  }

  /** Read by itself, the line says of a finding that it is there, the transcript that it is not. */
  function isTurned(turns: readonly SpokenTurn[], { said, findings: own }: DraftLine): boolean {
    const alone = extraction.everywhereIn(
      labelled(
        said.map(({ turn, start, end }) => ({
          ...turns[turn],
          text: turns[turn]?.text.slice(start, end) ?? '',
        })),
      ),
    );
    return alone.some(({ text, status, span }, at) => {
      const twin = own[at];
      return (
        span.end > 0 &&
        twin?.text === text &&
        twin.status !== status &&
        (twin.status === 'absent' || status === 'absent')
      );
    });
  }
}

/** Words of the transcript are parted from their signs; here they are written as people write. */
function turnsOf({ dialogue }: Dialogue): SpokenTurn[] {
  let count = 0;
  return dialogue.split('\n').flatMap((line) => {
    count += 1;
    const [, speaker = '', text = ''] = /^\[(\w+)\]\s*(.*)$/.exec(line) ?? [];
    const written = text
      .replace(/ (n['’]t)/g, '$1')
      .replace(/\b(gon|wan) na\b/g, '$1na')
      .replace(/ (['’](?:s|m|re|ve|ll|d))(?![a-z])/g, '$1')
      .replace(/ ([.,?!;:])/g, '$1')
      .trim();
    return written === '' ? [] : [{ ...speakerOf(speaker, count), text: written }];
  });
}

/** One turn of `WRONG_OF` is given to the other one where speakers are guessed. */
function speakerOf(speaker: string, count: number): Pick<SpokenTurn, 'speaker'> {
  if (SPEAKERS === 'unknown') return {};
  const isWrong = SPEAKERS === 'swapped' || (SPEAKERS === 'guessed' && count % WRONG_OF === 0);
  if (!isWrong) return { speaker };
  return { speaker: speaker.startsWith('doctor') ? 'patient' : 'doctor' };
}

function roleOf(speaker: string): string {
  return ['doctor', 'patient'].find((role) => speaker.startsWith(role)) ?? 'guest';
}
function labelled(turns: readonly SpokenTurn[]): string {
  return turns.map(({ speaker = '', text }) => `[${roleOf(speaker)}] ${text}`).join('\n\n');
}

function bodyOf(draft: NoteDraft = { sections: [] }): string {
  return draft.sections.flatMap(({ lines }) => lines.map(({ text }) => text)).join('\n');
}
function textOf(draft: NoteDraft = { sections: [] }): string {
  return draft.sections
    .filter(({ lines }) => lines.length > 0)
    .map(({ title, lines }) => [title, ...lines.map(({ text }) => text)].join('\n'))
    .join('\n\n');
}

/** Looked for in the turns by its letters, whatever places the line itself names. */
function isSaid(turns: readonly SpokenTurn[], { text }: DraftLine): boolean {
  const whole = turns
    .map((turn) => turn.text)
    .join('\n')
    .replace(/\s+/g, ' ');
  let from = 0;
  return text.split(' — ').every((part) => {
    const at = whole.indexOf(part, from);
    from = at + part.length;
    return at >= 0;
  });
}

function isChanged(turns: readonly SpokenTurn[], { text, said }: DraftLine): boolean {
  const told = said.map(({ turn, start, end }) => turns[turn]?.text.slice(start, end)).join(' — ');
  const values = (words: string) =>
    quantities(words).map(({ kind, value, second }) => `${kind} ${value} ${second}`);
  return values(text).join() !== values(told).join();
}

function mean(all: readonly Dialogue[], candidate: (one: Dialogue, at: number) => string): Rouge {
  const each = all.map((one, at) => rouge(one.note, candidate(one, at)));
  const of = (pick: (one: Rouge) => number) =>
    each.reduce((sum, one) => sum + pick(one), 0) / each.length;
  return { one: of(({ one }) => one), two: of(({ two }) => two), long: of(({ long }) => long) };
}

function show(
  set: string,
  visits: number,
  ms: number,
  table: Readonly<Record<string, Rouge>>,
  total: Readonly<Record<string, number>>,
): void {
  console.log(`${set}: ${visits} visits, ${ms.toFixed(0)} ms each`);
  console.log(`  ${'ROUGE, F1'.padEnd(28)}     1      2      L`);
  const percent = (value: number) => (100 * value).toFixed(1).padStart(6);
  for (const [name, { one, two, long }] of Object.entries(table))
    console.log(`  ${name.padEnd(28)}${percent(one)} ${percent(two)} ${percent(long)}`);
  for (const [name, count] of Object.entries(total)) console.log(`  ${name}: ${count}`);
}

function wordsIn(text: string): number {
  return text.match(/[\p{L}\p{N}'’]+/gu)?.length ?? 0;
}
