/** Work on this computer: which engines hear and write, for computers without a window. */
import type { EngineName, EngineTrial } from '../../../shared/model/work-here.ts';
import { usage, type Values } from '../options.ts';
import { sectionsIn } from '../section-words.ts';
import type { Context, Family, Operation } from './operation.ts';

export const here: Family = {
  summary: 'work on this computer, without a platform',
  operations: {
    show: {
      does: 'which engines are set, and whether new visits are worked on here',
      run: ({ ask }) => ask('here.get', undefined),
    },
    usual: {
      does: 'whether "send" works here unless it is said otherwise: on or off',
      argument: 'WORD',
      run: setUsual,
    },
    fallback: {
      does: 'whether visits get a draft of this computer while their platform is out of reach: on or off',
      argument: 'WORD',
      run: setFallback,
    },
    models: {
      does: 'the models of speech that were added, and where Scriba looks for more',
      run: ({ ask }) => ask('here.models', undefined),
    },
    'look-for-models': {
      does: 'adds the models in that place; says of each other folder why it cannot be used',
      run: ({ ask }) => ask('here.models.look', undefined),
    },
    'add-model': {
      does: 'adds a model from any folder: Whisper or Moonshine in ONNX, as Hugging Face lays them out, Parakeet or MedASR in ONNX, or one Whisper of whisper.cpp (ggml-*.bin)',
      argument: 'FOLDER',
      isFolder: true,
      run: ({ ask }) => ask('here.models.choose', undefined),
    },
    'use-model': {
      does: 'speech is recognised by this model (its id in "here models"); "none" uses what is set else',
      argument: 'ID',
      run: ({ ask }, id) => ask('here.models.use', { id: id === 'none' ? '' : id }),
    },
    'remove-model': {
      does: 'takes a model off the list; its files stay',
      argument: 'ID',
      run: ({ ask }, id) => ask('here.models.remove', { id }),
    },
    speech: serverOperation('speech', 'sets the server that recognises speech; "none" removes it'),
    note: serverOperation(
      'note',
      'sets the chat server that writes the note; "none" removes it: the note is then a draft in the words that were said',
    ),
    sections: {
      does: 'sets the sections of the note, in their order; "usual" sets the usual ones',
      argument: 'TITLE',
      more: 'TITLE...',
      run: ({ ask }, first, _values, more) =>
        ask(
          'here.set',
          sectionsToSet(first === 'usual' && more.length === 0 ? [] : [first, ...more]),
        ),
    },
    test: {
      does: 'tries the engines that are set, with sound and words of nobody',
      run: test,
    },
  },
  notes: [
    'The servers speak the protocol of OpenAI: POST /v1/audio/transcriptions and POST /v1/chat/completions. An address is https, or http on this very computer.',
    'The token of a server is kept in the key store.',
    'Of a model, size and digest of each file are recorded; where they change, it is not run. Nothing is downloaded.',
    '"send --here" works on a file here.',
    'A section whose title says too little is written TITLE=HOLDS, as in "What worries you=complaints".',
  ],
  examples: [
    'here speech http://127.0.0.1:8000 --model whisper-small',
    'here add-model ~/models/whisper-base',
    'here note http://127.0.0.1:11434 --model llama3.1:8b',
  ],
};

function sectionsToSet(words: readonly string[]) {
  const { titles, chosen } = sectionsIn(words);
  return { sections: [...titles], sectionTopics: chosen };
}

function serverOperation(engine: EngineName, does: string): Operation {
  return {
    does,
    argument: 'URL',
    options: ['model', 'token'],
    run: (context, address, values) => setServer(context, engine, address, values),
  };
}

async function setServer(
  { ask, personal }: Context,
  engine: EngineName,
  url: string,
  { model, token: given }: Values,
) {
  const address = url === 'none' ? '' : url;
  if (address !== '' && !model) throw usage(`here ${engine} needs --model: the name of the model.`);
  if (given !== undefined && given !== '-' && !given.startsWith('@'))
    throw usage('--token is "-" or "@FILE": the command line can be read by every user.');
  const token = given === undefined ? undefined : await personal(given, '--token');
  return ask('here.setServer', {
    engine,
    address,
    model: model ?? '',
    ...(token !== undefined && { token }),
  });
}

async function setUsual({ ask }: Context, word: string) {
  return ask('here.set', { usual: isOn('usual', word) });
}

async function setFallback({ ask }: Context, word: string) {
  return ask('here.set', { fallback: isOn('fallback', word) });
}

function isOn(operation: string, word: string): boolean {
  if (word !== 'on' && word !== 'off') throw usage(`here ${operation} takes "on" or "off".`);
  return word === 'on';
}

async function test({ ask, partlyFailed }: Context): Promise<EngineTrial[]> {
  const { note } = await ask('here.get', undefined);
  const engines: EngineName[] = note.address === '' ? ['speech'] : ['speech', 'note'];
  const trials: EngineTrial[] = [];
  for (const engine of engines) trials.push(await ask('here.test', { engine }));
  for (const { works, message } of trials) if (!works && message) partlyFailed(message);
  return trials;
}
