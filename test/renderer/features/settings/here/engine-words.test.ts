/** Whatever a model of one's own is refused for has words in each language. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { engineWords } from '../../../../../renderer/features/settings/here/engine-words.ts';

const words = (language: string) => {
  const { here } = JSON.parse(
    readFileSync(`renderer/locales/${language}/settings.json`, 'utf8'),
  ) as { here: { said: Record<string, string> } };
  const texts = new Map(Object.entries(here.said).map(([key, text]) => [`here.said.${key}`, text]));
  return { exists: (key: string) => texts.has(key), t: (key: string) => texts.get(key) ?? '' };
};

const details = [
  'main/infrastructure/speech/models/model-refusals.ts',
  'main/features/local/speech-models.ts',
].flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/'((?:speech-model|cannot)-[a-z]+)'/g)].map(
    ([, detail = '']) => detail,
  ),
);

test.each(['en', 'hi'])('in %s each refusal of a model has words of its own', (language) => {
  expect(details.length).toBeGreaterThan(10);
  const missing = details.filter((one) => engineWords(words(language), one, 'none') === 'none');
  expect(missing).toEqual([]);
});

test('a detail without words here, or none, is said as it is anywhere else', () => {
  for (const detail of ['never-heard-of', '', undefined])
    expect(engineWords(words('en'), detail, 'Something failed.')).toBe('Something failed.');
});
