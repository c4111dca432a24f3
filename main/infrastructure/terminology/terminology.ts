/**
 * The terminologies on this computer: status, linking, search, maps, import. Their files hold no
 * patient and are not sealed.
 */
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { asFailure, type Failure } from '../../../shared/failure.ts';
import { failures } from '../../../shared/failures.ts';
import { type Ontology, ontologies } from '../../../shared/model/coding/codification.ts';
import type { InstalledTerminology } from '../../../shared/model/coding/terminology.ts';
import { type ImportOptions, importRelease, indexName } from './importers/import.ts';
import { type Box, type BoxContents, boxContents, createBox } from './index/box.ts';
import { type MapRow, openMetadata } from './index/code-metadata.ts';
import { type Facts, type Index, openIndex } from './index/open-index.ts';
import { createStarter, type OpenFiles, STARTER, type Starter } from './index/starter-index.ts';
import { createOwn, type Own } from './own/own-list.ts';
import { type Answer, corrects, detailText, type Hints, type Opened } from './query/answer.ts';
import { tagOf } from './query/known-code.ts';
import { createLinker } from './query/link.ts';
import { linkConcepts } from './query/link-concepts.ts';
import { linkDrugs } from './query/link-drugs.ts';
import { linkTests } from './query/link-tests.ts';
import { listInUse } from './query/list-in-use.ts';
import { createPhrases, type Phrase, type Phrases } from './query/phrases.ts';
import { ofRelease } from './query/reading/of-release.ts';
import { type Hit, search } from './query/search.ts';
import { fits, isSaid } from './query/semantic-tags.ts';
import { EXACT_THRESHOLD, TOO_FAR } from './query/thresholds.ts';
import { phrasesWithBrands, searchWithBrands } from './query/with-brands.ts';
import { languagePhrases, linkWithLanguages } from './query/with-languages.ts';
import { linkWithOwn, phrasesWithOwn, searchWithOwn } from './query/with-own.ts';
import { linkWithStarter, phrasesWithStarter, searchWithStarter } from './query/with-starter.ts';
import { brandRows } from './tables/brands/brands.ts';
import type { StarterRow } from './tables/starter/row.ts';
import { starterRows } from './tables/starter/starter.ts';
import { readAbbreviations } from './text/abbreviations.ts';
import type { Brands, FoundBrand } from './text/brands.ts';

export { type Ontology, ontologies } from '../../../shared/model/coding/codification.ts';
export type { MapRow } from './index/code-metadata.ts';
export type { Answer, Hints } from './query/answer.ts';

type Installed = InstalledTerminology;
/** A `Hit`; `billable` and `header` are known for ICD-10-CM releases only. */
export type Found = Omit<Hit, 'billable' | 'header'> & {
  readonly billable?: boolean | undefined;
  readonly header?: boolean | undefined;
};
export type Terminology = {
  /**
   * The lists in use: for each ontology the imported release (with its `trouble` where it cannot be
   * read), else the list in the box, else the starter.
   */
  status(): Installed[];
  /** The release in use. Throws what `link` throws. */
  facts(ontology: Ontology): Facts;
  /**
   * Best first, one entry a code, the same shape for every ontology. Throws Failure `missing` /
   * `no-terminology`, and `broken` / `terminology-damaged` or `terminology-old` where an installed
   * release cannot be read: no other list ever takes its place.
   */
  link(ontology: Ontology, query: string, top?: number, hints?: Hints): Answer[];
  /**
   * Stretches of a text that are terms of an ontology, word for word. Throws what `link` throws.
   */
  phrases(ontology: Ontology, text: string): Phrase[];
  search(ontology: Ontology, typed: string, most?: number): Found[];
  /** The first brand in the words of a prescription; found by its whole name alone. */
  brandIn(text: string): FoundBrand | undefined;
  /**
   * The rows by which a SNOMED CT release maps a concept, in their order; none where no release has
   * any. Only the `unconditional` one may be applied by itself.
   */
  mapOf(snomedCode: string): MapRow[];
  /** The semantic tag of a SNOMED CT concept; empty where it is not known. Throws what `link` throws. */
  tagOf(snomedCode: string): string;
  import(
    name: string,
    files: readonly string[],
    options?: Omit<ImportOptions, 'replacing'>,
  ): Promise<Facts>;
  /** The clinic's own list, whose words come before all others. */
  readonly own: Pick<Own, 'take' | 'list' | 'rows' | 'remove'>;
  /**
   * Forgets the texts that were asked, for the lock of the vault: they may be words of a patient.
   */
  forget(): void;
  close(): void;
};

type State = {
  readonly folder: string;
  readonly box: Box;
  readonly starter: Starter;
  readonly own: Own;
  readonly open: Map<Ontology, Opened>;
  /** Damage that was found during a question. */
  readonly troubles: Map<Ontology, Failure>;
  /** Made on first use. They remember the texts that they read. */
  phrases: WeakMap<Opened, Phrases>;
};

/**
 * `folder`: `terminology` in the data folder. Files are opened, those of the box are unpacked, and
 * the starter's are made, on first use. Who brings a table of their own gets no lists of the box
 * unless they are named.
 */
export function createTerminology({
  folder,
  starter,
  box = starter ? {} : boxContents,
}: {
  readonly folder: string;
  readonly starter?: readonly StarterRow[] | undefined;
  readonly box?: BoxContents | undefined;
}): Terminology {
  const state: State = {
    folder,
    box: createBox(folder, box),
    starter: createStarter(folder, () => starter ?? starterRows()),
    own: createOwn({
      folder,
      brands: brandRows,
      lists: (ontology) => listInUse(() => opened(state, ontology)),
    }),
    open: new Map(),
    troubles: new Map(),
    phrases: new WeakMap(),
  };
  return {
    status: () => ontologies.flatMap((ontology) => statusOf(state, ontology) ?? []),
    facts: (ontology) => opened(state, ontology).index.facts,
    link: (ontology, query, top = 5, hints = {}) =>
      ask(state, ontology, (terminology) =>
        linkWithOwn(
          () =>
            linkWithLanguages(
              () => linkWithStarter(linkers[ontology], terminology, query, top, hints),
              terminology,
              query,
              top,
              hints,
            ),
          terminology,
          state.own.words().find(ontology, query),
          { query, top, hints },
        ),
      ),
    phrases: (ontology, text) =>
      ask(state, ontology, (terminology) => phrasesIn(state, terminology, text)),
    search: (ontology, typed, most) =>
      ask(state, ontology, (terminology) => searchIn(state, terminology, ontology, typed, most)),
    brandIn: (text) => state.own.brands().in(text)[0],
    own: state.own,
    mapOf: (code) =>
      existsSync(fileOf(state, 'snomed'))
        ? ask(state, 'snomed', ({ metadata }) => metadata.map(code))
        : [],
    tagOf: (code) => ask(state, 'snomed', (terminology) => tagOf(terminology, code)),
    import: (name, files, options) =>
      importRelease(folder, name, files, {
        ...options,
        replacing: (ontology) => closeFiles(state, ontology as Ontology),
      }),
    forget: () => {
      state.phrases = new WeakMap();
      state.own.forget();
    },
    close: () => {
      for (const ontology of [...state.open.keys()]) closeFiles(state, ontology);
    },
  };
}

const fileOf = ({ folder }: State, ontology: Ontology) => path.join(folder, indexName(ontology));

function opened(state: State, ontology: Ontology): Opened {
  const trouble = state.troubles.get(ontology);
  if (trouble) throw trouble;
  const kept = state.open.get(ontology);
  if (kept) return kept;
  const terminology = openList(state, ontology);
  state.open.set(ontology, terminology);
  return terminology;
}

/** The imported release, else the list in the box, each with the starter beside it; else that. */
function openList(state: State, ontology: Ontology): Opened {
  const file = fileOf(state, ontology);
  const imported = existsSync(file);
  const boxed = !imported && state.box.has(ontology);
  const brands = ontology === 'medication' ? { brands: ownBrands(state) } : {};
  if (!imported && !boxed)
    return { ...openedOf(ontology, state.starter.open(ontology), {}), ...brands };
  const list = {
    ...openedOf(ontology, imported ? openFiles(file) : state.box.open(ontology), {
      imported: true,
      boxed,
    }),
    ...brands,
  };
  // LOINC and medicines of a release are told apart by more than their words.
  const beside = state.starter.has(ontology) && (ontology === 'snomed' || ontology === 'icd-10-cm');
  return beside ? { ...list, starter: openedOf(ontology, state.starter.open(ontology), {}) } : list;
}

/** The own list may change while a list is open. */
const ownBrands = ({ own }: State): Brands => ({
  in: (text) => own.brands().in(text),
  beginning: (typed, most) => own.brands().beginning(typed, most),
});

const openedOf = (
  ontology: Ontology,
  { index, metadata }: OpenFiles,
  { imported = false, boxed = false }: Partial<Pick<Opened, 'imported' | 'boxed'>>,
): Opened => ({
  index,
  metadata,
  imported,
  boxed,
  whole: imported && index.facts.codes >= (WHOLE[ontology] ?? 0),
  linker: createLinker(ontology === 'icd-10-cm' ? index : withoutLevels(index)),
});

/** Damage that SQLite finds during a question is thrown as `terminology-damaged`. */
function ask<T>(state: State, ontology: Ontology, question: (terminology: Opened) => T): T {
  const terminology = opened(state, ontology);
  try {
    return question(terminology);
  } catch (cause) {
    if (!/^SQLITE_(?:CORRUPT|NOTADB|IOERR)/.test(String((cause as { code?: unknown }).code)))
      throw cause;
    closeFiles(state, ontology);
    const trouble = failures.terminologyDamaged(cause);
    // A damaged starter or list of the box is found, and made anew, when it is next opened.
    if (terminology.imported && !terminology.boxed) state.troubles.set(ontology, trouble);
    throw trouble;
  }
}

function closeFiles({ open, troubles }: State, ontology: Ontology): void {
  const terminology = open.get(ontology);
  for (const one of [terminology, terminology?.starter]) {
    one?.index.close();
    one?.metadata.close();
  }
  open.delete(ontology);
  troubles.delete(ontology);
}

/** Undefined where there is neither a release nor a starter. */
function statusOf(state: State, ontology: Ontology): Installed | undefined {
  const file = fileOf(state, ontology);
  const imported = existsSync(file);
  const boxed = !imported && state.box.has(ontology);
  if (!imported && !boxed && !state.starter.has(ontology)) return undefined;
  const builtIn = boxed ? state.box : state.starter;
  try {
    const { version, codes, terms } = opened(state, ontology).index.facts;
    const { size: bytes } = statSync(imported ? file : builtIn.file(ontology));
    return { ontology, version, codes, terms, bytes, ...(boxed && { boxed }) };
  } catch (error) {
    const { code, message, detail } = asFailure(error);
    return {
      ontology,
      version: imported ? 'unknown' : STARTER,
      codes: 0,
      terms: 0,
      bytes: imported ? statSync(file).size : 0,
      trouble: { code, message, detail },
    };
  }
}

function phrasesOf({ phrases }: State, terminology: Opened): Phrases {
  const kept = phrases.get(terminology);
  if (kept) return kept;
  // In a text other names are no finding: "on aspirin" is also the name of a state.
  const made = createPhrases(ofRelease(terminology.index), readAbbreviations(), (words) =>
    terminology.linker.link(words, 1).some(({ isLinked }) => isLinked),
  );
  phrases.set(terminology, made);
  return made;
}

function phrasesIn(state: State, terminology: Opened, text: string): Phrase[] {
  const { starter, index, brands } = terminology;
  const found = phrasesOf(state, terminology)(text);
  const ontology = index.facts.ontology as Ontology;
  const own = state.own.words().phrases(ontology, text);
  if (brands) return phrasesWithBrands(phrasesWithOwn(found, own, terminology), brands.in(text));
  const listed = starter ? phrasesWithStarter(found, phrasesOf(state, starter)(text)) : found;
  const all = phrasesWithOwn([...listed, ...languagePhrases(terminology, text)], own, terminology);
  if (ontology !== 'snomed') return all;
  return all.flatMap((phrase) => {
    const codes = phrase.codes.filter((code) => isSaid(tagOf(terminology, code)));
    const [first] = codes;
    if (first === undefined) return phrase.codes.length === 0 ? [phrase] : [];
    return [{ ...phrase, codes, tag: tagOf(terminology, first) }];
  });
}

const tagIn = (metadata: Opened['metadata'], code: string) =>
  detailText(metadata.detail(code)?.semantic_tag);

function searchIn(
  state: State,
  opened: Opened,
  ontology: Ontology,
  typed: string,
  most: number = MOST_HITS,
): Found[] {
  const { index, imported, metadata, starter, brands } = opened;
  const found = brands
    ? searchWithBrands(index, search(index, typed, most), brands.beginning(typed, most), most)
    : search(index, typed, most);
  const listed = starter
    ? searchWithStarter(opened, found, search(starter.index, typed, most), most)
    : found;
  const all = searchWithOwn(listed, state.own.words().beginning(ontology, typed), opened, most);
  return all
    .filter(({ code }) => ontology !== 'snomed' || fits(tagIn(metadata, code), undefined))
    .map(({ billable, header, ...hit }) =>
      imported && ontology === 'icd-10-cm' ? { ...hit, billable, header } : hit,
    );
}
const MOST_HITS = 20;

function openFiles(file: string): OpenFiles {
  const index = openIndex(file);
  try {
    return { index, metadata: openMetadata(file) };
  } catch (cause) {
    index.close();
    throw failures.terminologyDamaged(cause);
  }
}

/**
 * Codes of a whole release: LOINC has some hundred thousand tests and SNOMED CT more concepts. A
 * part of it lacks the ones that would make a name ambiguous.
 */
const WHOLE: Readonly<Partial<Record<Ontology, number>>> = { loinc: 20_000, snomed: 200_000 };

/** For codes that are only numbers: none lies above another by its digits. */
const withoutLevels = (index: Index): Index => ({ ...index, codeOf: () => undefined });

const nearEnough = <One extends { readonly score: number }>(found: readonly One[]) =>
  (found[0]?.score ?? 0) < TOO_FAR ? [] : found;

const linkers: Readonly<
  Record<Ontology, (opened: Opened, query: string, top: number, hints: Hints) => Answer[]>
> = {
  'icd-10-cm': ({ linker, imported }, query, top) =>
    nearEnough(linker.link(query, top)).map(({ billable, header, ...one }) =>
      imported
        ? { ...one, billable, header }
        : {
            ...one,
            isLinked: one.isLinked && one.score >= EXACT_THRESHOLD && !corrects(one.why),
          },
    ),
  snomed: linkConcepts,
  loinc: linkTests,
  medication: linkDrugs,
};
