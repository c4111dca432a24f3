export function buildElectron(): Promise<void>;
export function buildPage(): Promise<void>;
