/** The parts of the browser host's parent that tests use. */
export declare function startCore(options: {
  readonly data: string;
  readonly built?: boolean;
  readonly say?: (sentence: string) => void;
}): Promise<{
  readonly address: string;
  /** The core has opened its profile; rejects where it ends instead. */
  readonly opened: Promise<void>;
  /** Undefined while none runs. */
  readonly pid: number | undefined;
  stop(): Promise<void>;
}>;
