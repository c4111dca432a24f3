/**
 * The session protocol (docs/platform/session-protocol.md): the newer way to a note. A session takes
 * raw audio files and returns its documents without Base64.
 */
import { z } from 'zod';
import { looseList } from './common.ts';

/** An id that may stand in a session's address; our transaction ids (30 characters) fit. */
export const sessionIdPattern = /^[A-Za-z0-9_-]{16,32}$/;
/** `{base}_{n}.{extension}`, in the order of `n`. */
export const audioNamePattern = /^[A-Za-z0-9_-]{1,60}_\d{1,6}\.(webm|mp3|wav|ogg|m4a|mp4)$/;
/** Bytes of one audio file at most. */
export const LARGEST_AUDIO = 10 * 1024 * 1024;
/** The platform advises so many bytes of additional data at most. */
export const ADDITIONAL_ADVISED = 4096;

export const discoveryAnswer = z.object({
  protocol: z.string(),
  protocol_version: z.string().optional(),
  supported_versions: looseList(z.string()),
  authentication: z
    .object({
      supported_methods: looseList(z.string()),
      oidc: z
        .object({
          issuer: z.string().min(1).max(500),
          authorization_endpoint: z.string().min(1).max(2000),
          token_endpoint: z.string().min(1).max(2000),
          scopes_supported: looseList(z.string()),
        })
        .optional()
        .catch(undefined),
    })
    .nullish()
    .catch(undefined),
  capabilities: z
    .object({
      audio_formats: looseList(z.string()),
      upload_methods: looseList(z.string()),
      max_chunk_duration_seconds: z.number().positive().optional().catch(undefined),
    })
    .nullish()
    .catch(undefined),
  models: looseList(z.object({ id: z.string() })),
  languages: z
    .object({
      supported: looseList(z.string()),
      auto_detection: z.boolean().optional().catch(undefined),
    })
    .nullish()
    .catch(undefined),
});
export const PROTOCOL = 'medscribealliance';
export const VERSION = '0.1';

export const uploadTypes = ['single', 'chunked', 'stream'] as const;

export const sessionRequest = z.object({
  upload_type: z.enum(uploadTypes),
  session_id: z.string().regex(sessionIdPattern).optional(),
  templates: z.array(z.string().min(1)).max(2).optional(),
  language_hint: z.array(z.string()).optional(),
  transcript_language: z.string().optional(),
  communication_protocol: z.enum(['http', 'websocket', 'rpc']).optional(),
  model: z.enum(['pro', 'lite']).optional(),
  session_mode: z.enum(['consultation', 'dictation']).optional(),
  additional_data: z.record(z.string(), z.unknown()).optional(),
  patient_details: z.record(z.string(), z.unknown()).optional(),
  session_details: z.record(z.string(), z.unknown()).optional(),
});
export type SessionRequest = z.infer<typeof sessionRequest>;

const time = z.union([z.string(), z.number()]);
/** `session_id` may be another than the one that was asked for. */
export const createdAnswer = z.object({
  session_id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  created_at: time.nullish().catch(undefined),
  /** Of a stream, an address; of files another form may stand here. */
  upload_url: z.string().optional().catch(undefined),
});

export const audioAnswer = z.object({ success: z.boolean().optional().catch(undefined) });

export const endRequest = z.object({
  audio_files_sent: z.int().min(0).optional(),
  audio_files_uploaded: z.int().min(0).optional(),
});
export const endAnswer = z.object({
  audio_files_received: z.number().nullish().catch(undefined),
  audio_files: looseList(z.string()),
});

const remark = z.union([
  z.string(),
  z.object({
    code: z.string().optional().catch(undefined),
    message: z.string().optional().catch(undefined),
    msg: z.string().optional().catch(undefined),
  }),
]);
/** One document of a session; `data` is text, or the object itself. */
const sessionDocument = z.object({
  status: z.string().nullish().catch(undefined),
  data: z.unknown().optional(),
  document_id: z.string().nullish().catch(undefined),
  document_type: z.string().nullish().catch(undefined),
  errors: looseList(remark),
  warnings: looseList(remark),
  /** In the place of `errors`, or beside it. */
  error: remark.nullish().catch(undefined),
});
export type SessionDocument = z.infer<typeof sessionDocument>;
/** What cannot be read is a document that failed, and takes none of the others with it. */
const documentsById = z.record(
  z.string(),
  sessionDocument.catch({ errors: [], warnings: [] } satisfies SessionDocument),
);

export const pollAnswer = z.object({
  session_id: z.string().optional(),
  status: z.string().optional().catch(undefined),
  created_at: time.nullish().catch(undefined),
  /** Each an object with one member, the template's id; or one object with all of them. */
  templates: z
    .union([z.array(documentsById), documentsById.transform((all) => [all])])
    .nullish()
    .catch([])
    .transform((list) => list ?? []),
  transcript: z.string().nullish().catch(undefined),
  additional_data: z.record(z.string(), z.unknown()).nullish().catch(undefined),
  processing_errors: looseList(z.unknown()),
});

/** Words of a session that takes audio and was not ended. */
const openWords = ['created', 'initialized', 'recording'];
export const isOpenSession = (status: string | undefined): boolean =>
  openWords.includes(status ?? '');
/** A document that is being written. */
export const isWorkingDocument = ({ status }: Pick<SessionDocument, 'status'>): boolean =>
  status === 'in-progress' || status === 'processing';

export const additionalAnswer = z.object({ document_id: z.string().min(1) });

/** Ids become two letters here: `en-IN` is `en`; `auto_detect` stays. */
export const languageHint = (id: string): string =>
  id === 'auto_detect' ? id : id.slice(0, 2).toLowerCase();

/** A text of our own beside the documents of a session: where its bytes go. */
export const savedDocumentAnswer = z.object({
  data: z.object({ document_id: z.string().min(1), presigned_url: z.string() }),
});
export const savedDocumentRequest = z.object({
  session_id: z.string().min(1),
  document_id: z.string().min(1).optional(),
  template_id: z.string().min(1).optional(),
  type: z.string().min(1).optional(),
  document_name: z.string().optional(),
  status: z.enum(['success', 'partial_success', 'failure']).optional(),
});
/** `expires_at`: seconds since 1970. */
export const audioCopyAnswer = z.object({
  audio_url: z.string(),
  expires_at: z.number().optional().catch(undefined),
});
