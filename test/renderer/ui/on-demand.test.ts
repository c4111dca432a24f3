import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { openCatalogue } from '../../../renderer/common/i18n.ts';
import { fetchParts, partOnDemand } from '../../../renderer/ui/on-demand.tsx';

afterEach(() => vi.unstubAllGlobals());

test('parts are fetched one after the other at rest, also after one that fails; each is drawn at once from then on, with its words', async () => {
  const words = await openCatalogue();
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setImmediate(run));
  const asked: string[] = [];
  const part = (name: string, fails = false) =>
    partOnDemand(
      async () => {
        asked.push(name);
        if (fails) throw new Error('the core is gone');
        return () => name;
      },
      () => 'meanwhile',
    );
  const [First, Lost, Last] = [part('first'), part('lost', true), part('last')];
  const drawn = (one: typeof First) => renderToString(createElement(one)).replace(/<[^>]*>/g, '');
  expect(words.exists('settings.title')).toBe(false);
  expect(asked).toEqual([]);

  fetchParts();
  await vi.waitFor(() => expect(asked).toEqual(['first', 'lost', 'last']));
  await vi.waitFor(() => expect([drawn(First), drawn(Last)]).toEqual(['first', 'last']));
  expect(drawn(Lost)).toBe('meanwhile');
  expect(words.exists('settings.title')).toBe(true);
});

test('a part that could not be loaded is loaded when it is drawn the next time', async () => {
  await openCatalogue();
  let asked = 0;
  const Part = partOnDemand(
    async () => {
      asked += 1;
      if (asked === 1) throw new Error('the core is gone');
      return () => 'here';
    },
    () => 'meanwhile',
  );
  const drawn = () => renderToString(createElement(Part)).replace(/<[^>]*>/g, '');
  expect(drawn()).toContain('meanwhile');
  await new Promise(setImmediate);
  drawn();
  await vi.waitFor(() => expect(asked).toBe(2));
  await vi.waitFor(() => expect(drawn()).toBe('here'));
});
