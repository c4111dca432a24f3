/** The terminologies on this computer: what is installed, linking, search, import. None of it is sealed: it holds no patient. */
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { importRelease, indexName, type ImportOptions } from './import.ts';
import { createLinker, type Candidate, type Linker } from './link.ts';
import { readAbbreviations } from './abbreviations.ts';
import { openIndex, type Facts, type Index } from './open-index.ts';
import { createPhrases, type Phrase, type Phrases } from './phrases.ts';
import { search, type Hit } from './search.ts';

export const ontologies = ['icd-10-cm', 'snomed', 'loinc', 'medication'] as const;
export type Ontology = (typeof ontologies)[number];

export type Installed = Facts & { readonly bytes: number };
export type Terminology = {
  /** What is installed; one that must be imported again is left out. */
  status(): Installed[];
  /** Best first, one entry a code. Throws what `openIndex` throws. */
  link(ontology: Ontology, query: string, top?: number): Candidate[];
  /** Stretches of a text that are terms of an ontology, word for word. Throws what `openIndex` throws. */
  phrases(ontology: Ontology, text: string): Phrase[];
  search(ontology: Ontology, typed: string, most?: number): Hit[];
  import(name: string, files: readonly string[], options?: Omit<ImportOptions, 'replacing'>): Promise<Facts>;
  close(): void;
};

/** `folder`: `terminology` in the data folder. Files are opened when they are first asked. */
export function createTerminology({ folder }: { readonly folder: string }): Terminology {
  const open = new Map<string, { index: Index; linker: Linker; phrases?: Phrases }>();
  const fileOf = (ontology: string) => path.join(folder, indexName(ontology));
  const use = (ontology: string) => {
    let used = open.get(ontology);
    if (!used) {
      const index = openIndex(fileOf(ontology));
      open.set(ontology, (used = { index, linker: createLinker(index) }));
    }
    return used;
  };
  const letGo = (ontology: string) => {
    open.get(ontology)?.index.close();
    open.delete(ontology);
  };
  return {
    status() {
      const found: Installed[] = [];
      for (const ontology of ontologies) {
        const file = fileOf(ontology);
        if (existsSync(file)) found.push({ ...use(ontology).index.facts, bytes: statSync(file).size });
      }
      return found;
    },
    link: (ontology, query, top) => use(ontology).linker.link(query, top),
    phrases(ontology, text) {
      const used = use(ontology);
      used.phrases ??= createPhrases(used.index, readAbbreviations());
      return used.phrases(text);
    },
    search: (ontology, typed, most) => search(use(ontology).index, typed, most),
    import: (name, files, options) => importRelease(folder, name, files, { ...options, replacing: letGo }),
    close: () => [...open.keys()].forEach(letGo),
  };
}
