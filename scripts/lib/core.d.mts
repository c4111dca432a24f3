/** The parts of the browser host's parent that tests use. */
export declare function startCore(options: {
  readonly data: string;
  readonly say?: (sentence: string) => void;
}): Promise<{
  readonly address: string;
  /** Undefined while none runs. */
  readonly pid: number | undefined;
  stop(): Promise<void>;
}>;
