export function buildCore(): Promise<void>;
export function buildElectron(): Promise<void>;
export function buildPage(): Promise<void>;
export function sweep(folder: string, since: number): void;
