export declare function keepRunning<How>(deps: {
  readonly running: { readonly ended: Promise<How> };
  readonly start: () => { readonly ended: Promise<How> };
  readonly isOver: (how: How) => boolean;
  readonly tell: (end: { readonly how: How; readonly pause: number }) => void;
  readonly pause: (ms: number) => Promise<void>;
  /** Monotonic; milliseconds. */
  readonly now?: () => number;
}): Promise<void>;
