/**
 * Finds the parts of a note that tell what the doctor saw and measured. What is normal there is
 * rarely spoken aloud.
 */
const EXAMINATION =
  /^(?:(?:on|physical|clinical|general|systemic|local)\s+)*(?:exam(?:ination)?s?|o\/e|objective)(?![\p{L}])/iu;
const OTHER =
  /^(?:(?:present|past|medical|surgical|family|social|drug|current|chief|presenting)\s+)*(?:history|hpi|pmh|complaints?|assessment|plan|impression|diagnos[ie]s|review of systems?|ros|medications?|medicines|allergies|instructions|subjective|counsell?ing|follow[- ]up|treatment|advice)(?![\p{L}])/iu;
/** "NECK: supple": a part of the body within a section, whichever that is. */
const PART =
  /^(?:heent|hent|head|face|eyes?|ears?|nose|mouth|throat|oropharynx|neck|chest|lungs?|heart|breasts?|abdomen|back|spine|extremities|skin)$/iu;
/** "PHYSICAL EXAM", "## Examination", "O/E: chest clear". */
const LINE = /^[\s#*•–-]*([^\n]*?)[*\s]*$/u;
const MOST_WORDS = 5;

/** `title`: the heading that the text stands under. */
export function examined(text: string, title: string): (at: number) => boolean {
  const places: { readonly start: number; readonly isExamined: boolean }[] = [
    { start: 0, isExamined: EXAMINATION.test(title.trim()) },
  ];
  for (const { 0: line, index } of text.matchAll(/[^\n]+/g)) {
    const isExamined = sectionBegun(LINE.exec(line)?.[1] ?? '');
    if (isExamined !== undefined) places.push({ start: index, isExamined });
  }
  return (at) => places.findLast(({ start }) => start <= at)?.isExamined ?? false;
}

/** Undefined: the line begins no section. */
function sectionBegun(line: string): boolean | undefined {
  const [head = '', rest] = line.split(':', 2);
  const isHeading = rest !== undefined || !/[.;,]/.test(head);
  if (head === '' || !isHeading || head.split(/\s+/).length > MOST_WORDS) return undefined;
  if (/^exam\p{L}* of\b/iu.test(head)) return undefined;
  if (EXAMINATION.test(head)) return true;
  if (PART.test(head) && rest?.trim()) return undefined;
  // A heading in capitals begins another section, also one that is not known here.
  return OTHER.test(head) || (/\p{Lu}{4}/u.test(head) && head === head.toUpperCase())
    ? false
    : undefined;
}
