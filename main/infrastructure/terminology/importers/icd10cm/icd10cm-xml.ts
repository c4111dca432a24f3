/**
 * Reads the two XML books of ICD-10-CM. They use elements and text only; what a full XML reader
 * does beyond that is not needed.
 */
import { Failure } from '../../../../../shared/failure.ts';
import type { Entry } from './icd10cm-index.ts';

type Tag =
  | { readonly kind: 'open' | 'close'; readonly name: string; readonly attributes: string }
  | { readonly kind: 'text'; readonly text: string };

function* tagsOf(xml: string): Generator<Tag> {
  for (const [, comment, body = '', text] of xml.matchAll(
    /(<!--[\s\S]*?-->|<[?!][^>]*>)|<([^>]+)>|([^<]+)/g,
  )) {
    if (comment !== undefined) continue;
    if (text !== undefined) {
      if (text.trim() !== '') yield { kind: 'text', text: plain(text) };
      continue;
    }
    const close = body.startsWith('/');
    const empty = body.endsWith('/');
    const [, name = '', attributes = ''] = /^\/?\s*([^\s/]+)\s*([\s\S]*?)\/?$/.exec(body) ?? [];
    if (!close) yield { kind: 'open', name, attributes };
    if (close || empty) yield { kind: 'close', name, attributes: '' };
  }
}

const MARKS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};
const plain = (text: string) =>
  text
    .replace(/&(#x?[0-9a-f]+|\w+);/gi, (whole, mark: string) => {
      if (!mark.startsWith('#')) return MARKS[mark] ?? whole;
      const point = /^#x/i.test(mark) ? parseInt(mark.slice(2), 16) : parseInt(mark.slice(1), 10);
      return point <= 0x10ffff ? String.fromCodePoint(point) : '';
    })
    .replace(/\s+/g, ' ')
    .trim();

const cutOff = (name: string) =>
  new Failure('invalid', `${name} breaks off before its end. Fetch the file again.`, {
    detail: 'terminology-file',
  });

export type TabularSink = {
  code(code: string, description: string): void;
  /** Another wording of the code. */
  includes(code: string, text: string): void;
  /** The code and all below it take a seventh character. */
  seventh(code: string): void;
};

/** Throws Failure `invalid` / `terminology-file` where the file is cut off. */
export function readTabularXml(xml: string, name: string, sink: TabularSink): void {
  if (!/<\/ICD10CM\.tabular>\s*$/.test(xml.slice(-200))) throw cutOff(name);
  const path: string[] = [];
  const codes: string[] = [];
  let code = '';
  let text = '';
  for (const tag of tagsOf(xml)) {
    if (tag.kind === 'text') text += tag.text;
    else if (tag.kind === 'open') {
      path.push(tag.name);
      text = '';
      if (tag.name === 'diag') codes.push('');
      const diagnosis = codes.at(-1);
      if (tag.name === 'sevenChrDef' && diagnosis) sink.seventh(diagnosis);
    } else {
      path.pop();
      const within = path.at(-1);
      code = codes.at(-1) ?? '';
      if (tag.name === 'name' && within === 'diag') codes[codes.length - 1] = text;
      else if (tag.name === 'desc' && within === 'diag') sink.code(code, text);
      else if (tag.name === 'note' && within === 'inclusionTerm' && code) sink.includes(code, text);
      else if (tag.name === 'diag') codes.pop();
      text = '';
    }
  }
}

type OpenEntry = { -readonly [Field in keyof Entry]: Entry[Field] } & { isYielded: boolean };
type IndexReader = { readonly open: OpenEntry[]; text: string };

/** Throws Failure `invalid` / `terminology-file` where the file is cut off. */
export function* readIndexXml(xml: string, name: string): Generator<Entry> {
  if (!/<\/ICD10CM\.index>\s*$/.test(xml.slice(-200))) throw cutOff(name);
  const reader: IndexReader = { open: [], text: '' };
  for (const tag of tagsOf(xml)) {
    if (tag.kind === 'text')
      reader.text = reader.text === '' ? tag.text : `${reader.text} ${tag.text}`;
    else if (tag.kind === 'open') yield* openElement(reader, tag.name, tag.attributes);
    else yield* closeElement(reader, tag.name);
  }
}

/** Once each, and with a title only. */
function yielded(entry: OpenEntry | undefined): Entry[] {
  if (!entry || entry.isYielded || entry.title === '') return [];
  entry.isYielded = true;
  const { level, title, see, seeAlso, nonessential, code } = entry;
  return [{ level, title, see, seeAlso, nonessential, code }];
}

function* openElement(reader: IndexReader, name: string, attributes: string): Generator<Entry> {
  const { open } = reader;
  const above = open.at(-1);
  if (name === 'mainTerm' || name === 'term') {
    // The entry above comes first, as in the book.
    yield* yielded(above);
    const level = Number(/level="(\d+)"/.exec(attributes)?.[1] ?? open.length);
    open.push({
      level: name === 'mainTerm' ? 0 : level,
      title: '',
      see: '',
      seeAlso: '',
      nonessential: '',
      code: '',
      isYielded: false,
    });
  } else if (name === 'nemod' && above?.title === '') above.title = reader.text;
  if (name !== 'title') reader.text = '';
}

function* closeElement(reader: IndexReader, name: string): Generator<Entry> {
  const { open, text } = reader;
  const entry = open.at(-1);
  reader.text = '';
  if (name === 'term' || name === 'mainTerm') {
    yield* yielded(entry);
    open.pop();
  } else if (entry && name === 'nemod') entry.nonessential = `${entry.nonessential} ${text}`.trim();
  else if (entry && name === 'title')
    entry.title = [entry.title, text].filter((part) => part !== '').join(' ');
  else if (entry && name === 'see') entry.see = text;
  else if (entry && name === 'seeAlso') entry.seeAlso = text;
  else if (entry && (name === 'code' || name === 'manif') && entry.code === '') entry.code = text;
}
