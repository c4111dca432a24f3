/** Models of speech that a user added from a folder of this computer. Nothing of them is downloaded. */

/** `ctc`, `transducer`: conformers (Parakeet, MedASR), by how they write. */
export const modelKinds = ['whisper', 'moonshine', 'ctc', 'transducer'] as const;
export type ModelKind = (typeof modelKinds)[number];

export type SpeechModel = {
  /** Of its contents: the same files have the same id. */
  readonly id: string;
  /** As the model's own files call it, else its folder. */
  readonly name: string;
  readonly kind: ModelKind;
  readonly folder: string;
  readonly bytes: number;
  /** Of two or three letters; none: the model's files do not tell. */
  readonly languages: readonly string[];
  /** As the model's own files state it; empty: not stated. */
  readonly licence: string;
};

/** What lies in the folder for models, or what was chosen, and cannot be used; why, in words. */
export type RefusedModel = {
  readonly folder: string;
  readonly detail: string;
  readonly message: string;
  /** The file for which it cannot be used, where it is one. */
  readonly file?: string | undefined;
};

export type SpeechModels = {
  /** Where models are looked for; others are chosen in a dialog, or named to a command. */
  readonly place: string;
  readonly canChoose: boolean;
  readonly models: readonly SpeechModel[];
  readonly refused: readonly RefusedModel[];
  /** The one in use; empty: none. */
  readonly used: string;
};

/** True where the model hears one of these, or does not tell what it hears. */
export const hearsOneOf = (model: Pick<SpeechModel, 'languages'>, languages: readonly string[]) =>
  model.languages.length === 0 || languagesHeard(model, languages).length > 0;

/** Languages of a visit (BCP 47), as the model calls them. */
export const languagesHeard = (
  { languages: own }: Pick<SpeechModel, 'languages'>,
  languages: readonly string[],
): string[] => {
  const asked = languages.map((one) => one.toLowerCase().split(/[-_]/)[0] ?? '');
  return own.filter((one) => asked.includes(one));
};
