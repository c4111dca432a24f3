/** Lines of a model's note that what was said does not support, by the real checks and evidence. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkDeps } from '../../../main/app/check-deps.ts';
import { createUnsupported } from '../../../main/app/unsupported.ts';
import { createExtraction } from '../../../main/features/coding/extraction/extraction.ts';
import { createDrugWords } from '../../../main/features/coding/extraction/medicines/drug-words.ts';
import { createChecks } from '../../../main/features/notes/checks/checks.ts';
import { createEvidence } from '../../../main/features/notes/evidence/evidence.ts';
import { shortForms } from '../../../main/features/notes/evidence/short-forms.ts';
import { createReader } from '../../../main/features/notes/evidence/words.ts';
import { createTerminology } from '../../../main/infrastructure/terminology/terminology.ts';
import { createNormaliser } from '../../../main/infrastructure/terminology/text/normalise.ts';

const terminology = createTerminology({
  folder: mkdtempSync(path.join(tmpdir(), 'scriba-unsupported-')),
});
const extraction = createExtraction({ terminology });
const unsupported = createUnsupported({
  evidence: createEvidence(createReader({ wordsOf: createNormaliser(), shorts: shortForms })),
  checks: createChecks(checkDeps(extraction, createDrugWords(terminology))),
});
const TRANSCRIPT = [
  '[00:00] Patient: I have had fever and dry cough for three days.',
  '[00:03] Patient: I started paracetamol 650 mg twice daily.',
  '[00:06] Patient: No breathlessness. My left knee hurts.',
].join('\n');

function marked(...lines: string[]): string[] {
  const section = { id: 'one', title: 'Complaints', text: lines.join('\n') };
  const found = unsupported([section], TRANSCRIPT, 'en-IN').get('one') ?? new Set();
  return lines.filter((_, at) => found.has(at));
}

test.each([
  ['Breathlessness.', 'The patient has breathlessness.'],
  ['No fever.', 'Fever is absent.', 'Denies fever.'],
  ['Paracetamol 500 mg twice daily.', 'Takes paracetamol 500 mg.'],
  ['Right knee hurts.', 'Pain of the right knee, it hurts.'],
])('what two lines say wrong is marked in both: %s, %s', (...lines) => {
  expect(marked(...lines)).toEqual(lines);
});

test('what was said is not marked, also where it stands twice or beside a wrong line', () => {
  const right = [
    'Fever and dry cough for three days.',
    'Fever for three days.',
    'No breathlessness.',
    'Breathlessness: no.',
    'Started paracetamol 650 mg twice daily.',
    'Left knee hurts.',
  ];
  expect(marked(...right)).toEqual([]);
  expect(marked(...right, 'Diabetes mellitus since 2010.')).toEqual([
    'Diabetes mellitus since 2010.',
  ]);
});

test('wrong lines of two sections are marked in each', () => {
  const sections = ['a', 'b'].map((id) => ({
    id,
    title: 'Complaints',
    text: 'Fever.\nBreathlessness.',
  }));
  const found = unsupported(sections, TRANSCRIPT, 'en-IN');
  expect([...found].map(([id, lines]) => [id, [...lines]])).toEqual([
    ['a', [1]],
    ['b', [1]],
  ]);
});
