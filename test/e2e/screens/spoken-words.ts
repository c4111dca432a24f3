/**
 * English words that a screen reader would speak on a page in Hindi: names and descriptions of
 * controls that are a sentence of the English catalogue, or of React Aria.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import reactAria from 'react-aria-components/i18n/en-US';

type Words = ReadonlyMap<string, string>;

const flatten = (at: object, before = ''): [string, string][] =>
  Object.entries(at).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${before}${key}`, value] as [string, string]]
      : flatten(value as object, `${before}${key}.`),
  );
const wordsOf = (language: string): Words =>
  new Map(
    globSync(
      path.join(import.meta.dirname, `../../../renderer/locales/${language}/*.json`),
    ).flatMap((file) => flatten(JSON.parse(readFileSync(file, 'utf8')) as object)),
  );

const value = /\\{\\{\w+\\}\\}/g;
const exact = (sentence: string) =>
  new RegExp(`^${sentence.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(value, '.+')}$`);

/** A sentence that is little more than its values could be the words of a patient. */
const isTelling = (sentence: string) => /[a-z]{3}/i.test(sentence.replace(/{{\w+}}/g, ''));

function englishSentences(): readonly RegExp[] {
  const hindi = wordsOf('hi');
  const ours = [...wordsOf('en')].filter(
    ([key, text]) => hindi.get(key) !== text && isTelling(text),
  );
  const theirs = Object.values<Readonly<Record<string, unknown>>>(reactAria).flatMap((words) =>
    Object.values(words).filter((word) => typeof word === 'string'),
  );
  return [...ours.map(([, text]) => text), ...theirs].map(exact);
}
const sentences = englishSentences();

/** Attributes, and texts that are named as a label or description of something. */
const spokenIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const attributes = [
      ...['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext'],
      ...['aria-placeholder', 'title', 'placeholder', 'alt'],
    ];
    const inHindi = (one: Element) => one.closest('[lang]')?.getAttribute('lang') === 'hi';
    const everything = [...document.querySelectorAll('body *')].filter(inHindi);
    const named = everything.flatMap((one) => attributes.map((name) => one.getAttribute(name)));
    const referred = everything
      .flatMap((one) =>
        ['aria-labelledby', 'aria-describedby'].map((name) => one.getAttribute(name)),
      )
      .flatMap((ids) => ids?.split(' ') ?? [])
      .map((id) => document.getElementById(id))
      .map((one) => (one && inHindi(one) ? one.textContent : null));
    return [...new Set([...named, ...referred])].flatMap((text) =>
      text?.trim() ? [text.trim()] : [],
    );
  });

export async function englishSpoken(page: Page): Promise<string[]> {
  const spoken = await spokenIn(page);
  return spoken.filter((text) => sentences.some((sentence) => sentence.test(text)));
}
