/**
 * Writes the documents of a visit out of what was said: the transcript, and a note that is either a
 * draft in the words that were said, or by a model whose statements are held against the
 * transcript. Where the model fails, the draft stands in its place and says why.
 */
import { isDeepStrictEqual } from 'node:util';
import { asFailure } from '../../../shared/failure.ts';
import { TRANSCRIPT_TEMPLATE } from '../../../shared/model/account/account.ts';
import type { DoubtfulLine } from '../../../shared/model/note/doubts.ts';
import type { NoteDraft, SpokenPlace, SpokenTurn } from '../../../shared/model/note/draft.ts';
import type { NoteDocument } from '../../../shared/model/note/note.ts';
import type { NoteSection } from '../../../shared/model/note/note-sections.ts';
import type { ModelNote, WriteByModel } from '../../infrastructure/language-model/chat-server.ts';
import { notUnderstood } from '../../infrastructure/speech/not-understood.ts';
import {
  doubtfulDraftLine,
  doubtfulStatement,
  doubtsOf,
  type HeardDoubt,
  type KindsIn,
  stored,
} from './doubts.ts';
import { notUnderstoodWords, understood } from './not-understood-words.ts';
import { transcriptText } from './transcript.ts';

export type SaidVisit = {
  readonly turns: readonly SpokenTurn[];
  /** Which engine heard it. */
  readonly engine: string;
  readonly templates: readonly string[];
  /** BCP 47, of the note. */
  readonly language: string;
  /** Titles of the note that is written anew; absent: those that are set. */
  readonly sections?: readonly string[] | undefined;
};

/** Throws Failure `locked` alone. */
export type WriteNote = (visit: SaidVisit) => Promise<NoteDocument[]>;

export type WriteNoteDeps = {
  /** `titles`: of the sections; the usual ones where there are none. */
  readonly draft: (
    turns: readonly SpokenTurn[],
    titles: readonly string[],
    lost: readonly SpokenPlace[],
  ) => NoteDraft;
  /** Titles of the sections of the doctor's note; none: the usual ones. */
  readonly sections: () => readonly string[];
  /** Of the usual note. */
  readonly usualSections: readonly string[];
  /** Undefined where no model is set. */
  readonly model: () => Promise<WriteByModel | undefined>;
  /**
   * Numbers of the lines of each section that what was said does not support, or speaks against.
   */
  readonly unsupported: (
    sections: readonly NoteSection[],
    transcript: string,
    language: string,
  ) => ReadonlyMap<string, ReadonlySet<number>>;
  readonly kindsIn: KindsIn;
};

/** Stands under a heading of which nothing was found. No claim that nothing was said. */
const EMPTY = 'Not recorded.';
/** Behind a statement of a model that what was said does not support. */
export const UNSUPPORTED = '[not found in what was said]';

export const createWriteNote =
  (deps: WriteNoteDeps): WriteNote =>
  async (visit) => {
    const transcript = transcriptText(visit.turns);
    const doubts = doubtsOf(visit.turns, visit.language, deps.kindsIn);
    const [first, ...others] = visit.templates.filter((id) => id !== TRANSCRIPT_TEMPLATE);
    const spoken = transcriptDocument(visit, transcript, doubts);
    if (first === undefined) return [spoken];
    const note = await noteDocument(deps, visit, { templateId: first, transcript, doubts });
    return [note, ...others.map(notWritten), spoken];
  };

const transcriptDocument = (
  { engine }: SaidVisit,
  text: string,
  doubts: readonly HeardDoubt[],
): NoteDocument => ({
  templateId: TRANSCRIPT_TEMPLATE,
  name: 'Transcript',
  kind: 'transcript',
  status: 'success',
  text,
  errors: [],
  warnings: [],
  writtenHere: { speech: engine },
  ...(doubts.length > 0 && { doubts: doubts.map(stored) }),
});

const notWritten = (templateId: string): NoteDocument => ({
  templateId,
  name: templateId,
  kind: 'markdown',
  status: 'not-produced',
  errors: ['This computer writes one note for a visit.'],
  warnings: [],
});

type Wanted = {
  readonly templateId: string;
  readonly transcript: string;
  readonly doubts: readonly HeardDoubt[];
};
/** What is written, and its lines that have doubted words. */
type Written = Pick<NoteDocument, 'text' | 'doubtfulLines'>;

async function noteDocument(
  deps: WriteNoteDeps,
  visit: SaidVisit,
  wanted: Wanted,
): Promise<NoteDocument> {
  const base = {
    templateId: wanted.templateId,
    name: 'Clinical notes',
    kind: 'markdown',
    errors: [],
    warnings: [],
  } as const;
  const titles = titlesFor(deps, visit);
  const lost = notUnderstood(visit.turns, visit.engine);
  const told = lost.places.length > 0 ? [notUnderstoodWords(lost, visit.turns)] : [];
  const drafted = () => ({
    ...base,
    status: 'success' as const,
    ...draftWritten(deps.draft(visit.turns, titles, lost.places), wanted.doubts),
    warnings: told,
    writtenHere: { speech: visit.engine },
  });
  try {
    const model = await deps.model();
    if (!model) return drafted();
    if (lost.isWhole) return drafted();
    const made = await model(
      understood(visit.turns, lost),
      titles.length > 0 ? titles : deps.usualSections,
    );
    return {
      ...base,
      status: 'success',
      ...modelWritten(deps, made, visit, wanted),
      warnings: told,
      writtenHere: { speech: visit.engine, model: made.model, prompt: made.prompt },
    };
  } catch (error) {
    const failure = asFailure(error);
    if (failure.code === 'locked' || failure.detail === 'cancelled') throw error;
    // The visit counts as partial: asking again asks the model again.
    return {
      ...drafted(),
      status: 'partial',
      warnings: [
        ...told,
        `${failure.message} This draft has the words that were said. Try again to ask the model again.`,
      ],
    };
  }
}

/** None: the usual ones. */
function titlesFor({ sections, usualSections }: WriteNoteDeps, visit: SaidVisit) {
  const titles = visit.sections ?? sections();
  return isDeepStrictEqual(titles, usualSections) ? [] : titles;
}

const textOf = (
  sections: readonly { readonly title: string; readonly lines: readonly string[] }[],
) =>
  sections
    .map(({ title, lines }) =>
      [`## ${title}`, ...(lines.length > 0 ? lines : [EMPTY]).map((line) => `- ${line}`)].join(
        '\n',
      ),
    )
    .join('\n\n');

const withDoubts = (text: string, lines: readonly (DoubtfulLine | undefined)[]): Written => {
  const doubtfulLines = lines.filter((line) => line !== undefined);
  return { text, ...(doubtfulLines.length > 0 && { doubtfulLines }) };
};

const draftWritten = ({ sections }: NoteDraft, doubts: readonly HeardDoubt[]): Written =>
  withDoubts(
    textOf(sections.map(({ title, lines }) => ({ title, lines: lines.map(({ text }) => text) }))),
    sections.flatMap(({ lines }) => lines.map((line) => doubtfulDraftLine(line, doubts))),
  );

function modelWritten(
  { unsupported, kindsIn }: WriteNoteDeps,
  { sections }: ModelNote,
  { turns, language }: SaidVisit,
  { transcript, doubts }: Wanted,
): Written {
  const asSections = sections.map(
    ({ title, statements }, at): NoteSection => ({
      id: String(at),
      title,
      text: statements.map(({ text }) => text).join('\n'),
    }),
  );
  const doubtful = unsupported(asSections, transcript, language);
  const restsOnTurns = (named: readonly number[]) =>
    named.length > 0 && named.every((turn) => turns[turn] !== undefined);
  const written = sections.map(({ title, statements }, at) => ({
    title,
    statements: statements.map(({ text, turns: named }, line) => {
      const rests = restsOnTurns(named);
      const isSaid = rests && !doubtful.get(String(at))?.has(line);
      return {
        text: isSaid ? text : `${text} ${UNSUPPORTED}`,
        // Whatever it rests on where it names nothing.
        turns: new Set(rests ? named : turns.keys()),
      };
    }),
  }));
  return withDoubts(
    textOf(
      written.map(({ title, statements }) => ({
        title,
        lines: statements.map(({ text }) => text),
      })),
    ),
    written.flatMap(({ statements }) =>
      statements.map(({ text, turns: named }) =>
        doubtfulStatement(text, named, doubts, kindsIn(text, language)),
      ),
    ),
  );
}
