/** Finds the lines of a note that what was said does not support, by evidence and checks. */
import { type Checks, certainOf } from '../../shared/model/note/checks.ts';
import type { NoteSection } from '../../shared/model/note/note-sections.ts';
import type { Evidence } from '../features/notes/evidence/evidence.ts';

/** Numbers of such lines, by the id of their section. */
type Unsupported = ReadonlyMap<string, ReadonlySet<number>>;

export const createUnsupported =
  ({ evidence, checks }: { readonly evidence: Evidence; readonly checks: Checks }) =>
  (sections: readonly NoteSection[], transcript: string, language: string): Unsupported => {
    const found = new Map(sections.map(({ id }) => [id, new Set<number>()]));
    const texts = new Map(sections.map(({ id, text }) => [id, text]));
    const add = (section: string, start: number) =>
      found.get(section)?.add((texts.get(section) ?? '').slice(0, start).split('\n').length - 1);
    for (const { section, span, support } of evidence.of({ sections, transcript }).lines)
      if (support === 'none') add(section, span.start);
    // What the note lacks is told at its review, and is no fault of a line.
    const spokenAgainst = (all: readonly NoteSection[]) =>
      certainOf(checks({ sections: all, transcript, language })).filter(
        ({ inNote }) => inNote !== '',
      );
    for (const { section, span } of spokenAgainst(sections)) add(section, span.start);
    // A finding is read once in a section, and what two lines say wrong has to be marked in both.
    const lines = sections.flatMap((section) =>
      section.text.split('\n').map((text, line) => ({ of: section.id, line, text, section })),
    );
    const single = lines.map(({ section, text }, at) => ({ ...section, id: String(at), text }));
    for (const { section } of spokenAgainst(single)) {
      const line = lines[Number(section)];
      if (line) found.get(line.of)?.add(line.line);
    }
    return found;
  };
