/** The date that belongs to a name in its sentence, before it or behind it. */
import { dateIn, datesIn } from './act-date.ts';
import { leadsToOperation, namesOperation } from './operations.ts';

/** Another event, or another time, stands between the name and the date. */
const OTHER_EVENT =
  /[,;:]|(?<![\p{L}])(?:and|then|followed|after|before|prior|but|diagnosed|since|until|till|due|because|next|complicated|developed|later|had|planned|scheduled|advised|repeat(?:ed)?|redo|revision)(?![\p{L}])/iu;
/** "Cholecystectomy, 2015", "CABG to LAD, in 2019". */
const BEHIND_COMMA = /^[^,;:]*,\s*(?:(?:done|performed)\s+)?(?:(?:in|on)\s+)?$/iu;
const JOINT = /^[\s,&/)]*(?:(?:and|again|then|in|on|to|until|redo)[\s,]*)*$/iu;
/** "CABG + AVR 2012", "TAH with BSO 2012": one operation. */
const TOGETHER = /^[^,;:&]*?(?:[+/]|(?<![\p{L}])with(?![\p{L}]))/iu;
/** The date is the last of its item. */
const ITEM_ENDS = /^\)?\s*(?:$|[,;.)&/]|(?:and|to|for|with)(?![\p{L}]))/iu;
/** A date that begins its clause: "In 2010 …", "…, in 2015 …", "2010: …". */
const BEGINS =
  /(?:^|[,;(]|(?<![\p{L}])(?:and|then|also))[\s*•–-]*(?:(?:in|on|during)\s+(?:the year\s+)?)?$/iu;

function dateBehind(behind: string): string | undefined {
  const [first, second] = datesIn(behind);
  if (!first) return undefined;
  const gap = behind.slice(0, first.start).replace(/\([^()]*\)/g, ' ');
  const rest = behind.slice(first.end);
  // "Hysterectomy & cholecystectomy 2015": the year may be that of the second alone.
  if (namesOperation(gap) && !TOGETHER.test(gap)) return undefined;
  if (OTHER_EVENT.test(gap) && !(BEHIND_COMMA.test(gap) && ITEM_ENDS.test(rest))) return undefined;
  const isAgain =
    second !== undefined &&
    JOINT.test(behind.slice(first.end, second.start)) &&
    ITEM_ENDS.test(behind.slice(second.end));
  return isAgain ? undefined : dateIn(behind.slice(first.start, first.end));
}

export function dateBefore(before: string): string | undefined {
  const last = datesIn(before).at(-1);
  if (!last || !BEGINS.test(before.slice(0, last.start))) return undefined;
  return leadsToOperation(before.slice(last.end))
    ? dateIn(before.slice(last.start, last.end))
    : undefined;
}

/** Undefined where no date belongs to the name, or one before it and another behind it. */
export function dateBeside(before: string, behind: string): string | undefined {
  const [ahead, after] = [dateBefore(before), dateBehind(behind)];
  if (ahead !== undefined && after !== undefined && ahead !== after) return undefined;
  return after ?? ahead;
}
