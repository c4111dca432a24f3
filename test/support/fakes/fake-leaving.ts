/** Made-up rows of the question before signing: how medicines, tests and procedures leave. */
import type { LeavingRow, SaidLeaving } from '../../../shared/model/export/leaving.ts';

const row = (
  text: string,
  of: LeavingRow['of'],
  read: LeavingRow['read'],
  ...lines: string[]
): LeavingRow => ({ entities: [text], of, text, read, as: read, lines });

const first: readonly LeavingRow[] = [
  row('Glycomet', 'medicine', 'unclear', 'Given samples of Glycomet'),
  row(
    'Paracetamol 500 mg',
    'medicine',
    'ordered',
    'Paracetamol 500 mg up to three times a day for 3 days, after food, with plenty of water',
  ),
  row('CBC', 'test', 'ordered', 'CBC if fever stays beyond 3 days'),
  row('Amlodipine', 'medicine', 'taken', 'On amlodipine 5 mg since 2019', 'Continue amlodipine'),
  row('Ramipril', 'medicine', 'stopped', 'Ramipril stopped last year, cough'),
  row('HbA1c', 'test', 'result', 'HbA1c 7.8 % in May'),
  row('Appendicectomy', 'procedure', 'done', 'Appendicectomy in 2004'),
];

export function fakeLeaving(isShown: boolean) {
  let rows = isShown ? first : [];
  return {
    rows: () => rows,
    say(entities: readonly string[], as: SaidLeaving | null) {
      rows = rows.map((one) =>
        entities.includes(one.entities[0] ?? '') ? { ...one, as: as ?? one.read } : one,
      );
    },
  };
}
