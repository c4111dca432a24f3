export const root: string;
export function inProject(...place: string[]): string;
/** Throws a sentence where no Node that Scriba needs is found. */
export function needNode(): { readonly command: string; readonly flags: readonly string[] };
