/**
 * The command `transcribe`: what sound files say, recognised on this computer or by a server of
 * one's own. No vault, key store or account.
 */
import path from 'node:path';
import { type SpokenTurn, UNSURE_BELOW } from '../../shared/model/note/draft.ts';
import { hearsOneOf } from '../../shared/model/speech-models.ts';
import { medicineCorrector } from '../app/medicine-names.ts';
import { heardWithoutSense } from '../features/local/not-understood-words.ts';
import { turnsBySpeaker } from '../features/local/tell-apart.ts';
import { type MeteredSound, metered } from '../features/local/voices.ts';
import { undiciNet } from '../hosts/node/node-net.ts';
import { nodeClock, nodeRandom } from '../hosts/node/node-ports.ts';
import { readUrl } from '../infrastructure/platform/client/address.ts';
import { createAddedEngine } from '../infrastructure/speech/models/added-engine.ts';
import { inspectModel } from '../infrastructure/speech/models/inspect-model.ts';
import { createMoonshine } from '../infrastructure/speech/moonshine.ts';
import type { NameCorrector } from '../infrastructure/speech/names/misheard-names.ts';
import { notUnderstood } from '../infrastructure/speech/not-understood.ts';
import { createServerEngine } from '../infrastructure/speech/server/server-engine.ts';
import { missingSeconds, soundOfFile } from '../infrastructure/speech/sound/sound-of-file.ts';
import {
  BUILT_IN,
  type SpeechEngine,
  type SpokenStretch,
} from '../infrastructure/speech/speech.ts';
import { DONE } from './exit-codes.ts';
import { usage } from './options.ts';
import { personalWord } from './personal-words.ts';
import { cutShort, readableFile } from './readable-file.ts';
import type { Terminal } from './terminal.ts';

/** Seconds of sound between two words about the progress. */
const PROGRESS = 60;

export type TranscribeWords = {
  readonly files: readonly string[];
  /** A model in a folder. */
  readonly added?: { readonly folder: string; readonly languages: readonly string[] } | undefined;
  /** Undefined, as the model: the built-in engine. */
  readonly server?:
    | {
        readonly address: string;
        readonly model: string;
        /** As it was given: `-` and `@FILE` are still to be read. */
        readonly token?: string | undefined;
        readonly language?: string | undefined;
      }
    | undefined;
};

/** `turn` counts from 0; `name` stands in its text where `heard` was heard. */
type Told = {
  readonly turn: number;
  readonly heard: string;
  readonly name: string;
  readonly from: number;
};
type Heard = {
  readonly stretches: SpokenStretch[];
  readonly corrections: Omit<Told, 'turn'>[];
  readonly sound: MeteredSound;
};
type Named = {
  readonly name: string;
  readonly word: string;
  /** Said where no speech was found: why that may be. */
  readonly limit?: string | undefined;
  readonly engine: SpeechEngine;
};

/**
 * Prints a line of JSON for each file. Returns the exit code. Throws what `readableFile`,
 * `readUrl`, `soundOfFile` and the engine throw, and Failure `invalid` / `usage`.
 */
export async function runTranscribe(
  { files, ...words }: TranscribeWords,
  terminal: Terminal,
  open: typeof openEngine = openEngine,
): Promise<number> {
  // All of them first: nobody waits ten minutes for a name that was wrong.
  for (const file of files)
    await readableFile(file).catch((error: unknown) => {
      if (files.length > 1) terminal.word(`${path.basename(file)}: nothing was begun.`);
      throw error;
    });
  const { name, word, limit, engine } = await open(words, terminal);
  try {
    const correct = await medicineCorrector();
    for (const [at, file] of files.entries()) {
      const found = nothingHeard(file);
      const missing = await tellMissing(file, terminal);
      const tell = (isCut: boolean) =>
        terminal.line({
          ...(files.length > 1 && { file: path.basename(file) }),
          engine: name,
          draft: true,
          ...(isCut && { cut: true }),
          ...(missing > 0 && { missing }),
          ...toldOf(found, name),
        });
      await hear(path.basename(file), engine, found, correct, terminal).catch((error: unknown) => {
        // Who waited for an hour of a server keeps what it heard before it failed.
        if (found.stretches.length > 0) tell(true);
        if (files.length > 1) terminal.word(endedAt(file, files.length - at - 1));
        throw error;
      });
      if (found.stretches.length === 0) terminal.word(nothingSaid(file, limit));
      const lost = notUnderstood(turnsOf(found), name);
      if (lost.places.length > 0)
        terminal.word(`${path.basename(file)}: ${heardWithoutSense(lost, turnsOf(found))}`);
      tell(false);
    }
    terminal.word(word);
    return DONE;
  } finally {
    await engine.close();
  }
}

/** What a file says, by the built-in engine. Throws what `soundOfFile` and the engine throw. */
export async function turnsOfSound(file: string, terminal: Terminal): Promise<SpokenTurn[]> {
  const { engine, word, limit } = await openEngine({}, terminal);
  const found = nothingHeard(file);
  try {
    await tellMissing(file, terminal);
    await hear(path.basename(file), engine, found, await medicineCorrector(), terminal);
    if (found.stretches.length === 0) terminal.word(nothingSaid(file, limit));
    for (const { heard, name } of found.corrections)
      terminal.word(`“${heard}” was heard; “${name}” stands in its place, and is doubted.`);
    terminal.word(word);
    return turnsOf(found);
  } finally {
    await engine.close();
  }
}

async function openEngine(
  { server, added }: Omit<TranscribeWords, 'files'>,
  terminal: Terminal,
): Promise<Named> {
  if (added) return openAdded(added);
  if (!server)
    return {
      name: BUILT_IN,
      word: 'A draft by a small English model: names of medicines are often misheard, and speakers are told apart by their voices alone, where they are two. A person listens and checks.',
      limit: 'The built-in engine hears English only: for another language, see --engine.',
      engine: createMoonshine(),
    };
  const base = readUrl(server.address);
  if (base.search || base.hash) throw usage('The address of a server has no ? and no #.');
  const token =
    server.token === undefined ? undefined : await personalWord(server.token, '--token', terminal);
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    throw usage('A token has letters, digits and signs only.');
  const { model, language } = server;
  return {
    name: `server: ${model}`,
    word: `A draft by the speech server ${base.host}: the sound between pauses went there. Speakers are told apart by their voices alone, where they are two. A person listens and checks.`,
    engine: createServerEngine({
      net: undiciNet(),
      random: nodeRandom,
      clock: nodeClock,
      server: () => Promise.resolve({ base, model, language, token }),
    }),
  };
}

/** Throws why a folder cannot be used. */
async function openAdded({
  folder,
  languages,
}: NonNullable<TranscribeWords['added']>): Promise<Named> {
  const model = await inspectModel(folder);
  const known = model.languages.length > 0 ? model.languages.join(', ') : 'what it does not tell';
  if (languages.length > 0 && !hearsOneOf(model, languages))
    throw usage(`This model does not hear ${languages.join(', ')}; it hears ${known}.`);
  return {
    name: model.name,
    word: `A draft by ${model.name}, a model of yours (licence: ${model.licence || 'not stated; look before you use it'}). Speakers are told apart by their voices alone, where they are two. A person listens and checks.`,
    engine: createAddedEngine(model, { languages, givesWay: false }),
  };
}

async function hear(
  name: string,
  engine: SpeechEngine,
  { stretches, corrections, sound }: Heard,
  correct: NameCorrector,
  terminal: Terminal,
): Promise<void> {
  let told = 0;
  for await (const heard of engine.transcribe(sound.sound)) {
    const { stretch, corrections: own } = correct(heard);
    corrections.push(...own);
    stretches.push(stretch);
    if (stretch.to - told < PROGRESS) continue;
    told = stretch.to;
    terminal.word(`${name}: ${Math.round(stretch.to)} s are done.`);
  }
}

/** The failure that follows names no file. */
function endedAt(file: string, rest: number): string {
  const left = rest > 0 ? `; ${rest} more ${rest === 1 ? 'was' : 'were'} not begun` : '';
  return `${path.basename(file)} could not be heard to its end${left}.`;
}

/** Returns the seconds that are missing, and says so. Throws what the disk throws. */
async function tellMissing(file: string, terminal: Terminal): Promise<number> {
  const missing = await missingSeconds(file);
  if (missing > 0)
    terminal.word(`${cutShort(file, missing)} What is there is heard; look for the whole file.`);
  return missing;
}

const nothingSaid = (file: string, limit = '') =>
  `${path.basename(file)}: no speech was found. ${limit}`.trim();

const nothingHeard = (file: string): Heard => ({
  stretches: [],
  corrections: [],
  sound: metered(soundOfFile(file)),
});

const turnsOf = ({ stretches, sound }: Heard) => turnsBySpeaker(sound.voiced(stretches));

function toldOf(found: Heard, engine: string) {
  const turns = turnsOf(found);
  const lost = notUnderstood(turns, engine);
  const turnAt = (from: number) =>
    Math.max(
      0,
      turns.findLastIndex((turn) => (turn.from ?? 0) <= from),
    );
  const corrections = found.corrections.map((one): Told => ({ turn: turnAt(one.from), ...one }));
  return {
    turns,
    corrections,
    unsure: unsureIn(turns),
    ...(lost.places.length > 0 && { notUnderstood: lost }),
  };
}

const unsureIn = (turns: readonly SpokenTurn[]) =>
  turns.flatMap(({ words = [] }, turn) =>
    words
      .filter(({ confidence }) => confidence < UNSURE_BELOW)
      .map(({ text, from, confidence }) => ({ turn, text, from, confidence })),
  );
