/** What was heard of a recording that runs. A draft: no note is made of it. */
export type LiveDraft = {
  /** What was said between two pauses; `from`: seconds of the recording. The newest last. */
  readonly lines: readonly { readonly text: string; readonly from: number }[];
};
