import { expect, test } from 'vitest';
import { hasOwnState } from './own-state.ts';

test('a test that holds state of a module, or replaces it, has a process of its own', () => {
  for (const text of [
    "import { useVisits } from '../visits-store.ts';",
    "useScreen.setState({ place: { name: 'record' } });",
    'vi.resetModules();',
    "vi.stubGlobal('document', page);",
    'globalThis.fetch = fake;',
    "const { t } = await import('../words.ts');",
  ])
    expect(hasOwnState(text), text).toBe(true);
});

test('a test of a function that only answers shares one', () => {
  const text = `import { initialsOf } from '../../../../renderer/features/visits/initials.ts';
test('two names', () => expect(initialsOf('Asha Rao')).toBe('AR'));`;
  expect(hasOwnState(text)).toBe(false);
});
