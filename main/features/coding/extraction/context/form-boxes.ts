/** Boxes of a form: "Fever [ ]  Cough [x]", "☐ Fever ☑ Cough", "DM ✗ HTN ✓". */
import type { Status } from '../../../../../shared/model/coding/entities.ts';

const BOX = /[☐□▢◻☑☒✓✔✅✗✘❌]|\[\s*(?:x|y|yes|n|no|[-_✓✔✗✘])?\s*\]|\(\s*[x✓✔✗✘]?\s*\)/giu;
const TICKED = /^(?:[☑✓✔✅]|[[(]\s*(?:x|y|yes|✓|✔)\s*[\])])$/iu;
const CROSSED = /^(?:[✗✘❌]|[[(]\s*(?:n|no|-|✗|✘)\s*[\])])$/iu;
/** Of one name at most. */
const NAME = /^[^,;:.]{0,40}$/;

type Box = { readonly start: number; readonly end: number; readonly sign: string };

/**
 * What the box of the words between `start` and `end` says; undefined where there is none, or it is
 * ticked. An empty one leaves open: a form may not have been filled in. A cross means no only where
 * others have a tick.
 */
export function statusByBox(sentence: string, start: number, end: number): Status | undefined {
  const boxes = [...sentence.matchAll(BOX)].map(({ 0: sign, index }) => ({
    sign,
    start: index,
    end: index + sign.length,
  }));
  if (boxes.length === 0) return undefined;
  if (isUnsure(sentence, boxes))
    return boxes.every(({ sign }) => TICKED.test(sign)) ? undefined : 'possible';
  const own = ownBox(sentence, boxes, start, end);
  if (!own || TICKED.test(own.sign)) return undefined;
  const isNo = CROSSED.test(own.sign) && boxes.some(({ sign }) => TICKED.test(sign));
  return isNo ? 'absent' : 'possible';
}

/** What stands before the first box, without the label of the line: "Symptoms: [x] Fever". */
const beforeBoxes = (sentence: string, boxes: readonly Box[]) =>
  sentence.slice(0, boxes[0]?.start).replace(/^[\p{L}\s/&]{0,40}[:–]\s*$/u, '');

/** Words stand on both sides of all boxes, so nobody knows which box is whose. */
const isUnsure = (sentence: string, boxes: readonly Box[]) =>
  /[\p{L}\p{N}]/u.test(beforeBoxes(sentence, boxes)) &&
  /[\p{L}\p{N}]/u.test(sentence.slice(boxes.at(-1)?.end));

/** In a line that begins with a box each stands before its name, else behind it. */
function ownBox(
  sentence: string,
  boxes: readonly Box[],
  start: number,
  end: number,
): Box | undefined {
  const first = boxes[0];
  const isBefore = first !== undefined && !/[\p{L}\p{N}]/u.test(beforeBoxes(sentence, boxes));
  const box = isBefore
    ? boxes.findLast((one) => one.end <= start)
    : boxes.find((one) => one.start >= end);
  if (!box) return undefined;
  const between = isBefore ? sentence.slice(box.end, start) : sentence.slice(end, box.start);
  return NAME.test(between.replace(/\s*:\s*$/, '')) ? box : undefined;
}
