import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NoteSection } from '../../../../../shared/model/note/note-sections.ts';
import type { NoteBranch } from '../../../../../shared/model/note/note-versions.ts';
import { failure, failureWith } from '../../../../support/failure.ts';
import { document, type Rig, ready, transcript, VISIT } from '../support.ts';

const first = ({ notes }: Rig): NoteBranch => notes.state(VISIT).branches[0]!;
const withText = (branch: NoteBranch, text: string): NoteSection[] =>
  branch.sections.map((section, at) => (at === 0 ? { ...section, text } : section));
const type = (made: Rig, text: string) => {
  const branch = first(made);
  return made.notes.edit({
    id: VISIT,
    branch: branch.id,
    rev: branch.rev,
    sections: withText(branch, text),
  });
};
const words = (branch: NoteBranch) => branch.sections[0]!.text;

test('what the machine wrote is version 1 of each document, and looking writes nothing', () => {
  const made = ready();
  const { branches, note } = made.notes.state(VISIT);
  expect(
    branches.map(({ purpose, head, editable, versions }) => [
      purpose,
      head,
      editable,
      versions.map(({ author }) => author),
    ]),
  ).toEqual([
    ['note', 1, true, ['machine']],
    ['transcript', 1, false, ['machine']],
  ]);
  expect(note).toBe(branches[0]!.id);
  expect(branches[0]!.sections).toEqual([
    { id: '1', title: 'Chief complaint', text: '• Fever for 3 days' },
    { id: '2', title: 'Plan', text: '• Paracetamol 500 mg twice a day' },
  ]);
  expect(made.store.noteVersions.branches(VISIT)).toEqual([]);
});

test('while one types, the draft is replaced; kept, it stays, and the next word begins another', () => {
  const made = ready();
  type(made, 'Fever');
  expect(type(made, 'Fever for 4 days')).toMatchObject({
    head: 2,
    versions: [
      { number: 1 },
      { number: 2, author: 'doctor', who: 'clinic-17', basedOn: 1, kept: false },
    ],
  });
  const { id } = first(made);
  expect(made.notes.keep({ id: VISIT, branch: id }).versions.at(-1)).toMatchObject({
    number: 2,
    kept: true,
  });
  expect(type(made, 'Fever for 5 days')).toMatchObject({
    head: 3,
    versions: [{}, { number: 2, kept: true }, { number: 3, basedOn: 2, kept: false }],
  });
  expect(made.notes.version(VISIT, { branch: id, version: 2 }).sections[0]!.text).toBe(
    'Fever for 4 days',
  );
  expect(made.told.length).toBe(4);
});

test('a draft that rested for minutes is kept by itself when somebody types on', () => {
  const made = ready();
  type(made, 'Fever');
  made.clock.advance(6 * 60_000);
  expect(type(made, 'Fever and cough').versions.map(({ number, kept }) => [number, kept])).toEqual([
    [1, true],
    [2, true],
    [3, false],
  ]);
});

test('nothing typed is lost when Scriba is killed between two edits', () => {
  const made = ready();
  type(made, 'Fever for 4 days, since Monday');
  const later = made.reopen();
  expect(words(first(later))).toBe('Fever for 4 days, since Monday');
  expect(first(later).versions.at(-1)).toMatchObject({ kept: false });
});

test('of two windows the slower one is refused, and loses nothing of the other; the same words again are no mistake', () => {
  const made = ready();
  const branch = first(made);
  const at = { id: VISIT, branch: branch.id, rev: branch.rev };
  made.notes.edit({ ...at, sections: withText(branch, 'from the first window') });
  expect(() =>
    made.notes.edit({ ...at, sections: withText(branch, 'from the second window') }),
  ).toThrow(failure('busy', 'stale'));
  expect(
    words(made.notes.edit({ ...at, sections: withText(branch, 'from the first window') })),
  ).toBe('from the first window');
  expect(first(made).versions.length).toBe(2);
});

test('an older version is restored as a new one, and the one between stays', () => {
  const made = ready();
  type(made, 'wrong');
  const branch = first(made);
  const restored = made.notes.restore({
    id: VISIT,
    branch: branch.id,
    rev: branch.rev,
    version: 1,
  });
  expect(words(restored)).toBe('• Fever for 3 days');
  expect(
    restored.versions.map(({ number, made: how, basedOn, kept }) => [number, how, basedOn, kept]),
  ).toEqual([
    [1, 'platform', undefined, true],
    [2, 'edit', 1, true],
    [3, 'restore', 1, true],
  ]);
});

test('a draft that says what it began with is no version', () => {
  const made = ready();
  type(made, 'x');
  type(made, '• Fever for 3 days');
  expect(made.notes.keep({ id: VISIT, branch: first(made).id }).versions.length).toBe(1);
});

test('a document that comes again, with other words, is told of and overwrites nothing', () => {
  const made = ready();
  type(made, 'as the doctor wrote it');
  made.receive([document({ text: '## Chief complaint\nSomething else' }), transcript()]);
  const branch = first(made);
  expect([words(branch), branch.head, branch.arrived]).toEqual(['as the doctor wrote it', 2, 3]);
  expect(made.notes.version(VISIT, { branch: branch.id, version: 3 }).sections[0]!.text).toBe(
    'Something else',
  );
  expect(type(made, 'as the doctor wrote it, longer')).toMatchObject({ head: 2, arrived: 3 });
  const taken = made.notes.restore({
    id: VISIT,
    branch: branch.id,
    rev: first(made).rev,
    version: 3,
  });
  expect([words(taken), taken.arrived]).toEqual(['Something else', undefined]);
});

test('another template is a branch of its own, a leaflet in another language too; one of them is the note', () => {
  const made = ready();
  type(made, 'mine');
  made.receive([
    document(),
    transcript(),
    document({
      templateId: 'eka_emr_template',
      kind: 'emr',
      text: '{}',
      emr: { symptoms: [{ name: 'Fever', since: '3 days' }] },
      addedAt: 5,
      documentId: 'd-1',
    }),
    document({
      templateId: 'leaflet',
      text: 'बुखार',
      addedAt: 6,
      documentId: 'd-2',
      language: 'hi',
      leaflet: true,
    }),
  ]);
  const { branches, note } = made.notes.state(VISIT);
  expect(
    branches.map(({ purpose, language, document: place }) => [purpose, language, place]),
  ).toEqual([
    ['note', 'en-IN', 0],
    ['transcript', 'en-IN', 1],
    ['note', 'en-IN', 2],
    ['leaflet', 'hi', 3],
  ]);
  expect(branches[2]!.sections).toEqual([
    { id: '0-symptoms', key: 'symptoms', title: '', text: 'Fever, 3 days' },
  ]);
  expect([words(branches[0]!), note]).toEqual(['mine', branches[0]!.id]);
  expect(made.notes.choose({ id: VISIT, branch: branches[2]!.id }).note).toBe(branches[2]!.id);
  expect(() => made.notes.choose({ id: VISIT, branch: branches[3]!.id })).toThrow(
    failureWith('not-the-note'),
  );
  expect(() =>
    made.notes.edit({ id: VISIT, branch: branches[1]!.id, rev: 0, sections: [] }),
  ).toThrow(failureWith('not-editable'));
});

test('the own dictionary puts words right in a version of its own; the machine’s words stay and can be had back', () => {
  const made = ready({}, [
    document({ text: 'Tab para cetamol 500 mg. Paracetamolum is not it, nor a stab.' }),
  ]);
  made.store.settings.change({
    phrases: {
      dot: [],
      dictionary: [
        { heard: 'para cetamol', written: 'paracetamol' },
        { heard: 'tab', written: 'tablet' },
      ],
    },
  });
  const branch = first(made);
  expect([words(branch), branch.versions.map(({ made: how }) => how)]).toEqual([
    'tablet paracetamol 500 mg. Paracetamolum is not it, nor a stab.',
    ['platform', 'dictionary'],
  ]);
  expect(
    words(made.notes.restore({ id: VISIT, branch: branch.id, rev: branch.rev, version: 1 })),
  ).toBe('Tab para cetamol 500 mg. Paracetamolum is not it, nor a stab.');
});

test('a document that is gone from the note leaves the work on it where it is', () => {
  const made = ready();
  type(made, 'mine');
  made.receive([transcript()]);
  expect(
    made.notes
      .state(VISIT)
      .branches.map(({ purpose, document: place, sections }) => [
        purpose,
        place,
        sections[0]!.text,
      ]),
  ).toEqual([
    ['transcript', 0, expect.any(String)],
    ['note', undefined, 'mine'],
  ]);
});

test('whatever is done in whatever order, no version ever changes once it is kept, and the head is what was written last', () => {
  const act = fc.oneof(
    fc.record({ kind: fc.constant('type' as const), text: fc.string({ maxLength: 12 }) }),
    fc.constant({ kind: 'keep' as const }),
    fc.constant({ kind: 'reopen' as const }),
    fc.record({ kind: fc.constant('restore' as const), version: fc.nat(6) }),
    fc.record({
      kind: fc.constant('receive' as const),
      text: fc.string({ minLength: 1, maxLength: 8 }),
    }),
    fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 9 }) }),
  );
  fc.assert(
    fc.property(fc.array(act, { maxLength: 14 }), (acts) => {
      let made = ready();
      const kept = new Map<number, string>();
      let head = JSON.stringify(first(made).sections);
      let doctors = false;
      for (const one of acts) {
        const branch = first(made);
        if (one.kind === 'type') {
          head = JSON.stringify(withText(branch, one.text));
          doctors ||= head !== JSON.stringify(branch.sections);
          type(made, one.text);
        } else if (one.kind === 'keep') made.notes.keep({ id: VISIT, branch: branch.id });
        else if (one.kind === 'reopen') made = made.reopen();
        else if (one.kind === 'wait') made.clock.advance(one.minutes * 60_000);
        else if (one.kind === 'receive')
          made.receive([
            document({ text: `## Chief complaint\nfrom the platform ${one.text}` }),
            transcript(),
          ]);
        else if (branch.versions.some(({ number }) => number === one.version)) {
          head = JSON.stringify(
            made.notes.version(VISIT, { branch: branch.id, version: one.version }).sections,
          );
          doctors ||= head !== JSON.stringify(branch.sections);
          made.notes.restore({
            id: VISIT,
            branch: branch.id,
            rev: branch.rev,
            version: one.version,
          });
        }
        const now = first(made);
        if (doctors && now.versions.some(({ author }) => author === 'doctor'))
          expect(JSON.stringify(now.sections)).toBe(head);
        expect(new Set(now.versions.map(({ number }) => number)).size).toBe(now.versions.length);
        expect(now.versions.filter((version) => !version.kept).length).toBeLessThanOrEqual(1);
        for (const [number, text] of kept)
          expect(
            JSON.stringify(
              made.store.noteVersions
                .versions(VISIT, now.id)
                .find((version) => version.number === number)?.sections,
            ),
          ).toBe(text);
        for (const version of made.store.noteVersions.versions(VISIT, now.id))
          if (version.kept) kept.set(version.number, JSON.stringify(version.sections));
      }
      made.store.close();
    }),
    { numRuns: 8 },
  );
});

describe('the difference of two versions', () => {
  test('is told by words and sections, and joined again it is both texts', () => {
    const made = ready();
    const branch = first(made);
    const [complaint, plan] = branch.sections as [NoteSection, NoteSection];
    made.notes.edit({
      id: VISIT,
      branch: branch.id,
      rev: 0,
      sections: [
        { ...complaint, text: '• Fever for 2.5 days' },
        { id: 'own', title: 'Advice', text: 'Rest' },
      ],
    });
    const diff = made.notes.diff(
      VISIT,
      { branch: branch.id, version: 1 },
      { branch: branch.id, version: 2 },
    );
    expect(diff.map(({ title, kind }) => [title, kind])).toEqual([
      ['Chief complaint', 'changed'],
      ['Advice', 'added'],
      ['Plan', 'removed'],
    ]);
    expect(diff[0]!.parts.filter(({ kind }) => kind !== 'same')).toEqual([
      { kind: 'removed', text: '3' },
      { kind: 'added', text: '2.5' },
    ]);
    expect(diff[2]!.parts).toEqual([{ kind: 'removed', text: plan.text }]);
  });
});

describe('what a doctor added to a line of the machine’s note', () => {
  const emr = () =>
    document({
      templateId: 'eka_emr_template',
      kind: 'emr',
      text: '{}',
      emr: { symptoms: [{ name: 'Fever', since: '3 days' }, { name: 'Fever blister' }] },
    });
  const addition = (text: string) => ({
    section: 'symptoms',
    name: 'Fever',
    values: [{ id: 'p', label: 'Severity', text }],
  });
  const add = (made: Rig, text: string, before?: string) => {
    const { rev, details } = made.store.visits.get(VISIT)!;
    made.store.visits.change(VISIT, rev, {
      details: { ...details, additions: [addition(text)] },
    });
    made.notes.added(VISIT, addition(text), before === undefined ? undefined : addition(before));
  };

  test('stands in its line of the note, replaced when it is changed, whether or not anybody has edited it', () => {
    const made = ready({}, [emr(), transcript()]);
    add(made, 'mild');
    expect([words(first(made)), first(made).versions.map(({ made: how }) => how)]).toEqual([
      'Fever, 3 days; Severity: mild\nFever blister',
      ['platform', 'details'],
    ]);
    expect(made.store.noteVersions.branches(VISIT)).toEqual([]);
    add(made, 'severe', 'mild');
    expect(words(first(made))).toBe('Fever, 3 days; Severity: severe\nFever blister');
    type(made, 'Fever, 4 days; Severity: severe\nCough');
    add(made, 'moderate', 'severe');
    expect(words(first(made))).toBe('Fever, 4 days; Severity: moderate\nCough');
    type(made, 'Cough');
    add(made, 'mild', 'moderate');
    expect(words(first(made))).toBe('Cough\nFever; Severity: mild');
  });
});
