/**
 * Evidence on dialogues with their notes: how many of a note's sentences find their words in their
 * own dialogue, and how many in somebody else's (that is how often chance alone would say "found").
 * Needs the dialogues beside the project. `--json`; `--show` prints sentences that were found in
 * the wrong dialogue, and not in the right one.
 */

import { createEvidence } from '../../main/features/notes/evidence/evidence.ts';
import { shortForms } from '../../main/features/notes/evidence/short-forms.ts';
import { estimateTime } from '../../main/features/notes/evidence/time-estimate.ts';
import { createReader } from '../../main/features/notes/evidence/words.ts';
import { createNormaliser } from '../../main/infrastructure/terminology/text/normalise.ts';
import { sectionsOf } from '../../shared/model/note/note-sections.ts';
import { type Dialogue, dialogueSets, dialogues, dialoguesThere } from './lib/dialogues.ts';

const json = process.argv.includes('--json');
const show = process.argv.includes('--show');

if (!dialoguesThere()) {
  console.log('The dialogues are not here; nothing was measured.');
  process.exit(0);
}

const evidence = createEvidence(createReader({ wordsOf: createNormaliser(), shorts: shortForms }));
const sections = (note: string) => sectionsOf({ kind: 'markdown', text: note });
const figures: Record<string, unknown> = {};
for (const set of dialogueSets) {
  const all = dialogues(set);
  const own = count(
    all.map((one) => ({ one, transcript: one.dialogue })),
    show && 'none',
  );
  const other = count(
    all.map((one, at) => ({
      one,
      transcript: all[(at + Math.floor(all.length / 3)) % all.length]?.dialogue ?? '',
    })),
    show && 'found',
  );
  figures[set] = { dialogues: all.length, own, other };
  if (!json) {
    const share = (value: number) => `${(100 * value).toFixed(1)} %`.padStart(8);
    console.log(`${set}: ${all.length} dialogues, ${own.lines} sentences`);
    console.log(`                     found     weak     none   not comparable`);
    for (const [name, one] of [
      ['own dialogue', own],
      ['another dialogue', other],
    ] as const)
      console.log(
        `  ${name.padEnd(16)}${share(one.found)} ${share(one.weak)} ${share(one.none)}   ${one.incomparable}`,
      );
  }
}

figures.time = times();

const hour = dialogues('aci-bench').reduce(
  (text, { dialogue }) => (text.length > 60_000 ? text : `${text}\n${dialogue}`),
  '',
);
const long = dialogues('aci-bench')
  .slice(0, 6)
  .map(({ note }) => note)
  .join('\n');
const begun = performance.now();
const lines = evidence.of({ sections: sections(long), transcript: hour }).lines.length;
const ms = performance.now() - begun;
let longest = 0;
for (
  let walk = evidence.steps({ sections: sections(long), transcript: hour }),
    from = performance.now();
  !walk.next().done;
  from = performance.now()
)
  longest = Math.max(longest, performance.now() - from);
figures.speed = { letters: hour.length, lines, ms, longest };
console.log(
  json
    ? JSON.stringify(figures)
    : `an hour (${hour.length} letters), ${lines} sentences: ${ms.toFixed(0)} ms, the longest step ${longest.toFixed(0)} ms`,
);

function count(
  all: readonly { readonly one: Dialogue; readonly transcript: string }[],
  print: false | 'found' | 'none',
) {
  const sum = { found: 0, weak: 0, none: 0 };
  let incomparable = 0;
  for (const { one, transcript } of all) {
    const held = evidence.of({ sections: sections(one.note), transcript });
    if (!held.comparable) incomparable += 1;
    for (const line of held.lines) {
      sum[line.support] += 1;
      if (print === line.support)
        console.log(
          `  ${print}: ${sections(one.note)
            .find(({ id }) => id === line.section)
            ?.text.slice(
              line.span.start,
              line.span.end,
            )}${line.transcript ? ` <- ${transcript.slice(line.transcript.start, line.transcript.end).replace(/\n/g, ' | ')}` : ''}`,
        );
    }
  }
  const lines = sum.found + sum.weak + sum.none;
  return {
    lines,
    found: sum.found / lines,
    weak: sum.weak / lines,
    none: sum.none / lines,
    incomparable,
  };
}

/**
 * Measures the error of the time of a turn, and how often the stretch that is played has the
 * beginning of the turn in it. The silences between turns are known here.
 */
function times() {
  const step = 1600;
  const found = { 'silences known': [] as number[], 'silences not known': [] as number[] };
  const held = { 'silences known': 0, 'silences not known': 0 };
  let length = 0;
  let count = 0;
  for (const { turns, dialogue } of dialogues('primock57')) {
    const samples = Math.ceil(Math.max(...turns.map(({ to }) => to)) * 16_000);
    const spoken = new Uint8Array(Math.ceil(samples / step));
    for (const { from, to } of turns)
      spoken.fill(1, Math.floor((from * 16_000) / step), Math.ceil((to * 16_000) / step));
    let at = 0;
    for (const [index, { who, text, from }] of turns.entries()) {
      const start = at + who.length + 2;
      at = start + text.length + 1;
      if (text.length < 20 || index % 5 !== 0) continue;
      count += 1;
      for (const [name, time] of [
        ['silences known', spoken],
        ['silences not known', new Uint8Array(spoken.length)],
      ] as const) {
        const about = estimateTime(
          dialogue,
          { start, end: start + Math.min(60, text.length) },
          { samples, step, spoken: time },
        );
        if (!about) throw new Error('a sentence of the transcript has no time');
        found[name].push(Math.abs((about.from + about.to) / 2 / 16_000 - (from + 2)));
        if (about.from <= from * 16_000 && from * 16_000 <= about.to) held[name] += 1;
        length += (about.to - about.from) / 16_000 / 2;
      }
    }
  }
  const result = Object.fromEntries(
    Object.entries(found).map(([name, all]) => {
      const sorted = all.sort((one, other) => one - other);
      return [
        name,
        {
          median: sorted[sorted.length >> 1],
          p90: sorted[Math.floor(sorted.length * 0.9)],
          held: held[name as keyof typeof held] / count,
        },
      ];
    }),
  );
  if (!json)
    for (const [name, { median, p90, held: share }] of Object.entries(result))
      console.log(
        `time of ${count} turns, ${name}: off by ${(median ?? 0).toFixed(1)} s (median), ${(p90 ?? 0).toFixed(1)} s (p90); the words begin in what is played: ${(100 * share).toFixed(0)} %; it is ${(length / count).toFixed(0)} s long`,
      );
  return result;
}
