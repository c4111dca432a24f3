/** Wires the work on this computer: engines, the note, and the protocol that the outbox takes. */
import path from 'node:path';
import { failures } from '../../../shared/failures.ts';
import { defaultTemplate, templateOf } from '../../features/draft/template.ts';
import { createEngineChoice } from '../../features/local/engine-choice.ts';
import { createEngines } from '../../features/local/engines.ts';
import { createFallback } from '../../features/local/fallback.ts';
import { createHearWhileRecording } from '../../features/local/hear-while-recording.ts';
import { withKnownNames } from '../../features/local/known-names.ts';
import { liveDraft } from '../../features/local/live-draft.ts';
import { createLocalTranscription } from '../../features/local/local-transcription.ts';
import { sayWhoSpoke, type WhoSpoke } from '../../features/local/say-who-spoke.ts';
import { createSpeechModels } from '../../features/local/speech-models.ts';
import { createWriteNote, type WriteNoteDeps } from '../../features/local/write-note.ts';
import { readUrl } from '../../infrastructure/platform/client/address.ts';
import { createAddedEngine } from '../../infrastructure/speech/models/added-engine.ts';
import { createMoonshine } from '../../infrastructure/speech/moonshine.ts';
import type { VisitRow } from '../../infrastructure/store/rows.ts';
import { createDoubtKinds } from '../doubt-kinds.ts';
import { createDrafting } from '../drafting.ts';
import { knownNames } from '../medicine-names.ts';
import { createUnsupported } from '../unsupported.ts';
import type { CodingParts } from './coding.ts';
import type { Core } from './core.ts';
import type { NoteParts } from './notes.ts';
import type { RecordingParts } from './recordings.ts';
import type { SpellingParts } from './spelling.ts';

export type LocalParts = ReturnType<typeof wireLocal>;

export function wireLocal(
  core: Core,
  coding: CodingParts,
  notes: NoteParts,
  recording: RecordingParts,
  spelling: SpellingParts,
) {
  const local = wireEngines(core, coding, notes, recording, spelling);
  return { ...local, fallback: wireFallback(core, local, recording) };
}

/** None while they cannot be read: medicines alone are put in then. */
function ownWordsOf(ownWords: SpellingParts['ownWords']): readonly string[] {
  try {
    return ownWords.all();
  } catch {
    return [];
  }
}

/** Drafts for visits whose platform is out of reach. */
function wireFallback(
  { ports, store, notify, notices, visits, auditor }: Core,
  { engineChoice, speech, writeNote }: ReturnType<typeof wireEngines>,
  { recordings }: RecordingParts,
) {
  const fallback = createFallback({
    store,
    clock: ports.clock,
    isUsual: () => engineChoice.get().fallback,
    speech,
    sound: recordings.sound,
    write: writeNote,
    isPractice: ports.profile === 'practice',
    changed: visits.changed,
    made(id) {
      auditor.add('draft-made', id, 'scriba');
      notify('notes.changed', { id });
    },
  });
  notices.listen((name, payload) => {
    if (name === 'visits.changed') fallback.look((payload as { id: string }).id);
  });
  return fallback;
}

function wireEngines(
  { ports, vault, store, notify, notices }: Core,
  { terminology }: CodingParts,
  { isDrug, evidence, checks, notes: noteVersions }: NoteParts,
  { recordings }: RecordingParts,
  { ownWords }: SpellingParts,
) {
  const { net, random } = ports;
  const engineChoice = createEngineChoice({
    values: store.values,
    secrets: vault.secrets,
    readAddress: (text) => allowedAddress(text, ports.policy?.platform !== undefined),
  });
  const speechModels = createSpeechModels({
    values: store.values,
    choice: engineChoice,
    disk: ports.disk,
    place: ports.modelsFolder ?? path.join(ports.folder, 'models'),
    chooseFolder: ports.chooseFolder,
  });
  const engines = createEngines({
    net,
    random,
    clock: ports.clock,
    choice: engineChoice,
    builtIn: createMoonshine,
    added: { used: speechModels.used, open: createAddedEngine },
  });
  const corrector = knownNames();
  const names = () => corrector(ownWordsOf(ownWords));
  const speech = async (languages: readonly string[]) =>
    withKnownNames(await engines.speech(languages), languages, names);
  const drafting = createDrafting(terminology);
  const unsupported = createUnsupported({ evidence, checks });
  const writeDeps: WriteNoteDeps = {
    draft: (turns, titles, lost) =>
      drafting(
        turns,
        titles.length > 0 ? templateOf(titles, engineChoice.get().sectionTopics) : defaultTemplate,
        lost,
      ),
    sections: () => engineChoice.get().sections,
    usualSections: defaultTemplate.map(({ title }) => title),
    model: engines.model,
    unsupported,
    kindsIn: createDoubtKinds(isDrug),
  };
  const writeNote = createWriteNote(writeDeps);
  const localTranscription = createLocalTranscription({
    store,
    speech,
    write: writeNote,
  });
  const hearing = createHearWhileRecording({
    store,
    clock: ports.clock,
    recordings,
    engine: (languages) => {
      const engine = engines.whileRecording(languages);
      return engine && withKnownNames(engine, languages, names);
    },
    heard: (id) => notify('here.heard', { id }),
  });
  notices.listen((name) => {
    if (name === 'visits.changed' || name === 'visits.gone') hearing.look();
  });
  const here = {
    takes: ({ details }: VisitRow) => details.worksHere === true,
    transcription: localTranscription,
  };
  const draft = (id: string) => liveDraft({ store, recordings }, id);
  const draftAnew = createWriteNote({ ...writeDeps, model: () => Promise.resolve(undefined) });
  const whoSpoke = (id: string, said: WhoSpoke) =>
    sayWhoSpoke(
      {
        store,
        draft: draftAnew,
        replace: noteVersions.replace,
        changed: (one) => notify('notes.changed', { id: one }),
      },
      id,
      said,
    );
  return {
    engineChoice,
    engines,
    speech,
    speechModels,
    drafting,
    unsupported,
    writeNote,
    localTranscription,
    hearing,
    draft,
    whoSpoke,
    here,
  };
}

/** Where the organisation has set the platform, sound and words leave this computer for no other. */
function allowedAddress(text: string, isGoverned: boolean): URL {
  const url = readUrl(text);
  if (isGoverned && url.protocol !== 'http:') throw failures.setByOrganisation();
  return url;
}
