/**
 * Models of speech that a user added: looked for in a folder of Scriba, or chosen. What is recorded
 * of them stands in the clear settings values; their files stay where they are.
 */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { asFailure, Failure } from '../../../shared/failure.ts';
import type { RefusedModel, SpeechModels } from '../../../shared/model/speech-models.ts';
import type { Disk } from '../../infrastructure/ports.ts';
import {
  inspectModel,
  type ModelRecord,
  modelRecord,
} from '../../infrastructure/speech/models/inspect-model.ts';
import { filesIn, otherPrecision } from '../../infrastructure/speech/models/model-files.ts';
import { refusals } from '../../infrastructure/speech/models/model-refusals.ts';
import type { EngineChoice } from './engine-choice.ts';

const MODELS = 'here.models';
/** Folders that are looked through. */
const MOST = 100;

export type SpeechModelsDeps = {
  readonly values: { get(key: string): string | undefined; set(key: string, value: string): void };
  readonly choice: Pick<EngineChoice, 'get' | 'set'>;
  readonly disk: Pick<Disk, 'makeFolder'>;
  readonly place: string;
  readonly chooseFolder?: (() => Promise<string | undefined>) | undefined;
};

export type SpeechModelList = {
  list(): SpeechModels;
  /** Adds what lies in the folder for models, and tells what of it cannot be used. */
  look(): Promise<SpeechModels>;
  /** Throws Failure `missing` / `cannot-choose`, and why the folder cannot be used. */
  choose(): Promise<SpeechModels>;
  remove(id: string): SpeechModels;
  /** Throws Failure `missing` / `speech-model-unlisted`. */
  use(id: string): SpeechModels;
  /** The one in use; undefined also where the chosen one is not in the list any more. */
  used(): ModelRecord | undefined;
};

export function createSpeechModels(deps: SpeechModelsDeps): SpeechModelList {
  const { choice } = deps;
  return {
    list: () => list(deps),
    async look() {
      const refused: RefusedModel[] = [];
      for (const folder of [...foldersIn(deps), ...looseIn(deps)])
        try {
          add(deps, await inspectModel(folder));
        } catch (error) {
          const { code, detail, message } = asFailure(error);
          refused.push({ folder, detail: detail ?? code, message, ...wrongFile(folder, detail) });
        }
      return list(deps, refused);
    },
    async choose() {
      if (!deps.chooseFolder)
        throw new Failure(
          'missing',
          'Put the folder of the model into the folder for models, which is named beside it, then look for models.',
          { detail: 'cannot-choose' },
        );
      const folder = await deps.chooseFolder();
      if (folder !== undefined) add(deps, await inspectModel(folder));
      return list(deps);
    },
    remove(id) {
      if (choice.get().speechModel === id) choice.set({ speechModel: '' });
      put(deps, without(deps, id));
      return list(deps);
    },
    use(id) {
      if (id !== '' && !records(deps).some((one) => one.id === id))
        throw new Failure('missing', 'This model is not in the list any more.', {
          detail: 'speech-model-unlisted',
        });
      choice.set({ speechModel: id });
      return list(deps);
    },
    used: () => used(deps),
  };
}

/** Which of its files is in the way, where that is told by the names. */
function wrongFile(folder: string, detail: string | undefined): Pick<RefusedModel, 'file'> {
  if (detail !== 'speech-model-precision') return {};
  // It may be gone meanwhile, or be a file by itself.
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return {};
  return { file: otherPrecision(filesIn(folder))?.name };
}

function list(deps: SpeechModelsDeps, refused: readonly RefusedModel[] = []): SpeechModels {
  return {
    place: deps.place,
    canChoose: deps.chooseFolder !== undefined,
    models: records(deps).map(({ files: _files, ...model }) => model),
    refused,
    used: used(deps)?.id ?? '',
  };
}

function used(deps: SpeechModelsDeps): ModelRecord | undefined {
  const id = deps.choice.get().speechModel;
  return id === '' ? undefined : records(deps).find((one) => one.id === id);
}

/** Each by itself: one that another version stored in another form hides none of the others. */
const records = (deps: SpeechModelsDeps): ModelRecord[] =>
  stored(deps).flatMap((one) => modelRecord.safeParse(one).data ?? []);

function stored({ values }: SpeechModelsDeps): unknown[] {
  try {
    return z.array(z.unknown()).parse(JSON.parse(values.get(MODELS) ?? ''));
  } catch {
    return [];
  }
}

const withId = z.object({ id: z.string() });

/** What cannot be read here stays: the version that stored it may come back. */
const without = (deps: SpeechModelsDeps, id: string): unknown[] =>
  stored(deps).filter((one) => withId.safeParse(one).data?.id !== id);

const put = ({ values }: SpeechModelsDeps, models: readonly unknown[]) =>
  values.set(MODELS, JSON.stringify(models));

/**
 * A model that was moved keeps its place. Throws Failure `speech-model-changed` where another was added from
 * this folder: a person takes that one off the list first.
 */
function add(deps: SpeechModelsDeps, model: ModelRecord): void {
  const before = records(deps);
  if (before.some((one) => placeOf(one) === placeOf(model) && one.id !== model.id))
    throw refusals.changed();
  put(deps, [...without(deps, model.id), model]);
}

/** Models of one file may share a folder. */
function placeOf({ folder, files }: ModelRecord): string {
  const [first] = files;
  return first?.role === 'ggml' ? path.join(folder, first.name) : folder;
}

const OF_ONE_FILE = /\.(?:bin|gguf|ggml|nemo)$/i;

/**
 * Models of one file, and the place itself where the files of a model lie in it without a folder
 * (with a folder `onnx`, that one leads to it).
 */
function looseIn({ place }: SpeechModelsDeps): string[] {
  const all = readdirSync(place, { withFileTypes: true });
  const names = all.filter((one) => one.isFile()).map(({ name }) => name);
  const ofOneFile = names.filter((name) => OF_ONE_FILE.test(name));
  const isModel =
    names.some((name) => name === 'config.json' || name.endsWith('.onnx')) &&
    !all.some(({ name }) => name === 'onnx');
  return [...(isModel ? [place] : []), ...ofOneFile.map((name) => path.join(place, name))].slice(
    0,
    MOST,
  );
}

/** Folders in the place for models, and in those of a publisher, as `onnx-community/whisper-base`. */
function foldersIn({ disk, place }: SpeechModelsDeps): string[] {
  disk.makeFolder(place);
  const under = (folder: string) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((one) => one.isDirectory() || one.isSymbolicLink())
      .map(({ name }) => path.join(folder, name));
  return under(place)
    .flatMap((folder) => {
      try {
        const names = readdirSync(folder, { withFileTypes: true });
        const isModel =
          names.some((one) => one.isFile()) || names.some(({ name }) => name === 'onnx');
        const single = names.filter((one) => one.isFile() && OF_ONE_FILE.test(one.name));
        if (single.length > 1 && !names.some((one) => one.name === 'config.json'))
          return single.map(({ name }) => path.join(folder, name));
        return isModel || names.length === 0 ? [folder] : under(folder);
      } catch {
        return [folder];
      }
    })
    .slice(0, MOST);
}
