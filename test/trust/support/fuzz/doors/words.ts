/**
 * The words of a note and of its transcript, as a platform may send them or a person paste them:
 * phrases that Scriba reads, without full stops and again and again, so that what is read by
 * patterns has the most to look at.
 */
import { createDrafting } from '../../../../../main/app/drafting.ts';
import { createExtraction } from '../../../../../main/features/coding/extraction/extraction.ts';
import { createTerminology } from '../../../../../main/infrastructure/terminology/terminology.ts';
import { actIn } from '../../../../../shared/model/export/acts/act-status.ts';
import type { Note } from '../../../../../shared/model/note/note.ts';
import { checksRig } from '../../../../support/rigs/checks-rig.ts';
import type { Dice } from '../dice.ts';
import type { Door, OpenDoor, Outcome } from '../door.ts';

/** `again` stands as often as `times` says, between `before` and `after`. */
type Words = {
  readonly title: string;
  readonly before: string;
  readonly again: string;
  readonly times: number;
  readonly after: string;
  readonly said: string;
};

const pieces = [
  ...['no', 'not', 'denies', 'without', 'never', 'nahi', 'नहीं', 'or', 'and', 'but', 'if', 'for'],
  ...['fever', 'cough', 'chest pain', 'bukhar', 'बुखार', 'diabetes', 'pain', 'left', 'knee', 'both'],
  ...[
    'aspirin',
    'metformin 500 mg',
    'Tab',
    'insulin',
    'twice daily',
    '1-0-1',
    'BD',
    'stop',
    'start',
  ],
  ...[
    'CABG',
    'in 2009',
    'done',
    'planned',
    'appendicectomy',
    'allergic to',
    'mother',
    'history of',
  ],
  ...[
    '150 over 70',
    'BP 150/110',
    '.5',
    '38.2',
    'three days',
    'since',
    'per',
    '10',
    'x',
    '+',
    '?',
    ':',
  ],
  ...[
    'a',
    'the',
    ',',
    ', ',
    '-',
    '(',
    ')',
    '/',
    ' ',
    '  ',
    '\n',
    '"',
    "'",
    'zzz',
    'é',
    '\u200d',
    '\u0940',
  ],
];
const titles = ['Plan', 'History', 'Allergies', 'Medicines', '', 'Examination'];
const usual = {
  before: 'No fever or cough. BP 150/90. Tab aspirin 75 mg once daily. ',
  again: 'CABG in 2009, बुखार नहीं. ',
  times: 2,
  after: 'Allergic to penicillin.',
  said: 'no fever, aspirin 75 mg once a day, allergic to penicillin',
};
const LONGEST = 3_000;

function phrase(dice: Dice): string {
  const chosen = Array.from({ length: 1 + dice.below(5) }, () => dice.of(pieces));
  return chosen.join(dice.once(5) ? '' : ' ') + (dice.once(4) ? '' : ' ');
}

function make(dice: Dice): Words {
  const again = phrase(dice);
  return {
    title: dice.of(titles),
    before: phrase(dice),
    again,
    times: dice.below(Math.ceil(LONGEST / again.length)),
    after: phrase(dice),
    said: dice.once(2) ? 'fever for three days, aspirin 75 mg' : phrase(dice),
  };
}

async function open(folder: string): Promise<OpenDoor<Words>> {
  const terminology = createTerminology({ folder });
  const extraction = createExtraction({ terminology });
  const draft = createDrafting(terminology);
  const { checks } = checksRig();

  async function run({ title, before, again, times, after, said }: Words): Promise<Outcome> {
    const text = before + again.repeat(times) + after;
    const section = { id: '0', title, text };
    const documents = [
      { templateId: 't', name: '', kind: 'markdown' as const, text: `## ${title}\n\n${text}` },
    ] as unknown as Note['documents'];
    const entities = extraction.ofNote({ documents });
    for (const { text: name, kind } of entities.slice(0, 3))
      actIn([section], name, [name], {
        isProcedure: kind === 'procedure',
        isTest: kind === 'order',
      });
    // The long one is once what was written, and once what was said.
    const found = [
      ...checks({ sections: [section], transcript: said, language: 'en-IN' }),
      ...checks({
        sections: [{ ...section, text: said }],
        transcript: text,
        language: 'en-IN',
      }),
    ];
    draft([{ text }]);
    if (entities.length === 0) return { kind: 'refused', detail: 'nothing-named' };
    return found.length > 0 ? { kind: 'taken' } : { kind: 'refused', detail: 'no-difference' };
  }
  // Patterns are compiled where they are first asked for: that is the start's time.
  await run({ ...usual, title: 'Plan' });
  await run({ ...usual, title: 'Allergies' });
  return { run, state: () => JSON.stringify(terminology.status()), async close() {} };
}

export const door: Door<Words> = { make, open };
