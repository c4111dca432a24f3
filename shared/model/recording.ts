/** Sound as Scriba keeps it, and what can happen to it while it is being recorded. */

/** Samples a second; one channel, signed 16 bit, little endian. */
export const SAMPLE_RATE = 16_000;
/** Samples in one piece that the page sends: 250 ms. */
export const PIECE_SAMPLES = SAMPLE_RATE / 4;

export const markKinds = [
  'pause',
  'resume',
  'gap', // samples are known to be missing here
  'device-changed',
  'device-lost',
  'sleep',
  'wake',
  'silence', // ten seconds without sound
  'clock', // a checkpoint of the wall clock against the samples
] as const;
export type MarkKind = (typeof markKinds)[number];

/** Sound that main has of a recording; both counts are samples from its beginning. */
export type Kept = {
  /** Handed to the operating system: survives a crash of Scriba. */
  readonly written: number;
  /** Forced onto the disk: survives a power cut. The page may forget what lies before it. */
  readonly synced: number;
};

/** A recording that was cut short by a crash or a quit and waits for the doctor's word. */
export type Unfinished = {
  readonly id: string;
  readonly patientName: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly samples: number;
};
