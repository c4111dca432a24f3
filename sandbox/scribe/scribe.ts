/** Makes the documents of a transaction from what was heard: a written practice consultation, or the reason why there is none. */
import { join } from 'node:path';
import { defaultTemplates } from '../accounts/account-config.ts';
import type { Listen } from '../sound/listen.ts';
import type { Speech } from '../sound/speech.ts';
import type { DocumentRecord, Heard, TransactionRecord } from '../state/record-schemas.ts';
import type { StateStore } from '../state/state-store.ts';
import { baseName, documentId, wantedOf } from '../transactions/transaction.ts';
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

/** Seconds; less is a slip of the finger. */
const SHORTEST = 0.5;
/** Seconds of something audible; less counts as silence. */
const LEAST_ACTIVE = 0.25;
/** Share of voice-like frames below which we say that we heard no speech. */
const LITTLE_SPEECH = 0.05;

export function createScribe({ store, listen, speech, brand }: ScribeDeps): Scribe {
  return async (record) => {
    const { init } = record;
    if (!init) throw new Error('nothing was asked');
    const files = init.client_generated_files.map((file) => {
      const name = baseName(file);
      return {
        name,
        path: join(store.audioFolder(record.txn_id), name),
        contentType:
          record.files.find((one) => one.name === name)?.contentType ?? 'application/octet-stream',
      };
    });
    const heard: Heard[] = [];
    let active = 0;
    // Heard already: this is a further document, and the sound may be gone by now.
    const before = record.heard;
    for (const { name, path } of before ? [] : files) {
      const listened = await listen(path);
      active +=
        listened.kind === 'heard'
          ? listened.active
          : listened.kind === 'measured'
            ? listened.duration
            : 0;
      heard.push({
        name,
        duration: listened.kind === 'unreadable' ? 0 : listened.duration,
        loudness: listened.kind === 'heard' ? listened.loudness : -120,
        peak: listened.kind === 'heard' ? listened.peak : 0,
        speech: listened.kind === 'heard' ? listened.speech : 0,
        decoded: listened.kind === 'heard',
        ...(listened.kind === 'unreadable' && {
          problem: { code: 'audio_unreadable', msg: `${name}: ${listened.reason}` },
        }),
      });
    }

    if (before) heard.push(...before);
    const fatal = before ? undefined : troubleIn(heard, active);
    const chosen = chooseConsultation(
      record.additional_data.practice_consultation,
      init.speciality,
    );
    const said = speech && !fatal && !before ? await hearWords(speech, files) : undefined;
    const documents = wantedOf(init).map((template, index): DocumentRecord => {
      const language = template.language_output ?? init.output_language ?? 'en-IN';
      const head = {
        document_id: documentId(record.txn_id, index),
        template_id: template.template_id,
        lang: language,
        ...kindOf(template, brand),
      };
      const met = record.ordered.filter(
        (fault) => !('template' in fault) || fault.template === template.template_id,
      );
      const trouble =
        fatal ??
        (met.some((fault) => fault.do === 'fail-all' || fault.do === 'fail-template')
          ? problem('practice_fault', 'this document was ordered to fail')
          : undefined);
      if (trouble) return { ...head, status: 'failure', errors: [trouble], warnings: [] };
      const writing: Writing = {
        consultation: chosen.consultation,
        language: languageOf(chosen, language),
        codify: template.codification_needed ?? false,
        brand,
      };
      const warnings = warningsFor(heard, chosen, language);
      const instead = met.find((fault) => fault.do === 'write');
      if (instead)
        return {
          ...head,
          status: 'success',
          value: instead.text,
          raw: instead.raw,
          errors: [],
          warnings,
        };
      if (template.template_id === 'transcript_template') {
        if (said && 'problem' in said)
          return { ...head, status: 'failure', errors: [said.problem], warnings };
        return {
          ...head,
          status: 'success',
          value: writeTranscript(writing, said?.text),
          errors: [],
          warnings,
        };
      }
      const value =
        template.template_id === 'eka_emr_template' ? writeEmr(writing) : writeNotes(writing);
      return { ...head, status: 'success', value, errors: [], warnings };
    });
    const leftOut = record.ordered.flatMap((fault) =>
      fault.do === 'leave-out' ? [fault.template] : [],
    );
    return {
      heard,
      documents: documents.filter(({ template_id }) => !leftOut.includes(template_id)),
    };
  };
}

function kindOf(
  { template_id: id, template_name }: { template_id: string; template_name?: string | undefined },
  brand: string,
) {
  const type =
    id === 'eka_emr_template'
      ? `${brand}_emr`
      : id === 'transcript_template'
        ? 'transcript'
        : 'markdown';
  return {
    type,
    name: template_name ?? defaultTemplates.find((template) => template.id === id)?.title ?? id,
  };
}

function troubleIn(heard: readonly Heard[], active: number): Problem | undefined {
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

async function hearWords(
  speech: Speech,
  files: readonly Parameters<Speech>[0][],
): Promise<{ text: string } | { problem: Problem }> {
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
