/**
 * Makes the documents of a transaction out of its sound: a written practice consultation, or the
 * reason why there is none.
 */
import { join } from 'node:path';
import type { InitRequest } from '../../shared/wire/transcription.ts';
import { defaultTemplates } from '../accounts/account-config.ts';
import type { TransactionFault } from '../faults/faults.ts';
import type { Listen, Listened } from '../sound/listen.ts';
import type { Speech } from '../sound/speech.ts';
import type { DocumentRecord, Heard, TransactionRecord } from '../state/record-schemas.ts';
import type { StateStore } from '../state/state-store.ts';
import { baseName, documentId, type Wanted, wantedOf } from '../transactions/transaction.ts';
import type { Language } from './consultations/consultation.ts';
import { type Chosen, chooseConsultation } from './consultations/consultations.ts';
import { type Writing, writeEmr, writeNotes, writeTranscript } from './document-writer.ts';

type ScribeDeps = {
  readonly store: StateStore;
  readonly listen: Listen;
  readonly speech?: Speech | undefined;
  readonly brand: string;
};
export type Scribe = (
  record: TransactionRecord,
) => Promise<{ heard: Heard[]; documents: DocumentRecord[] }>;

type Problem = { readonly type: string; readonly code: string; readonly msg: string };
const problem = (code: string, msg: string): Problem => ({ type: 'practice', code, msg });

/** Seconds; a shorter recording counts as begun by mistake. */
const SHORTEST = 0.5;
/** Seconds of audible sound; less counts as silence. */
const LEAST_ACTIVE = 0.25;
/** Share of voice-like frames below which a warning says that there is hardly any speech. */
const LITTLE_SPEECH = 0.05;

export function createScribe(deps: ScribeDeps): Scribe {
  return (record) => write(deps, record);
}

type SoundFile = { readonly name: string; readonly path: string; readonly contentType: string };
/** Words from the speech server, or the reason why there are none. */
type SpeechResult = { readonly text: string } | { readonly problem: Problem };

async function write(
  deps: ScribeDeps,
  record: TransactionRecord,
): Promise<{ heard: Heard[]; documents: DocumentRecord[] }> {
  const { init } = record;
  if (!init) throw new Error('nothing was asked');
  const files = filesOf(deps, record, init);
  // Heard already: this is an additional document, and the sound may be gone by now.
  const isAdditional = record.heard !== undefined;
  const { heard, active } = record.heard
    ? { heard: record.heard, active: 0 }
    : await listenToAll(deps, files);
  const fatal = isAdditional ? undefined : soundProblem(heard, active);
  const chosen = chooseConsultation(record.additional_data.practice_consultation, init.speciality);
  const spoken =
    deps.speech && !fatal && !isAdditional ? await transcribe(deps.speech, files) : undefined;
  const leftOut = record.ordered.flatMap((fault) =>
    fault.do === 'leave-out' ? [fault.template] : [],
  );
  const documents = wantedOf(init).map((template, index) =>
    documentOf(
      { record, heard, fatal, chosen, spoken, brand: deps.brand },
      template,
      documentId(record.txn_id, index),
    ),
  );
  return {
    heard: [...heard],
    documents: documents.filter(({ template_id }) => !leftOut.includes(template_id)),
  };
}

const filesOf = (
  { store }: ScribeDeps,
  record: TransactionRecord,
  init: InitRequest,
): SoundFile[] =>
  init.client_generated_files.map((file) => {
    const name = baseName(file);
    return {
      name,
      path: join(store.audioFolder(record.txn_id), name),
      contentType:
        record.files.find((one) => one.name === name)?.contentType ?? 'application/octet-stream',
    };
  });

/** `active`: seconds in which something can be heard. */
async function listenToAll(
  { listen }: ScribeDeps,
  files: readonly SoundFile[],
): Promise<{ readonly heard: Heard[]; readonly active: number }> {
  const heard: Heard[] = [];
  let active = 0;
  for (const { name, path } of files) {
    const listened = await listen(path);
    active += activeSeconds(listened);
    heard.push(heardOf(name, listened));
  }
  return { heard, active };
}

function activeSeconds(listened: Listened): number {
  if (listened.kind === 'heard') return listened.active;
  return listened.kind === 'measured' ? listened.duration : 0;
}

function heardOf(name: string, listened: Listened): Heard {
  const silent = { name, loudness: -120, peak: 0, speech: 0, decoded: false };
  if (listened.kind === 'unreadable')
    return {
      ...silent,
      duration: 0,
      problem: { code: 'audio_unreadable', msg: `${name}: ${listened.reason}` },
    };
  if (listened.kind === 'measured') return { ...silent, duration: listened.duration };
  const { duration, loudness, peak, speech } = listened;
  return { name, duration, loudness, peak, speech, decoded: true };
}

/** Shared by all documents of one transaction. */
type DocumentContext = {
  readonly record: TransactionRecord;
  readonly heard: readonly Heard[];
  readonly fatal: Problem | undefined;
  readonly chosen: Chosen;
  readonly spoken: SpeechResult | undefined;
  readonly brand: string;
};

function documentOf(
  { record, heard, fatal, chosen, spoken, brand }: DocumentContext,
  template: Wanted,
  id: string,
): DocumentRecord {
  const language = template.language_output ?? record.init?.output_language ?? 'en-IN';
  const head = {
    document_id: id,
    template_id: template.template_id,
    lang: language,
    ...kindOf(template, brand),
  };
  const faults = record.ordered.filter(
    (fault) => !('template' in fault) || fault.template === template.template_id,
  );
  const failure = fatal ?? orderedFailure(faults);
  if (failure) return { ...head, status: 'failure', errors: [failure], warnings: [] };
  const writing: Writing = {
    consultation: chosen.consultation,
    language: languageOf(chosen, language),
    codify: template.codification_needed ?? false,
    brand,
  };
  const success = {
    ...head,
    status: 'success' as const,
    errors: [],
    warnings: warningsFor(heard, chosen, language),
  };
  const replacement = faults.find((fault) => fault.do === 'write');
  if (replacement) return { ...success, value: replacement.text, raw: replacement.raw };
  if (template.template_id === 'eka_emr_template') return { ...success, value: writeEmr(writing) };
  if (template.template_id !== 'transcript_template')
    return { ...success, value: writeNotes(writing) };
  if (spoken && 'problem' in spoken)
    return { ...success, status: 'failure', errors: [spoken.problem] };
  return { ...success, value: writeTranscript(writing, spoken?.text) };
}

const orderedFailure = (faults: readonly TransactionFault[]): Problem | undefined =>
  faults.some((fault) => fault.do === 'fail-all' || fault.do === 'fail-template')
    ? problem('practice_fault', 'this document was ordered to fail')
    : undefined;

function kindOf(
  { template_id: id, template_name }: { template_id: string; template_name?: string | undefined },
  brand: string,
) {
  return {
    type: typeOf(id, brand),
    name: template_name ?? defaultTemplates.find((template) => template.id === id)?.title ?? id,
  };
}

function typeOf(template: string, brand: string): string {
  if (template === 'eka_emr_template') return `${brand}_emr`;
  return template === 'transcript_template' ? 'transcript' : 'markdown';
}

function soundProblem(heard: readonly Heard[], active: number): Problem | undefined {
  const broken = heard.find((one) => one.problem)?.problem;
  if (broken) return problem(broken.code, `The recording cannot be read. ${broken.msg}.`);
  const seconds = heard.reduce((sum, { duration }) => sum + duration, 0);
  if (seconds < SHORTEST)
    return problem(
      'audio_too_short',
      `The recording is ${seconds.toFixed(2)} s long; at least ${SHORTEST} s is needed.`,
    );
  if (active < LEAST_ACTIVE)
    return problem('no_speech', `Nothing can be heard in ${seconds.toFixed(1)} s of recording.`);
  return undefined;
}

function languageOf({ consultation }: Chosen, id: string): Language {
  return id === 'hi' && consultation.texts.hi ? 'hi' : 'en';
}

function warningsFor(heard: readonly Heard[], chosen: Chosen, language: string): Problem[] {
  const warnings: Problem[] = [];
  if (chosen.unknown !== undefined)
    warnings.push(
      problem(
        'unknown_practice_consultation',
        'There is no such practice consultation; general medicine is given instead.',
      ),
    );
  if (!language.startsWith('en') && languageOf(chosen, language) === 'en')
    warnings.push(
      problem(
        'language_not_written',
        `This practice consultation is not written in "${language}"; English is given instead.`,
      ),
    );
  if (heard.some(({ decoded }) => !decoded))
    warnings.push(
      problem(
        'not_listened',
        'This machine cannot decode the recording; only its length was read.',
      ),
    );
  else if (heard.every(({ speech }) => speech < LITTLE_SPEECH))
    warnings.push(problem('little_speech', 'Hardly anything in the recording sounds like speech.'));
  return warnings;
}

async function transcribe(speech: Speech, files: readonly SoundFile[]): Promise<SpeechResult> {
  try {
    const texts: string[] = [];
    for (const file of files) texts.push(await speech(file));
    return { text: texts.join('\n') };
  } catch (error) {
    return {
      problem: problem(
        'speech_server',
        `No words from the speech server: ${error instanceof Error ? error.message : 'unknown'}.`,
      ),
    };
  }
}
