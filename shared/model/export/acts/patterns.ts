/** Parts of the patterns that read an act. */

export const START = String.raw`(?<![\p{L}\p{M}])`;
export const END = String.raw`(?![\p{L}\p{M}])`;
export const any = (phrases: readonly string[]): string => `(?:${phrases.join('|')})`;
