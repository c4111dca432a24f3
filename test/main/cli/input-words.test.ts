/** What is wrong with an input is told by its place on the command line and by what is allowed. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { objectIn } from '../../../main/cli/families/operation.ts';
import { readAs, readInput } from '../../../main/cli/input-words.ts';

function told(name: Parameters<typeof readInput>[0], input: unknown): string {
  try {
    readInput(name, input);
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid', detail: 'usage' });
    return (error as Error).message;
  }
  throw new Error('The input is accepted.');
}
const entity = (more: object) => ({ id: '1', text: 'fever', ontology: 'snomed', ...more });

test('an entry is named by its number, and the words that are allowed', () => {
  expect(told('codes.link', { entities: [entity({ ontology: 'zz' })] })).toBe(
    '--ontology: "zz" is not known; allowed are snomed, loinc, medication, icd-10-cm.',
  );
  expect(
    told('codes.link', { entities: [entity({}), entity({ id: '2', text: 'x'.repeat(1001) })] }),
  ).toBe('Standard input, question 2: must have at most 1000 letters.');
  expect(
    told('webhooks.register', { endpoint: 'https://a.example', events: ['v2rx.completed', 'foo'] }),
  ).toMatch(/^--event, entry 2: "foo" is not known; allowed are v2rx\.completed, /);
});

test('a member of the object on standard input is named, with the type that is wanted', () => {
  expect(told('users.create', { user: { firstname: 3, is_admin: 'x', doctor_ids: 'a' } })).toBe(
    [
      'Standard input, "firstname": must be text in quotes.',
      'Standard input, "is_admin": must be true or false.',
      'Standard input, "doctor_ids": must be a list in brackets.',
    ].join('\n'),
  );
});

test('what is missing is told as missing, and a value about a person is not repeated', () => {
  expect(told('orders.list', { admissionId: '' })).toBe(
    "Standard input, the admission's number: this is missing.",
  );
  expect(told('documents.remove', { id: 'asha-rao' })).toBe(
    'ID: this is not an ID as the list shows it.',
  );
});

test('a form that is wanted is told without the words of patterns', () => {
  const said = (schema: z.ZodType, at: string) => {
    try {
      readAs(z.object({ [at]: schema }), { [at]: 'no pe' });
    } catch (error) {
      return (error as Error).message;
    }
    return undefined;
  };
  expect(said(z.string().regex(/^[0-9a-f]{16}$/), 'id')).toBe(
    'ID: this is not an ID as the list shows it.',
  );
  expect(said(z.string().regex(/^[0-9]$/), 'word')).toBe(
    'word: this has signs that cannot stand here.',
  );
  expect(said(z.string().regex(/^\S+$/, 'is not one word'), 'word')).toBe('word: is not one word.');
  expect(said(z.email(), 'mail')).toBe('mail: this does not have the form of email.');
});

test('no message speaks of paths inside a request', () => {
  for (const message of [
    told('codes.link', { entities: [entity({ ontology: 1 })] }),
    told('findings.properties', { context: 'foo', ids: [] }),
    told('envelope.seal', { families: ['codification', 'x'] }),
    told('history.list', { count: 0 }),
  ])
    expect(message).not.toMatch(/\w\.\d|Invalid|expected|received/);
});

test('text that is no JSON is told without repeating it', () => {
  for (const text of ['{"firstname": Asha Rao}', '[1]', '3', ''])
    expect(() => objectIn(text)).toThrow(
      expect.objectContaining({
        detail: 'usage',
        message: expect.not.stringContaining('Asha') as string,
      }) as Error,
    );
  expect(objectIn('{"a": 1}')).toEqual({ a: 1 });
});
