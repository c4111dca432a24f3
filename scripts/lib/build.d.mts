export function buildCore(): Promise<void>;
export function buildElectron(): Promise<void>;
export function buildPage(): Promise<void>;
/** Times in milliseconds since 1970. */
export function sweepAfter(made: string, now?: number): () => void;
