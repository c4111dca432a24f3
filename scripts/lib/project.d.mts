export const root: string;
export function inProject(...place: string[]): string;
