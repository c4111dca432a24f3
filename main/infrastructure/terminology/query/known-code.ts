/** A code as the list that is in use has it. */
import { BILLABLE } from '../index/index-file.ts';
import { detailText, type Opened } from './answer.ts';

/** Undefined where an imported release does not have the code: it was taken out of use. */
export function nameOf(
  { index, boxed, imported, starter }: Opened,
  code: string,
): string | undefined {
  const name = index.codeOf(code)?.name;
  return name ?? (boxed || !imported ? starter?.index.codeOf(code)?.name : undefined);
}

/** The semantic tag, of SNOMED CT alone; empty where it is not known. */
export const tagOf = ({ metadata, starter }: Opened, code: string): string =>
  detailText(metadata.detail(code)?.semantic_tag) ||
  detailText(starter?.metadata.detail(code)?.semantic_tag);

/** Undefined where the list does not say whether a claim can be sent with the code. */
export function isBillable({ index, imported }: Opened, code: string): boolean | undefined {
  const flags = index.codeOf(code)?.flags;
  return flags === undefined || !imported || index.facts.ontology !== 'icd-10-cm'
    ? undefined
    : (flags & BILLABLE) !== 0;
}
