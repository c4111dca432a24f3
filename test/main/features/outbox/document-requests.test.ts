/** Waiting for further documents with a clock that is held: order, pace, patience and giving up. */
import { expect, test } from 'vitest';
import { Failure } from '../../../../shared/failure.ts';
import { MINUTE, SECOND } from '../../../../shared/time.ts';
import { failure, failureWith } from '../../../support/failure.ts';
import { type Answer, document, offline, rig } from './document-requests-rig.ts';

test('a request belongs to its visit, template and language; the same one is not made twice', async () => {
  const { documents, asked } = rig();
  await documents.requestDocument('a', 'x');
  for (const [id, template, language] of [
    ['a', 'y', undefined],
    ['b', 'x', undefined],
    ['a', 'x', 'hi'],
  ] as const) {
    await documents.requestDocument(id, template, { language });
    await expect(documents.requestDocument(id, template, { language })).rejects.toMatchObject({
      code: 'busy',
      detail: 'further-under-way',
      message: 'This document is being written already.',
    });
  }
  expect(documents.requests('a').map(({ templateId, language }) => [templateId, language])).toEqual(
    [
      ['x', undefined],
      ['y', undefined],
      ['x', 'hi'],
    ],
  );
  expect(documents.requests('b')).toHaveLength(1);
  // In the language of the visit where none is named.
  expect(asked).toEqual(['txn-a x en-IN', 'txn-a y en-IN', 'txn-b x en-IN', 'txn-a x hi']);
  expect('language' in documents.requests('b')[0]!).toBe(false);
});

test('a document is put beside the others of its own visit, with its language and the time', async () => {
  const made = rig(() => ({ kind: 'done', document: document('x') }));
  await made.documents.requestDocument('a', 'x', { language: 'hi', leaflet: true });
  await made.pass(SECOND);
  expect(made.store.notes.get('a')!.documents).toEqual([
    document('note'),
    document('x', {
      documentId: 'txn-a-x-hi',
      addedAt: expect.any(Number),
      language: 'hi',
      leaflet: true,
    }),
  ]);
  expect(made.here('b')).toEqual(['note']);
  expect(made.documents.requests('a')).toEqual([]);
  expect(made.changed).toEqual(['a', 'a']);
  await made.documents.requestDocument('a', 'y');
  await made.pass(SECOND);
  const added = made.store.notes.get('a')!.documents[2]!;
  expect(['language' in added, 'leaflet' in added]).toEqual([false, false]);
});

test('the one that is due first is looked for first, one at a time', async () => {
  const made = rig();
  await made.documents.requestDocument('a', 'x');
  await made.pass(30 * SECOND);
  await made.documents.requestDocument('b', 'y');
  made.looked.length = 0;
  await made.pass(5 * SECOND);
  // The older one waits longer by now.
  const count = (id: string) => made.looked.filter(([one]) => one === id).length;
  expect(count('txn-b-y-en-IN')).toBeGreaterThan(count('txn-a-x-en-IN'));
});

test('it is looked for more and more seldom, and again at once after a start', async () => {
  const made = rig();
  await made.documents.requestDocument('a', 'x');
  await made.pass(20 * SECOND);
  const times = made.looked.map(([, at]) => at);
  const gaps = times.slice(1).map((at, index) => at - times[index]!);
  expect(gaps.slice(0, 4)).toEqual([2000, 3000, 4500, 6750]);
  made.documents.stop();
  await made.pass(MINUTE);
  expect(made.looked).toHaveLength(times.length);
  made.documents.start();
  await made.rest();
  expect(made.looked).toHaveLength(times.length + 1);
});

test('a platform that is away or busy is asked for ever; nonsense eight times, then a person is told', async () => {
  for (const failure of [offline(), new Failure('busy', 'It did not work.')]) {
    const away = rig(() => failure);
    await away.documents.requestDocument('a', 'x');
    await away.pass(120 * MINUTE);
    expect(away.looked.length).toBeGreaterThan(20);
    expect(away.documents.requests('a')).toMatchObject([{ trouble: undefined }]);
  }
  for (const [failure, trouble] of [
    [
      new Failure('broken', 'It did not work.', { detail: 'answer-unreadable' }),
      'answer-unreadable',
    ],
    [new Failure('broken', 'It did not work.'), 'broken'],
  ] as const) {
    const made = rig((id) => (id.includes('-x-') ? failure : { kind: 'working' }));
    await made.documents.requestDocument('a', 'x');
    await made.documents.requestDocument('a', 'y');
    await made.pass(120 * MINUTE);
    expect(made.looked.filter(([id]) => id.includes('-x-'))).toHaveLength(8);
    expect(made.documents.requests('a').map((one) => one.trouble)).toEqual([trouble, undefined]);
    // A person may ask again: the request that failed gives way to the new one.
    await made.documents.requestDocument('a', 'x');
    expect(made.documents.requests('a').map((one) => one.trouble)).toEqual([undefined, undefined]);
  }
});

test('a wait that the platform names is kept to', async () => {
  const made = rig(() => new Failure('busy', 'It did not work.', { retryAfter: 70_000 }));
  await made.documents.requestDocument('a', 'x');
  await made.pass(69_900);
  expect(made.looked).toHaveLength(1);
  await made.pass(200);
  expect(made.looked).toHaveLength(2);
});

test.each(['signed-out', 'locked'] as const)(
  'while nobody can ask (%s) it waits for a start, and keeps its patience',
  async (code) => {
    const made = rig(() => new Failure(code, 'm'));
    await made.documents.requestDocument('a', 'x');
    await made.pass(120 * MINUTE);
    expect(made.looked).toHaveLength(1);
    made.documents.start();
    await made.pass(MINUTE);
    expect(made.looked).toHaveLength(2);
    expect(made.documents.requests('a')).toMatchObject([{ trouble: undefined }]);
  },
);

test('a document that the platform does not know has ten minutes, then a person is told', async () => {
  const made = rig(() => ({ kind: 'missing' }));
  await made.documents.requestDocument('a', 'x');
  await made.pass(10 * MINUTE);
  expect(made.documents.requests('a')).toMatchObject([{ trouble: undefined }]);
  await made.pass(10 * MINUTE);
  expect(made.documents.requests('a')).toMatchObject([{ trouble: 'further-missing' }]);
  expect(made.here('a')).toEqual(['note']);
  expect(made.changed).toEqual(['a', 'a']);
});

test('what comes home after a stop is stored by the next start', async () => {
  const asked: ((answer: Answer) => void)[] = [];
  const made = rig(() => new Promise((resolve) => asked.push(resolve)));
  await made.documents.requestDocument('a', 'x');
  made.documents.stop();
  asked[0]!({ kind: 'done', document: document('x') });
  await made.rest();
  expect(made.here('a')).toEqual(['note']);
  expect(made.documents.requests('a')).toHaveLength(1);
  made.documents.start();
  await made.rest();
  asked[1]!({ kind: 'done', document: document('x') });
  await made.rest();
  expect(made.here('a')).toEqual(['note', 'x']);
});

test('a lost answer is looked for among the documents that nobody has seen', async () => {
  const made = rig();
  made.fail.request = new Failure('busy', 'It did not work.', { detail: 'unclear' });
  // Not of this template, or without an id.
  made.fail.listed = [
    { id: 'other', templateId: 'y' },
    { id: '', templateId: 'x' },
  ];
  await expect(made.documents.requestDocument('a', 'x')).rejects.toThrow(failureWith('unclear'));
  expect(made.documents.requests('a')).toEqual([]);
  made.fail.listed = [
    { id: 'one', templateId: 'x' },
    { id: 'two', templateId: 'x' },
  ];
  await made.documents.requestDocument('a', 'x');
  await made.rest();
  expect(made.looked[0]![0]).toBe('two');
  // The other one was not seen either; the first is no longer free.
  await made.documents.requestDocument('a', 'x', { language: 'hi' });
  await made.pass(10 * SECOND);
  expect(made.looked.map(([id]) => id)).toContain('one');
  made.fail.request = offline();
  await expect(made.documents.requestDocument('b', 'x')).rejects.toThrow(failure('offline'));
});

test('a lost answer about a template that is here without an id cannot be told from it', async () => {
  const made = rig();
  made.store.notes.put({
    visitId: 'a',
    documents: [document('x')],
    receivedAt: 1,
    practice: true,
  });
  made.fail.request = new Failure('busy', 'It did not work.', { detail: 'unclear' });
  made.fail.listed = [{ id: 'one', templateId: 'x' }];
  await expect(made.documents.requestDocument('a', 'x')).rejects.toThrow(failureWith('unclear'));
  made.store.notes.put({
    visitId: 'a',
    documents: [document('x', { documentId: 'one' })],
    receivedAt: 1,
    practice: true,
  });
  await expect(made.documents.requestDocument('a', 'x')).rejects.toThrow(failureWith('unclear'));
});
