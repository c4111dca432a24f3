export function findElectron(root: string): string | undefined;
