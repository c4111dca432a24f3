/** What a model's own files say of it: its name, its licence, its languages. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { sanitizeText } from '../../platform/client/sanitize-text.ts';
import type { FoundFile } from './model-files.ts';

type About = {
  readonly name: string;
  readonly licence: string;
  readonly languages: readonly string[];
};

const LONGEST = 100;
/** Letters of a README that are looked at. */
const HEAD = 20_000;
const README = /^readme(?:\.md|\.txt)?$/i;
const LICENCE = /^(?:licen[cs]e|copying)(?:\.md|\.txt)?$/i;
const A_LANGUAGE = /^[a-z]{2,3}$/;

const configSchema = z
  .object({ _name_or_path: z.string().catch(''), license: z.string().catch('') })
  .catch({ _name_or_path: '', license: '' });

/** What the weights of a conformer say: where it came from, under which terms. */
export const ownWords = ({ url = '', license = '' }: Readonly<Record<string, string>>) => ({
  ...(url !== '' && { _name_or_path: url.replace(/\/+$/, '') }),
  ...(license !== '' && { license }),
});

export function aboutModel(folder: string, files: readonly FoundFile[], config: unknown): About {
  const { _name_or_path: own, license } = configSchema.parse(config);
  const head = headOf(textOf(folder, files, README));
  // A path of the computer that made it is no name.
  const named = own.split('/').at(-1) ?? '';
  const name = named === '' || named === '.' ? path.basename(folder) : named;
  const licence =
    lineOf(head, 'license_name') ||
    lineOf(head, 'license') ||
    license ||
    (textOf(folder, files, LICENCE)
      .split('\n')
      .find((line) => line.trim() !== '') ??
      '');
  return {
    name: sanitizeText(name, LONGEST),
    licence: sanitizeText(licence.replace(/^[#\s]+/, ''), LONGEST),
    languages: languagesIn(head, name),
  };
}

function textOf(folder: string, files: readonly FoundFile[], pattern: RegExp): string {
  const file = files.find(({ name, size }) => pattern.test(name) && size < 1_000_000);
  if (!file) return '';
  try {
    return readFileSync(path.join(folder, file.name), 'utf8').slice(0, HEAD);
  } catch {
    return '';
  }
}

/** The lines between `---` and `---` at the beginning. */
const headOf = (text: string): string =>
  /^---\r?\n([\s\S]*?)\r?\n---/.exec(text.trimStart())?.[1] ?? '';

const lineOf = (head: string, key: string): string =>
  new RegExp(`^${key}:[ \\t]*["']?(.*?)["']?[ \\t]*$`, 'm').exec(head)?.[1] ?? '';

/** Of Parakeet TDT 0.6B v3, as its publisher tells them. */
const EUROPE = 'bg hr cs da nl en et fi fr de el hu it lv lt mt pl pt ro ru sk sl es sv uk'.split(
  ' ',
);

/** By the README; else by the name, as `moonshine-base-es`; `moonshine-base` alone is English. */
function languagesIn(head: string, name: string): string[] {
  const list = /^language:[ \t]*\r?\n((?:[ \t]*-.*(?:\r?\n|$))+)/m.exec(head)?.[1];
  const stated = (list ? list.split('\n') : lineOf(head, 'language').split(','))
    .map((one) => one.replace(/[-\s"'[\]]/g, '').toLowerCase())
    .filter((one) => A_LANGUAGE.test(one));
  if (stated.length > 0) return stated;
  if (/parakeet-tdt-[\d.]+b-v3/i.test(name)) return EUROPE;
  const [, other] = /parakeet.*-(ja|vi)\b/i.exec(name) ?? /^stt_([a-z]{2})_/i.exec(name) ?? [];
  if (other) return [other.toLowerCase()];
  if (/parakeet|medasr/i.test(name)) return ['en'];
  const [, suffix] = /^moonshine-(?:tiny|base)(?:-([a-z]{2}))?(?:-onnx)?$/i.exec(name) ?? [];
  if (suffix) return [suffix.toLowerCase()];
  return /^moonshine-(?:tiny|base)(?:-onnx)?$/i.test(name) ? ['en'] : [];
}
