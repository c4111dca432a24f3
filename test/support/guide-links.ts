/** Reads which pictures a page of the guide shows. */

export const PICTURES = 'docs/guide/pictures';

export type LinkedPicture = { readonly name: string; readonly alt: string };

export const linkedPictures = (markdown: string): LinkedPicture[] =>
  [...markdown.matchAll(/!\[([^\]]*)\]\(pictures\/([a-z0-9-]+)\.png\)/g)].map(
    ([, alt = '', name = '']) => ({ name, alt }),
  );
