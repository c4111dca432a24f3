/**
 * Made-up lists of codes and a made-up terminology server, for looking at their part of the
 * settings without a core.
 */
import type { OwnList, OwnOutcome } from '../../../shared/model/coding/own-list.ts';
import type {
  ServerTrial,
  TerminologyServer,
  TerminologyState,
} from '../../../shared/model/coding/terminology.ts';

import { type FakeHandlers, refuse } from './fake-handlers.ts';

export type FakeLists = 'none' | 'some' | 'importing' | 'failed' | 'fetched';

const icd = {
  ontology: 'icd-10-cm',
  version: '2027',
  codes: 98_186,
  terms: 187_431,
  bytes: 31_457_280,
} as const;
const starter = {
  ontology: 'snomed',
  version: 'starter-1',
  codes: 412,
  terms: 1_630,
  bytes: 401_408,
} as const;
const states: Readonly<Record<FakeLists, TerminologyState>> = {
  none: { installed: [] },
  some: { installed: [icd, starter] },
  importing: {
    installed: [icd, starter],
    running: { release: 'snomed', stage: 'taking', share: 0.42, bytes: 412_000_000 },
  },
  failed: {
    installed: [icd, starter],
    last: {
      release: 'loinc',
      trouble: {
        code: 'invalid',
        detail: 'terminology-file',
        message:
          'letter.csv is not one of these. Looked for LOINC files: Loinc.csv, as it lies in the folder LoincTable of the release.',
      },
    },
  },
  fetched: {
    installed: [icd, starter],
    last: {
      release: 'icd10cm',
      fetched: [
        {
          address:
            'https://ftp.cdc.gov/pub/Health_Statistics/NCHS/Publications/ICD10CM/2027/icd10cm-code-descriptions-2027.zip',
          bytes: 2_312_448,
          sha256: '0123456789abcdef'.repeat(4),
        },
      ],
    },
  },
};
const trial: ServerTrial = {
  software: 'Ontoserver 6.20.1',
  ontologies: [
    { ontology: 'snomed', answer: 'ready', version: '900000000000207008/20260701' },
    { ontology: 'loinc', answer: 'ready', version: '2.81' },
    { ontology: 'medication', answer: 'absent' },
    {
      ontology: 'icd-10-cm',
      answer: 'failed',
      said: 'The terminology server had an internal error. It said: “The index is not built”.',
    },
  ],
};

/** Rows that were not taken, and one to look at. */
const outcome: OwnOutcome = {
  taken: 412,
  repeated: 1,
  refused: [
    {
      line: 17,
      words: 'gastric trouble',
      code: '25374006',
      why: 'snomed-digit',
      message: '',
    },
    { line: 80, words: 'sugar', code: 'E11.9', why: 'contradicts', about: '95', message: '' },
    { line: 95, words: 'sugar', code: 'R73.9', why: 'contradicts', about: '80', message: '' },
  ],
  warnings: [
    {
      line: 31,
      words: 'weakness',
      code: 'R53.83',
      why: 'other-meaning',
      about: 'Weakness (R53.1)',
      message: '',
    },
  ],
};
const noOwnList: OwnList = { rows: 0, codes: {}, brands: 0, lapsed: 0, lapsedRows: [] };
const ownList: OwnList = {
  rows: 412,
  codes: { 'icd-10-cm': 300, snomed: 100 },
  brands: 12,
  lapsed: 1,
  lapsedRows: [{ line: 8, words: 'gas problem', ontology: 'icd-10-cm', code: 'K30' }],
};

export function fakeTerminology(
  lists: FakeLists = 'some',
  tell: (name: string, payload: unknown) => void,
): FakeHandlers {
  let state = states[lists];
  let own = lists === 'none' ? noOwnList : ownList;
  let server: TerminologyServer = { address: '', hasToken: false };
  const now = (next: TerminologyState) => {
    state = next;
    tell('terminology.changed', state);
    return state;
  };
  return {
    'terminology.status': () => state,
    'terminology.begin': ({ release }) => {
      now({ ...state, running: { release, stage: 'taking', share: 0 } });
      return { takingId: 'one' };
    },
    'terminology.append': ({ offset, bytes }) => ({
      received: offset + bytes.length,
    }),
    'terminology.finish': () =>
      now({ ...state, running: undefined, last: { release: state.running!.release } }),
    'terminology.cancel': () =>
      now({
        ...state,
        ...(state.running && {
          running: undefined,
          last: {
            release: state.running.release,
            trouble: { code: 'refused', detail: 'cancelled', message: '' },
          },
        }),
      }),
    'terminology.download': () =>
      now({
        ...state,
        running: { release: 'icd10cm', stage: 'fetching', share: 0.1, bytes: 231_000 },
      }),
    'terminology.own.list': () => own,
    'terminology.own.append': ({ offset, bytes }) => ({ received: offset + bytes.length }),
    'terminology.own.take': () => {
      own = { ...ownList, lapsed: 0, lapsedRows: [] };
      return outcome;
    },
    'terminology.own.remove': () => {
      own = noOwnList;
      return own;
    },
    'terminology.server.get': () => server,
    'terminology.server.set': ({ address, token }) => {
      if (address.startsWith('http://')) refuse('invalid', 'address-insecure');
      server = { address, hasToken: token !== undefined && token !== '' };
      return server;
    },
    'terminology.server.test': () => {
      if (server.address.includes('nowhere')) refuse('offline', 'server-unreachable');
      server = { ...server, tried: trial };
      return trial;
    },
  };
}
