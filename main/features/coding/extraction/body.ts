/**
 * Widens a bare finding ("pain") by the part of the body that its words name, so that it is coded
 * for that part or not at all.
 */
import bodyData from './body.json' with { type: 'json' };

const HEADS = new RegExp(`^(?:${bodyData.findings.join('|')})$`, 'i');
const PARTS = bodyData.parts.join('|');
const SIDE = bodyData.sides.join('|');
const before = new RegExp(
  `(?<![\\p{L}])(?:(?:${SIDE})\\s+){0,2}(?:${PARTS})(?:[^\\S\\n]|-)+(?:(?:${PARTS})[^\\S\\n]+)?$`,
  'iu',
);
const behind = new RegExp(
  `^[^\\S\\n]+(?:(?:in|of|over|around|at|on|along|to)\\s+)?(?:(?:the|his|her|my|your|their|one|a)\\s+)?(?:(?:${SIDE})\\s+){0,2}(?:(?:side|part|aspect|region|area)\\s+of\\s+(?:the|his|her|my)?\\s*)?(?:${PARTS})(?:\\s+(?:${PARTS}|joint|region|area))?(?![\\p{L}])`,
  'iu',
);

/** Undefined where it is no such finding, or no part is named beside it. */
export function widened(
  text: string,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } | undefined {
  if (!HEADS.test(text.slice(start, end).replace(/\s+/g, ' '))) return undefined;
  const ahead = before.exec(text.slice(Math.max(0, start - 40), start))?.[0].length ?? 0;
  const after = behind.exec(text.slice(end, end + 60))?.[0].length ?? 0;
  return ahead + after === 0 ? undefined : { start: start - ahead, end: end + after };
}
