/** The terminologies on this computer: what is installed, linking, search, maps, import. None of it is sealed: it holds no patient. */
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { asFailure, Failure } from '../../../shared/failure.ts';
import { type Ontology, ontologies } from '../../../shared/model/coding/codification.ts';
import type { InstalledTerminology } from '../../../shared/model/coding/terminology.ts';
import { type ImportOptions, importRelease, indexName } from './importers/import.ts';
import { type MapRow, openMore } from './index/code-metadata.ts';
import { type Facts, type Index, openIndex } from './index/open-index.ts';
import { createStarter, STARTER } from './index/starter-index.ts';
import { type Answer, corrects, EXACT, type Hints, type Opened } from './query/answer.ts';
import { createLinker } from './query/link.ts';
import { linkConcepts } from './query/link-concepts.ts';
import { linkDrugs } from './query/link-drugs.ts';
import { linkTests } from './query/link-tests.ts';
import { createPhrases, type Phrase, type Phrases } from './query/phrases.ts';
import { type Hit, search } from './query/search.ts';
import type { StarterRow } from './tables/starter/row.ts';
import { starterRows } from './tables/starter/starter.ts';
import { readAbbreviations } from './text/abbreviations.ts';

export { type Ontology, ontologies } from '../../../shared/model/coding/codification.ts';
export type { MapRow } from './index/code-metadata.ts';
export type { Answer, Hints } from './query/answer.ts';

export type Installed = InstalledTerminology;
/** As `Hit`; whether it is billable is known for ICD-10-CM releases only. */
export type Found = Omit<Hit, 'billable' | 'header'> & {
  readonly billable?: boolean | undefined;
  readonly header?: boolean | undefined;
};
export type Terminology = {
  /** What answers for each ontology: an imported release, one that cannot be asked with its `trouble`, else the starter. */
  status(): Installed[];
  /** Which release answers now. Throws what `link` throws. */
  facts(ontology: Ontology): Facts;
  /**
   * Best first, one entry a code, the same shape for every ontology. Throws Failure `missing` / `no-terminology`, and `broken` /
   * `terminology-damaged` or `terminology-old` where a release is installed and cannot be asked: the starter never answers in its place.
   */
  link(ontology: Ontology, query: string, top?: number, hints?: Hints): Answer[];
  /** Stretches of a text that are terms of an ontology, word for word. Throws what `link` throws. */
  phrases(ontology: Ontology, text: string): Phrase[];
  search(ontology: Ontology, typed: string, most?: number): Found[];
  /** To where a SNOMED CT release maps a concept; all rows, in their order. Apply by itself only the one that is `unconditional`. None where no release tells. */
  mapOf(snomedCode: string): MapRow[];
  import(
    name: string,
    files: readonly string[],
    options?: Omit<ImportOptions, 'replacing'>,
  ): Promise<Facts>;
  /** What was asked is forgotten: it may be words of a patient, and the vault is being locked. */
  forget(): void;
  close(): void;
};

/** `folder`: `terminology` in the data folder. Files are opened, and the starter's are made, when they are first asked. */
export function createTerminology({
  folder,
  starter: table = starterRows,
}: {
  readonly folder: string;
  readonly starter?: readonly StarterRow[] | undefined;
}): Terminology {
  const open = new Map<Ontology, Opened>();
  /** Found out while it was asked. */
  const troubles = new Map<Ontology, Failure>();
  const starter = createStarter(folder, table);
  /** Made when they are first asked for. They remember what they were asked. */
  let phrases = new WeakMap<Opened, Phrases>();
  const fileOf = (ontology: Ontology) => path.join(folder, indexName(ontology));
  const use = (ontology: Ontology): Opened => {
    const trouble = troubles.get(ontology);
    if (trouble) throw trouble;
    let used = open.get(ontology);
    if (!used) {
      const file = fileOf(ontology);
      const imported = existsSync(file);
      const { index, more } = imported ? openBoth(file) : starter.open(ontology);
      const whole = imported && (ontology !== 'loinc' || index.facts.codes >= WHOLE_LOINC);
      open.set(
        ontology,
        (used = {
          index,
          more,
          imported,
          whole,
          linker: createLinker(ontology === 'icd-10-cm' ? index : withoutLevels(index)),
        }),
      );
    }
    return used;
  };
  /** What SQLite finds out while it reads is told as what it is. */
  const asking = <T>(ontology: Ontology, ask: (opened: Opened) => T): T => {
    const opened = use(ontology);
    try {
      return ask(opened);
    } catch (cause) {
      if (!/^SQLITE_(?:CORRUPT|NOTADB|IOERR)/.test(String((cause as { code?: unknown }).code)))
        throw cause;
      letGo(ontology);
      const trouble = new Failure(
        'broken',
        'The terminology index is damaged. Import the release again; nothing else is touched.',
        { detail: 'terminology-damaged', cause },
      );
      // The starter is looked at, and made anew, when it is next opened.
      if (opened.imported) troubles.set(ontology, trouble);
      throw trouble;
    }
  };
  const letGo = (ontology: Ontology) => {
    open.get(ontology)?.index.close();
    open.get(ontology)?.more.close();
    open.delete(ontology);
    troubles.delete(ontology);
  };
  return {
    status() {
      const found: Installed[] = [];
      for (const ontology of ontologies) {
        const imported = existsSync(fileOf(ontology));
        if (!imported && !starter.has(ontology)) continue;
        const bytes = () => statSync(imported ? fileOf(ontology) : starter.file(ontology)).size;
        try {
          const { version, codes, terms } = use(ontology).index.facts;
          found.push({ ontology, version, codes, terms, bytes: bytes() });
        } catch (error) {
          const { code, message, detail } = asFailure(error);
          found.push({
            ontology,
            version: imported ? 'unknown' : STARTER,
            codes: 0,
            terms: 0,
            bytes: imported ? bytes() : 0,
            trouble: { code, message, detail },
          });
        }
      }
      return found;
    },
    facts: (ontology) => use(ontology).index.facts,
    link: (ontology, query, top = 5, hints = {}) =>
      asking(ontology, (opened) => linked[ontology](opened, query, top, hints)),
    phrases: (ontology, text) =>
      asking(ontology, (opened) => {
        let read = phrases.get(opened);
        if (!read)
          phrases.set(
            opened,
            (read = createPhrases(opened.index, readAbbreviations(), (words) =>
              opened.linker.link(words, 1).some(({ isLinked }) => isLinked),
            )),
          );
        return read(text);
      }),
    search: (ontology, typed, most) =>
      asking(ontology, ({ index, imported }) =>
        search(index, typed, most).map(({ billable, header, ...hit }) =>
          imported && ontology === 'icd-10-cm' ? { ...hit, billable, header } : hit,
        ),
      ),
    mapOf: (code) =>
      existsSync(fileOf('snomed')) ? asking('snomed', ({ more }) => more.map(code)) : [],
    import: (name, files, options) =>
      importRelease(folder, name, files, {
        ...options,
        replacing: (ontology) => letGo(ontology as Ontology),
      }),
    forget: () => void (phrases = new WeakMap()),
    close: () => [...open.keys()].forEach(letGo),
  };
}

function openBoth(file: string): { index: Index; more: ReturnType<typeof openMore> } {
  const index = openIndex(file);
  try {
    return { index, more: openMore(file) };
  } catch (cause) {
    index.close();
    throw new Failure(
      'broken',
      'The terminology index is damaged. Import the release again; nothing else is touched.',
      { detail: 'terminology-damaged', cause },
    );
  }
}

/** LOINC has some hundred thousand tests; a part of it lacks the ones that would make a name ambiguous. */
const WHOLE_LOINC = 20_000;

/** Where a code is only a number, none lies above another by its digits. */
const withoutLevels = (index: Index): Index => ({ ...index, codeOf: () => undefined });

const linked: Readonly<
  Record<Ontology, (opened: Opened, query: string, top: number, hints: Hints) => Answer[]>
> = {
  'icd-10-cm': ({ linker, imported }, query, top) =>
    linker
      .link(query, top)
      .map(({ billable, header, ...one }) =>
        imported
          ? { ...one, billable, header }
          : { ...one, isLinked: one.isLinked && one.score >= EXACT && !corrects(one.why) },
      ),
  snomed: linkConcepts,
  loinc: linkTests,
  medication: linkDrugs,
};
