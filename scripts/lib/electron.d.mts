export function findElectron(root: string): string | undefined;
export function fetchElectron(options?: {
  within?: number | undefined;
  again?: boolean;
}): Promise<boolean>;
