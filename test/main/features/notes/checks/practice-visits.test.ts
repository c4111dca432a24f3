/**
 * Practice visits say in their notes what was said in them: each difference that is told of them
 * is a false alarm, unless this test plants it.
 */
import { expect, test } from 'vitest';
import { quantities } from '../../../../../main/features/notes/checks/quantities.ts';
import type { Language } from '../../../../../sandbox/scribe/consultations/consultation.ts';
import { consultations } from '../../../../../sandbox/scribe/consultations/consultations.ts';
import {
  writeEmr,
  writeNotes,
  writeTranscript,
} from '../../../../../sandbox/scribe/document-writer.ts';
import { certainOf } from '../../../../../shared/model/note/checks.ts';
import { type NoteSection, sectionsOf } from '../../../../../shared/model/note/note-sections.ts';
import { checksRig } from '../../../../support/rigs/checks-rig.ts';

const { checks } = checksRig();
const visits = consultations.flatMap((consultation) =>
  (['en', 'hi'] satisfies Language[])
    .filter((language) => consultation.texts[language] !== undefined)
    .map((language) => {
      const writing = { consultation, language, codify: true, brand: 'practice' };
      const emr = writeEmr(writing);
      return {
        name: `${consultation.id} (${language})`,
        language,
        transcript: writeTranscript(writing),
        markdown: sectionsOf({ kind: 'markdown', text: writeNotes(writing) }),
        emr: sectionsOf({ kind: 'emr', text: emr, emr: JSON.parse(emr) }),
      };
    }),
);
type Visit = (typeof visits)[number];
const compare = ({ transcript, language }: Visit, sections: readonly NoteSection[]) =>
  checks({ sections, transcript, language });
const told = (visit: Visit, sections: readonly NoteSection[]) =>
  certainOf(compare(visit, sections)).map(({ kind, inNote, inTranscript, text }) => [
    kind,
    inNote,
    inTranscript?.text,
    text,
  ]);

test.each(visits.map((visit) => [visit.name, visit] as const))('%s: no false alarm', (_, visit) => {
  expect(visit.markdown.length).toBeGreaterThan(3);
  expect(visit.emr.length).toBeGreaterThan(3);
  expect(told(visit, visit.markdown)).toEqual([]);
  expect(told(visit, visit.emr)).toEqual([]);
});

/** The section with another text at a place; the difference has to lie there. */
function planted(visit: Visit, section: NoteSection, start: number, end: number, fresh: string) {
  const text = section.text.slice(0, start) + fresh + section.text.slice(end);
  const sections = visit.markdown.map((one) => (one === section ? { ...one, text } : one));
  return compare(visit, sections).filter(
    ({ section: id, span }) =>
      id === section.id && span.start < start + fresh.length && span.end > start,
  );
}

test.each(visits.map((visit) => [visit.name, visit] as const))(
  '%s: a tenfold dose, another unit by weight and another diastolic pressure are told',
  (_, visit) => {
    let count = 0;
    for (const section of visit.markdown)
      for (const one of quantities(section.text, visit.language)) {
        const words = section.text.slice(one.start, one.end);
        const changed = [];
        if (one.second !== undefined)
          changed.push(words.replace(String(one.second), String(one.second + 7)));
        if (one.kind === 'dose' && /^\d/.test(words) && !words.includes('/')) {
          changed.push(words.replace(/^\d+/, '$&0'));
          changed.push(`${words}/kg`);
        }
        for (const fresh of changed) {
          count += 1;
          const found = planted(visit, section, one.start, one.end, fresh);
          expect(found, `${words} -> ${fresh}: ${section.text}`).not.toEqual([]);
        }
      }
    expect(count).toBeGreaterThan(0);
  },
);
