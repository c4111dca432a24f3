/**
 * The patient's answer to the question whether the visit may be recorded, without a validator, so
 * that a page can load it.
 */

/** `guardian`: given by another person for the patient. `declined`: the doctor dictates alone. */
export const consentKinds = ['verbal', 'written', 'guardian', 'declined'] as const;
export type ConsentKind = (typeof consentKinds)[number];

export type Consent = {
  readonly kind: ConsentKind;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The words that were put to the patient, as they were then. */
  readonly wording?: string | undefined;
  /** BCP 47, of the wording. */
  readonly language?: string | undefined;
  readonly guardian?: { readonly name: string; readonly relation?: string | undefined } | undefined;
};

export const LONGEST_WORDING = 2000;

/** When the recording of the patient was agreed to; undefined where it was not. */
export const agreedAt = (consent: Consent | undefined): number | undefined =>
  consent === undefined || consent.kind === 'declined' ? undefined : consent.at;

/** Neither records the patient nor was asked to: only the doctor's own words are wanted. */
export const isDeclined = ({ consent }: { readonly consent?: Consent | undefined }): boolean =>
  consent?.kind === 'declined';

/**
 * Wordings by language, where the clinic has set none. They claim nothing of the law: a clinic that
 * needs other words sets its own.
 */
export const defaultWordings: Readonly<Record<string, string>> = {
  en: 'I would like to record our conversation so that a computer program can write the note of this visit. I check the note before it is used. You may say no, and you may change your mind later. Do you agree?',
  hi: 'मैं हमारी बातचीत रिकॉर्ड करना चाहता/चाहती हूँ, ताकि एक कंप्यूटर प्रोग्राम इस मुलाक़ात का नोट लिख सके। इस्तेमाल से पहले मैं नोट की जाँच करता/करती हूँ। आप मना कर सकते हैं, और बाद में अपना निर्णय बदल सकते हैं। क्या आप सहमत हैं?',
};

/** The clinic's own wording where there is one. */
export const wordingIn = (
  language: string,
  own: Readonly<Record<string, string>>,
): string | undefined => own[language] || defaultWordings[language];
