/** Names that have a number: "type 2", "grade III", "stage-4", "2nd toe". */
import data from './vocabulary/numbered-names.json' with { type: 'json' };

/** Before their number; one pattern of all. */
export const NUMBERED_NAMES = Object.keys(data.before).join('|');
const before = new Map(Object.entries(data.before));
export const numberedDimensions: ReadonlySet<string> = new Set(before.values());
const BEFORE = new RegExp(`(?<!\\p{L})(${NUMBERED_NAMES})[\\s:–-]{1,3}$`, 'iu');
const parts = new Set(data.parts);

/** The name that a number is of; numbers of one name are compared with one another. */
export function numberedName(text: string, start: number): string | undefined {
  const name = BEFORE.exec(text.slice(Math.max(0, start - 16), start))?.[1];
  return name === undefined ? undefined : before.get(name.toLowerCase());
}

/** The part of the body behind an ordinal, in one form: "toe" of "2nd toes". */
export function countedPart(text: string, end: number): string | undefined {
  const word = /^[\s-]+(\p{L}+)/u.exec(text.slice(end, end + 24))?.[1]?.toLowerCase();
  const part = word?.replace(/s$/u, '');
  return [word, part].find((one) => one !== undefined && parts.has(one));
}

/** Words that count or name one of several such parts: "third", "little", "number 3". */
const OTHER_NAME = new RegExp(
  `(?<!\\p{L})(?:${data.otherNames.join('|')})(?!\\p{L})|\\d(?:st|nd|rd|th)(?!\\p{L})`,
  'iu',
);

/** Whether something in the text may say which of them it is. */
export const tellsWhich = (text: string): boolean => OTHER_NAME.test(text);
