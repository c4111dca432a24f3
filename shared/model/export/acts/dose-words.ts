/**
 * How much of a medicine, how often and by which way, as notes write it: one table for all that read
 * lines of medicines. Each pattern is a part of a larger one, to be read with the flags `iu`.
 */
import { any, END } from './patterns.ts';

const LATIN = ['od', 'bd', 'bid', 'tds', 'tid', 'qid', 'qds', 'qd', 'qhs', 'hs', 'nocte', 'mane'];
const PERIODS = ['daily', 'nightly', 'weekly', 'fortnightly', 'monthly'];
const COUNTED = [
  'at (?:night|bed ?time)',
  `(?:once|twice|thrice) (?:(?:a|per|each|every) (?:day|night|week|month)|${any(PERIODS)})`,
  String.raw`q ?\d+ ?h\p{L}*`,
  String.raw`\d+[ -]?(?:hourly|hrly)`,
  String.raw`\d-\d-\d(?:-\d)?`,
];
const UNITS = ['mg', 'meq', 'mcg', 'µg', 'ug', 'gm', 'g', 'ml', 'iu', 'units?', 'u'];
const PIECES = ['puffs?', 'tabs?', 'tablets?', 'caps?', 'capsules?', 'drops?'];
const ROUTES = ['po', 'iv', 'im', 'sc', 's/c', 'sl', 's/l', 'orally', 'by mouth'];

/** "BD", which no other word follows that belongs to it. */
export const LATIN_FREQUENCY = any(LATIN) + END;
/** How often it is taken: "TDS", "twice a day", "q6h", "1-0-1". */
export const FREQUENCY = any([...LATIN, ...COUNTED, ...PERIODS]) + END;
/** "SOS", "stat": taken, and not at times that are known before. */
export const AS_NEEDED = any(['sos', 'prn']) + END;
export const AT_ONCE = `stat${END}`;
/** A unit of a strength. */
export const UNIT = any(UNITS) + END;
/** A unit, or a form that is counted. */
export const UNIT_OR_PIECE = any([...UNITS, ...PIECES]) + END;
export const ROUTE = any(ROUTES) + END;
