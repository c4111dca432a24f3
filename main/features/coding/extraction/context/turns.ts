/** Who speaks where in a dialogue: by labels, by names at the beginning of lines, or line by line. */
import { unifyScripts } from '../../../../infrastructure/terminology/text/scripts.ts';

export type Turn = 'doctor' | 'patient' | 'other';
/** `start`, `end`: of the label; what is said follows. */
type Said = { readonly start: number; readonly end: number; readonly turn: Turn };

const DOCTOR = 'doctor|dr|d|clinician|physician|nurse|provider|gp|consultant|interviewer';
const PATIENT =
  'patient|pt|p|guest_family|guest_family_\\d|guest_clinician|caregiver|attendant|relative|mother|father|wife|husband|son|daughter|parent|guest';
/** The same in languages of India, as they are typed and in one form (`unifyScripts`). */
const inBothForms = (words: string) => `${words}|${unifyScripts(words)}`;
const DOCTOR_ELSEWHERE = inBothForms(
  'डॉक्टर|डाक्टर|डॉ|चिकित्सक|नर्स|চিকিৎসক|ডাক্তার|ડૉક્ટર|ડોક્ટર|ਡਾਕਟਰ|ଡାକ୍ତର|டாக்டர்|மருத்துவர்|డాక్టర్|ಡಾಕ್ಟರ್|ವೈದ್ಯರು|ഡോക്ടർ',
);
const SELF_ELSEWHERE = inBothForms(
  'मरीज|मरीज़|रोगी|पेशेंट|রোগী|রোগি|દર્દી|ਮਰੀਜ|ਮਰੀਜ਼|ରୋଗୀ|நோயாளி|రోగి|ರೋಗಿ|രോഗി',
);
const PATIENT_ELSEWHERE = `${SELF_ELSEWHERE}|${inBothForms('माँ|मां|पिता|पत्नी|पति|बेटा|बेटी|परिजन')}`;
const SPEAKER = new RegExp(
  `(?:^|(?<=[\\n\\s]))(?:\\[\\s*(${DOCTOR}|${PATIENT}|${DOCTOR_ELSEWHERE}|${PATIENT_ELSEWHERE})\\s*\\]\\s*:?|(${DOCTOR}|${PATIENT}|${DOCTOR_ELSEWHERE}|${PATIENT_ELSEWHERE})\\s*\\.?\\d?\\s*:)\\s*`,
  'giu',
);
const isDoctor = new RegExp(`^(?:${DOCTOR}|${DOCTOR_ELSEWHERE})$`, 'iu');

const isPatient = new RegExp(`^(?:p|pt|patient|${SELF_ELSEWHERE})$`, 'iu');

/** Labels of speakers. Without brackets they count only where a doctor and somebody else speak. */
function labelled(text: string): Said[] {
  const found = [...text.matchAll(SPEAKER)].map(({ 0: words, 1: bracketed, 2: plain, index }) => {
    return {
      start: index,
      end: index + words.length,
      turn: turnOf(bracketed ?? plain ?? ''),
      bracketed: bracketed !== undefined,
    };
  });
  const doctors = found.some(({ turn }) => turn === 'doctor');
  const others = found.some(({ turn }) => turn !== 'doctor');
  // "Mother: diabetes" alone is a family history.
  return doctors && others ? found : found.filter(({ bracketed }) => bracketed);
}

function turnOf(speaker: string): Turn {
  if (isDoctor.test(speaker)) return 'doctor';
  return isPatient.test(speaker) ? 'patient' : 'other';
}

/** "Dr Nair:", "SIÂN.", "Colin -" at the beginning of a line. */
const NAME =
  /^[ \t*_]*((?:(?:Dr|Mr|Mrs|Ms)\.? )?\p{Lu}[\p{L}\p{M}'’]{0,14}(?: \p{Lu}[\p{L}\p{M}'’]{0,14}){0,2}?)\s?(?::|\.|\s[-–—])[*_]*\s+(?=\S)/gmu;
/** A line of a talk without names. */
const UNNAMED = /^[ \t]*[-–—"“](?=\s?\S)/gmu;
const ASKS = /\?["”]?\s*$/;
const ANSWERS =
  /^[\s"“-]*(?:yes|yeah|yep|no|nope|none|never|not|haan?|ji|nahi\p{L}*|हाँ|हां|जी|नहीं)(?!\p{L})/iu;
/** Fewer lines, questions and labelled ones of all lines are no talk, but a note. */
const FEWEST = 4;
const ASKED = 2;
const SHARE = 0.8;

type Line = Said & { readonly name: string; readonly asks: boolean; readonly answers: boolean };

/** Labels that no list has, beside one of a doctor: names of people. */
function named(text: string): Said[] {
  const lines = linesWith(NAME, text);
  const doctors = lines.filter(({ name }) => isNamedDoctor.test(name));
  const others = lines.filter(({ name }) => !isNamedDoctor.test(name));
  const asked = doctors.filter(({ asks }) => asks);
  const areFew = doctors.length < 2 || others.length < 2 || asked.length < ASKED;
  if (areFew || lines.length < linesOf(text) * SHARE || !takeTurns(lines)) return [];
  return lines.map(({ start, end, name }) => ({
    start,
    end,
    turn: isNamedDoctor.test(name) ? 'doctor' : 'patient',
  }));
}

const isNamedDoctor = new RegExp(`^(?:${DOCTOR}|doc|sister)(?![\\p{L}])`, 'iu');

/** Mostly somebody else speaks after a speaker. */
const takeTurns = (lines: readonly Line[]): boolean =>
  lines.filter(({ name }, at) => at > 0 && name !== lines[at - 1]?.name).length >=
  (lines.length - 1) * SHARE;

/** Two people speak in turn, a line each: one asks, and the other says yes or no. */
function unnamed(text: string): Said[] {
  const lines = linesWith(UNNAMED, text);
  if (lines.length < FEWEST || lines.length < linesOf(text) * SHARE) return [];
  const doctor = [0, 1].find((parity) => {
    const own = lines.filter((_, at) => at % 2 === parity);
    const others = lines.filter((_, at) => at % 2 !== parity);
    const asked = own.filter(({ asks }) => asks).length;
    return (
      asked >= ASKED &&
      asked > own.length / 2 &&
      others.filter(({ asks }) => asks).length <= others.length / 3 &&
      others.some(({ answers }) => answers)
    );
  });
  if (doctor === undefined) return [];
  return lines.map(({ start, end }, at) => ({
    start,
    end,
    turn: at % 2 === doctor ? 'doctor' : 'patient',
  }));
}

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '').length;

function linesWith(label: RegExp, text: string): Line[] {
  return [...text.matchAll(label)].map(({ 0: words, 1: name = '', index }) => {
    const lineEnd = text.indexOf('\n', index);
    const line = text.slice(index + words.length, lineEnd < 0 ? text.length : lineEnd);
    return {
      start: index,
      end: index + words.length,
      turn: 'other',
      name: name.toLowerCase(),
      asks: ASKS.test(line),
      answers: ANSWERS.test(line),
    };
  });
}

/** In order. */
export function turnsOf(text: string): Said[] {
  const known = labelled(text);
  const byName = named(text);
  if (byName.length > known.length) return byName;
  return known.length > 0 ? known : unnamed(text);
}
