/** The answer of a patient while it is filled in, and the record that is made of it. */
import {
  type Consent,
  type ConsentKind,
  defaultWordings,
  wordingIn,
} from '../../../../shared/model/consent.ts';

export type AnswerDraft = {
  /** Undefined: nobody was asked, or the answer is not noted. */
  readonly kind: ConsentKind | undefined;
  /** When the kind was chosen; milliseconds since 1970. */
  readonly at: number;
  readonly guardianName: string;
  readonly relation: string;
  /** Of the wording; empty: the language of the interface. */
  readonly language: string;
};

export const noAnswer: AnswerDraft = {
  kind: undefined,
  at: 0,
  guardianName: '',
  relation: '',
  language: '',
};

/** `own`: the clinic's wordings by language; `uiLanguage` where the draft names none. */
export type Wordings = {
  readonly own: Readonly<Record<string, string>>;
  readonly uiLanguage: string;
};

export const draftOf = (consent: Consent | undefined): AnswerDraft =>
  consent
    ? {
        kind: consent.kind,
        at: consent.at,
        guardianName: consent.guardian?.name ?? '',
        relation: consent.guardian?.relation ?? '',
        language: consent.language ?? '',
      }
    : noAnswer;

/** Languages that have a wording, the clinic's own and the default ones. */
export const wordingLanguages = (own: Wordings['own']): string[] => [
  ...new Set([...Object.keys(defaultWordings), ...Object.keys(own).filter((id) => own[id])]),
];

export function wordingOf(draft: AnswerDraft, { own, uiLanguage }: Wordings) {
  const asked = draft.language || uiLanguage.split('-')[0] || 'en';
  const language = wordingIn(asked, own) === undefined ? 'en' : asked;
  return { language, wording: wordingIn(language, own) };
}

/** Undefined until there is an answer; one of a guardian is none without the guardian's name. */
export function consentFrom(draft: AnswerDraft, wordings: Wordings): Consent | undefined {
  const { kind, at, relation } = draft;
  const name = draft.guardianName.trim();
  if (kind === undefined || (kind === 'guardian' && name === '')) return undefined;
  return {
    kind,
    at,
    ...wordingOf(draft, wordings),
    ...(kind === 'guardian' && {
      guardian: { name, ...(relation.trim() && { relation: relation.trim() }) },
    }),
  };
}
