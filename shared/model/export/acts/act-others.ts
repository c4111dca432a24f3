/**
 * Orders that a plan tells of and that are not this doctor's for this patient: another doctor has
 * begun or shall begin a medicine, or it is for a contact of the patient.
 */
import type { ActStatus } from './act-status.ts';
import { END, START } from './patterns.ts';

const OWN =
  '(?:the|his|her|their|an?|another|other|local|own|usual|family|private|outside|previous)';
/** Of a team: "our team", "the medical team" may be this doctor's own. */
const SPECIALTY = String.raw`(?:\p{L}+olog(?:y|ist)|psychiatr(?:y|ic)|(?:neuro|vascular |plastic )?surg(?:ery|ical)|ent|ortho(?:p\p{L}+)?|cardio|cardiac|neuro|gyn\p{L}+|obstetric|p(?:a?)ediatric|gi|renal|stroke|diabetes|pain|palliative(?: care)?|critical care|intensive care|icu|transplant|dental|mental health|community)`;
const WHO = String.raw`(?:gp|g\.p\.?|(?:primary |general )?(?:doctor|physician|practitioner)|dr\.? \p{L}+|quack|chemist|pharmacist|consultant|\p{L}+olog(?:ist|y)|psychiatr(?:ist|y)|hospital|(?:neuro|vascular |plastic )?surgeons?|(?:neurosurgery|(?:vascular|plastic) surgery)|ent|ortho(?:p\p{L}+)?|cardio|neuro|gynae|medics|gi|(?<!our )${SPECIALTY} team)`;
/** Of these the doctor is only spoken of: "as advised by the cardiologist start". */
const ADVISER = `(?<!${START}(?:by|per|from|with|of|via|and)(?: ${OWN})* )`;
const BEGUN = `(?:(?:has|have|had|already|recently) )*(?:(?:re-?)?started|begun|began|initiated|commenced|prescribed|gave|given|added|put)`;
const ADVISED = `(?:(?:has|have|had|already|recently) )*(?:advised|recommended|suggested)`;
const SHALL = `(?:to|will|shall|should|may|can|could|might|would)(?: (?:also|then|please|kindly|now))* `;
const GO_ON = `${SHALL}(?:continue|go on)`;
const BEGIN = `${SHALL}(?:(?:re-?)?start|begin|initiate|commence|prescribe|give|add|resume|titrate|increase|reduce|consider|issue|check|recheck|repeat|arrange|monitor|do|perform|book)`;
/** Up to the name: other names in a row, and no act of somebody else. */
const ROW = String.raw`(?:(?!${START}(?:but|then|we|i|start|continue|stop|give|add|take)${END})[^,;.:()]|(?<=tab|cap|inj|syp)\.){0,60}$`;
const before = (act: string) => new RegExp(`${START}${ADVISER}${WHO} ${act}${END}${ROW}`, 'iu');
const HAS_BEGUN = before(BEGUN);
const HAS_ADVISED = before(ADVISED);
const SHALL_GO_ON = before(GO_ON);
const SHALL_BEGIN = before(BEGIN);

/** "Atorvastatin had been started by GP", "prescribed elsewhere". */
const BEHIND = new RegExp(
  `^[^,;.]{0,30}?${START}(?:start|prescrib|initiat|commenc|giv)(?:ed|en) (?:elsewhere|outside|by (?:${OWN} )*(?:${WHO}|dr|neighbou?r|friend))${END}`,
  'iu',
);

/** "Colonoscopy booked by the GI team". */
const BOOKED_BY = `[^,;.]{0,30}?${START}(?:booked|arranged|scheduled|planned|ordered|requested)(?: (?:for|on|in) [^,;.]{1,20})? by (?:${OWN} )*${WHO}${END}`;
const BOOKED = new RegExp(`^${BOOKED_BY}`, 'iu');
/** "ECG, echo booked by cardiology": of each, where each is such a test. */
const LOOK = '(?:ecg|ekg|echo\\p{L}*|holter|tmt|eeg|emg|ncs|mri|ct|\\p{L}+(?:scopy|graphy|gram))';
const IN_ROW = new RegExp(`^${LOOK}$`, 'iu');
const ROW_BOOKED = new RegExp(`^(?:\\s*,\\s*${LOOK}){1,4}${BOOKED_BY}`, 'iu');

/** "Started on metformin by GP": the verb in front, who did it behind. */
const PUT_ON = new RegExp(
  `${START}(?:started|begun|prescribed|initiated|commenced|given|put)(?: on)?${END}${ROW}`,
  'iu',
);
const BY_ANOTHER = new RegExp(
  `^(?![^,;.]{0,30}${START}(?:with|and|for|review|follow)${END})[^,;.]{0,30}?${START}(?:elsewhere|outside|(?:by|at) (?:${OWN} )*(?:${WHO}|dr|neighbou?r|friend))${END}`,
  'iu',
);

/** "Doctor ne bola tha": what another doctor said, in romanised Hindi. */
const TOLD = new RegExp(
  `${START}(?:doctor|dr\\.? \\p{L}+|unhone|unho ne|hospital(?: walo)?) ne(?:(?: \\p{L}+){0,2}? (?:bola|kaha|likh[ai]|bataya|di[yt]?a|di|karwaya|shuru)${END}|\\s+(?:\\p{L}+\\.? )?$)`,
  'iu',
);

const CONTACT = `(?:contacts?(?! (?:dermatitis|allerg|eczema|urticaria|lens))|partners?|spouse|wife|husband|siblings?|family members?)${END}`;
const NEAR = '(?:(?:the|his|her|their|all|any|close|sexual|household|family|school) )*';
const FOR_CONTACT = new RegExp(`^[^,;.:]{0,25}?${START}for ${NEAR}${CONTACT}`, 'iu');
const TREAT_CONTACT = new RegExp(
  `${START}(?:(?:treat(?:ment of)?|prophylaxis for|give) ${NEAR}${CONTACT}${ROW}|${NEAR}${CONTACT} (?:treatment|prophylaxis)(?: \\p{L}+)?: .*$)`,
  'iu',
);

/** `before` and `behind` the `name` in its sentence. Undefined: it is this doctor's own. */
export function orderOfOthers(before: string, name: string, behind: string): ActStatus | undefined {
  if (PUT_ON.test(before) && BY_ANOTHER.test(behind)) return 'taken';
  if (BEHIND.test(behind) || HAS_BEGUN.test(before) || SHALL_GO_ON.test(before)) return 'taken';
  if (HAS_ADVISED.test(before) || TOLD.test(before)) return 'advised';
  const isInRow = IN_ROW.test(name) && ROW_BOOKED.test(behind);
  if (isInRow || BOOKED.test(behind)) return 'not-ordered';
  const isForAnother = FOR_CONTACT.test(behind) || TREAT_CONTACT.test(before);
  return isForAnother || SHALL_BEGIN.test(before) ? 'not-ordered' : undefined;
}
