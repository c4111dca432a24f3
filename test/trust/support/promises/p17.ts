/** P17: the promise, and drawing a note as a platform sends it. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect } from 'vitest';
import { decodeItem } from '../../../../main/infrastructure/platform/transcription/decode.ts';
import { loadOtherWords, openCatalogue } from '../../../../renderer/common/i18n.ts';
import { Documents } from '../../../../renderer/features/review/document/Documents.tsx';
import type { Note, NoteDocument } from '../../../../shared/model/note/note.ts';
import { outputItem } from '../../../../shared/wire/transcription.ts';
import { corpus } from '../../../e2e/trust/hostile/corpus.ts';
import { everyKind } from '../../../support/fakes/fake-visits.ts';
import { leastProcessorTime } from '../processor-time.ts';
import { promise } from '../promise.ts';

const CANARY = 'http://127.0.0.1:9';
export const vectors = corpus(CANARY);
export const p17 = promise({
  id: 'P17',
  title: 'Whatever a platform sends as content runs nothing, loads nothing, leads nowhere',
  figure: `${vectors.length} hostile texts in every field of a document, drawn one by one: 0 elements or attributes but harmless ones, 0 letters lost or added`,
});

beforeAll(async () => {
  await openCatalogue();
  await loadOtherWords();
});
const visit = everyKind(Date.now())[0]!;

/** Answer of the platform, read and decoded as the app does it. */
export const received = (item: object): NoteDocument => decodeItem(outputItem.parse(item));
export const packed = (text: string) => Buffer.from(text).toString('base64');
export const draw = (...documents: NoteDocument[]): string => {
  const note: Note = { visitId: 'c', documents, receivedAt: 0, practice: false };
  // The part of a list that only a browser fills.
  try {
    return renderToStaticMarkup(createElement(Documents, { note, visit })).replace(
      /^<template><\/template>/,
      '',
    );
  } catch (error) {
    return expect.fail(`could not be drawn: ${String(error).slice(0, 200)}`);
  }
};

const tags = new Set(
  'div span mark p h2 h3 h4 h5 h6 ul ol li strong em del code pre blockquote hr br table thead tbody tr th td section sup'.split(
    ' ',
  ),
);
const icons = new Set(['svg', 'path', 'circle', 'line', 'rect', 'polyline', 'polygon']);
const attributes = /^(class|lang|id|role|tabindex|start|align|aria-[a-z]+|data-[a-z-]+|dir)$/;
const iconAttributes =
  /^(xmlns|width|height|viewBox|fill|stroke|stroke-(width|linecap|linejoin)|class|aria-hidden|d|cx|cy|r|x|y|x1|x2|y1|y2|rx|points)$/;

/**
 * Every element and attribute of what was drawn that is not on the list. React escapes all text, so
 * that `<` stands for an element only.
 */
export function harm(html: string): string[] {
  return [...html.matchAll(/<\/?([^\s>/]+)((?:\s+[^\s=>]+(?:="[^"]*")?)*)\s*\/?>/g)].flatMap(
    ([, tag, rest]) => {
      const isIcon = icons.has(tag!);
      const named = [...rest!.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)];
      const odd = named
        .filter(([all]) => !/^(style="text-align:(left|center|right)"|scope="col")$/.test(all))
        .filter(
          ([, name, value]) =>
            !(isIcon ? iconAttributes : attributes).test(name!) ||
            (name === 'id' && !/^(react-aria|user-content-|_r_|:|_R_|«)/.test(value!)),
        );
      return [...(tags.has(tag!) || isIcon ? [] : [tag!]), ...odd.map(([all]) => `${tag} ${all}`)];
    },
  );
}
export const words = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, '&');

/**
 * Draws, and takes the time. Limits are generous here, where React is not the one that is shipped:
 * in Chromium the built page has a second.
 */
export async function timed(document: NoteDocument): Promise<string> {
  let html = '';
  const ms = await leastProcessorTime(
    () => {
      html = draw(document);
    },
    3000,
    2,
  );
  p17.ran();
  p17.worst('drawn without a browser within', Math.round(ms), 'ms of work');
  expect([ms < 3000, harm(html)], `${Math.round(ms)} ms`).toEqual([true, []]);
  return html;
}
