import { expect, test } from 'vitest';
import { medicineCorrector } from '../../../../main/app/medicine-names.ts';
import { withKnownNames } from '../../../../main/features/local/known-names.ts';
import type { SpokenStretch } from '../../../../main/infrastructure/speech/speech.ts';

const TEXT = 'take perch tummel for the fever.';
const heard: SpokenStretch = {
  text: TEXT,
  from: 0,
  to: 6,
  words: TEXT.split(' ').map((text, at) => ({ text, from: at, to: at + 1, confidence: 0.4 })),
};
let isClosed = false;
const named = {
  name: 'an engine',
  engine: {
    async *transcribe() {
      yield heard;
    },
    close: async () => {
      isClosed = true;
    },
  },
};
async function* silence() {}
async function said(languages: string[], corrector = medicineCorrector) {
  const { name, engine } = withKnownNames(named, languages, corrector);
  expect(name).toBe('an engine');
  const all: SpokenStretch[] = [];
  for await (const one of engine.transcribe(silence())) all.push(one);
  return all;
}

test('a known name stands in the words of any engine, doubted, with what was heard', async () => {
  const [stretch] = await said(['en-IN']);
  expect(stretch?.text).toBe('take paracetamol for the fever.');
  expect(stretch?.words[1]).toEqual({
    text: 'paracetamol',
    heard: 'perch tummel',
    from: 1,
    to: 3,
    confidence: 0.4,
  });
});

test('in another language, and where the names cannot be read, words stay as they were heard', async () => {
  expect(await said(['hi'])).toEqual([heard]);
  expect(await said(['en'], () => Promise.reject(new Error('no words')))).toEqual([heard]);
});

test('the engine is closed with it', async () => {
  await withKnownNames(named, ['en'], medicineCorrector).engine.close();
  expect(isClosed).toBe(true);
});
