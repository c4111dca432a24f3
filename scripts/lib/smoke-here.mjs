/**
 * The part of `npm start -- --smoke` that is worked on here: a sentence is spoken into the
 * microphone, and its words must come back in the transcript, the note and its codes.
 */
import { inProject } from './project.mjs';

/** Invented, and said by a machine; test/fixtures/speech/README.md tells how. */
export const spokenSentence = inProject('test', 'fixtures', 'speech', 'complaint-slt.wav');

const PATIENT = 'Smoke Here';
/** Seconds; the sentence is over before. */
const LENGTH = 11;
const NOTE_WITHIN = 90_000;

/** What the sentence says, as a small model may write it. */
const SAID = {
  fever: /\bfever\b/i,
  cough: /\bcough\b/i,
  'three days': /\b(?:three|3) days\b/i,
  'no breathlessness': /\b(?:no|not|without) (?:breathlessness|short(?:ness)? of breath)/i,
  'twice daily': /\btwice (?:daily|a day)\b/i,
};

/** Findings of the note: the words, and the status that must be read. */
const FOUND = [
  { words: /^fever$/i, status: 'present' },
  { words: /cough$/i, status: 'present' },
  { words: /breathless|short(?:ness)? of breath/i, status: 'absent' },
];

/** Throws a sentence that says what is missing; returns what was found, for the line of JSON. */
export function judge({ transcript, note, entities, answers }) {
  for (const [name, words] of Object.entries(SAID)) {
    if (!words.test(transcript)) throw new Error(`The transcript has no “${name}”: ${transcript}`);
    if (!words.test(note)) throw new Error(`The note has no “${name}”: ${note}`);
  }
  for (const { words, status } of FOUND) {
    const found = entities.filter(({ text }) => words.test(text));
    if (!found.some((one) => one.status === status))
      throw new Error(
        `The note has no finding ${words} that is ${status}: ${entities.map(({ text, status: read }) => `${text} (${read})`).join(', ')}`,
      );
  }
  const medicine = entities.find(
    ({ text, kind }) => kind === 'medication' && /paracetamol|acetaminophen/i.test(text),
  );
  if (!medicine) throw new Error(`The note names no paracetamol: ${note}`);
  // A busy computer may lose a piece of the sound, and the model then writes “start of”.
  if (
    /\bstarted (?:paracetamol|acetaminophen)\b/i.test(transcript) &&
    medicine.status !== 'present'
  )
    throw new Error(
      `Paracetamol was started, and the note has it as ${medicine.status}: ${transcript}`,
    );
  const coded = entities.map((entity) => ({
    words: entity.text,
    status: entity.status,
    codes: codesOf(answers.find(({ entityId }) => entityId === entity.id)),
  }));
  if (!coded.some(({ words, codes }) => /^fever$/i.test(words) && codes.length > 0))
    throw new Error('No code is offered for fever.');
  return coded;
}

/** The first candidate of each list. */
const codesOf = (answer) =>
  (answer?.answers ?? []).flatMap(({ ontology, candidates }) =>
    candidates.slice(0, 1).map(({ code, term }) => `${ontology} ${code} ${term}`),
  );

/** Behind the practice visit, in the same window. Returns what was written, for the line of JSON. */
export async function walkHere({ page, words, ask, since, to }) {
  const button = (key) => page.getByRole('button', { name: words(key), exact: true });
  to('choosing to work on this computer');
  await button('nav.record').click();
  await button('record.changeChoices').click();
  await page.getByRole('switch', { name: words('record.workHere') }).press('Space');
  await page.getByLabel(words('record.patient'), { exact: true }).fill(PATIENT);
  to('recording the sentence');
  await button('record.start').click();
  await button('record.pause').waitFor();
  await page.waitForTimeout(LENGTH * 1000);
  await button('record.finish').click();
  await button('finish.yes').click();
  await button('record.start').waitFor();
  since('spokenMs');
  to('waiting for the note of what was said');
  await page
    .getByRole('article', { name: PATIENT })
    .getByRole('button', { name: words('visit.read') })
    .click({ timeout: NOTE_WITHIN });
  await page.getByRole('heading', { name: PATIENT }).waitFor();
  since('spokenNoteMs');

  to('reading the words of the note');
  const visits = await ask('visits.current');
  const { id } = visits.find(({ patient }) => patient?.name === PATIENT);
  const { documents } = await ask('notes.get', { id });
  const textOf = (test) => documents.find(test)?.text ?? '';
  const transcript = textOf(({ kind }) => kind === 'transcript');
  const { entities } = await ask('desk.open', { id });
  const answers = await ask('desk.link', { id, by: 'local' });
  const note = textOf(({ kind }) => kind !== 'transcript');
  const findings = judge({ transcript, note, entities, answers });
  since('codesMs');

  to('playing what was said');
  const side = page.getByRole('region', { name: words('workplace.side'), exact: true });
  await side.getByRole('tab', { name: words('workplace.transcript') }).click();
  await side.getByRole('button', { name: /fever/i }).click();
  await side.locator('[aria-current="true"]', { hasText: /fever/i }).waitFor();
  since('playedMs');
  return { transcript, note, findings };
}
