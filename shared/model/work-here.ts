/** Work on this computer: which engines hear and write. No secrets: tokens are in the key store. */

import { TRANSCRIPT_TEMPLATE } from './account/account.ts';
import type { ChosenTopics } from './note/section-topics.ts';
import type { VisitRequest, VisitSetup } from './visit.ts';

/** Documents of a visit that is worked on here: one note, and what was said. */
export const templatesHere = ['clinical_notes_template', TRANSCRIPT_TEMPLATE] as const;

/** A visit that is worked on here has its own documents, and no written visit of practice. */
export function placedVisit(
  { worksHere, ...setup }: VisitRequest,
  isUsuallyHere: boolean,
): VisitSetup {
  if (!(worksHere ?? isUsuallyHere)) return setup;
  return { ...setup, templates: templatesHere, practiceCase: undefined, worksHere: true };
}

/** A server that speaks OpenAI's protocol. */
type EngineServer = {
  /** Empty: none. */
  readonly address: string;
  readonly hasToken: boolean;
  readonly model: string;
};

export type WorkHere = {
  /** New visits are worked on here unless it is said otherwise. */
  readonly usual: boolean;
  /** Visits whose platform is out of reach get a draft of this computer without being asked for. */
  readonly fallback: boolean;
  readonly speech: EngineServer;
  /** Id of a model that a user added, which comes before the server; empty: none. */
  readonly speechModel: string;
  /** What it hears; absent or empty: it does not tell, or is not in the list any more. */
  readonly modelLanguages?: readonly string[] | undefined;
  /** It is not in the list any more: no speech is recognised here until another engine is chosen. */
  readonly modelUnlisted?: true | undefined;
  /** Writes the note; without an address it is a draft in the words that were said. */
  readonly note: EngineServer;
  /** Titles of the sections of the note; none: the usual ones. */
  readonly sections: readonly string[];
  /** What some of them hold, where their titles alone do not say it. */
  readonly sectionTopics?: ChosenTopics | undefined;
};

export type SpeechBy = 'own' | 'model' | 'server';

/** What hears speech here: a model that a user added comes before a server, a server before our own. */
export const engineInUse = ({
  speech,
  speechModel,
}: Pick<WorkHere, 'speech' | 'speechModel'>): SpeechBy => {
  if (speechModel !== '') return 'model';
  return speech.address === '' ? 'own' : 'server';
};

const ENGLISH = /^en\b/i;

/** BCP 47. The engine that comes with Scriba recognises nothing else. */
export const isEnglish = (language: string): boolean => ENGLISH.test(language);

export const engineNames = ['speech', 'note'] as const;
export type EngineName = (typeof engineNames)[number];

/** A change of a server. `token` absent: as it was, for the same address; empty: none. */
export type EngineChange = {
  readonly address: string;
  readonly model: string;
  readonly token?: string | undefined;
};

/** Result of a test: what works, or why it does not. */
export type EngineTrial = {
  readonly engine: EngineName;
  readonly works: boolean;
  /** What was tried, as it stands beside what it hears or writes; absent: there was nothing. */
  readonly tried?: { readonly by: SpeechBy; readonly name: string } | undefined;
  readonly detail?: string | undefined;
  readonly message?: string | undefined;
};

export const MOST_SECTIONS = 30;
export const LONGEST_TITLE = 100;
