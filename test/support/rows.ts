/** Invented rows and a row cipher for tests that need a store but no vault. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type {
  UploadPartRow,
  VisitDetails,
  VisitRow,
} from '../../main/infrastructure/store/rows.ts';
import type { Place, RowCipher } from '../../main/infrastructure/store/sealed-columns.ts';
import type { Store } from '../../main/infrastructure/store/store.ts';
import type { Decided } from '../../main/infrastructure/store/tables/desk-rows.ts';
import { Failure } from '../../shared/failure.ts';
import type { PatientDocument } from '../../shared/model/clinic/document.ts';
import type { NoteEntity } from '../../shared/model/coding/entities.ts';

/** AES-256-GCM bound to the place, like the vault's; a key of its own for each test. */
export function testCipher(key = randomBytes(32)): RowCipher {
  const aad = (place: Place) => Buffer.from(JSON.stringify(place));
  return {
    sealRow(place, plain) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(aad(place));
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    openRow(place, sealed) {
      const bytes = Buffer.from(sealed);
      try {
        const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
          .setAAD(aad(place))
          .setAuthTag(bytes.subarray(-16));
        return Buffer.concat([cipher.update(bytes.subarray(12, -16)), cipher.final()]);
      } catch (error) {
        throw new Failure('broken', 'It is damaged.', { detail: 'row-damaged', cause: error });
      }
    },
    macFor: (_sealed, bytes) => createHmac('sha256', key).update(bytes).digest(),
  };
}

/** A folder that goes away with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'scriba-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export const details = (over: Partial<VisitDetails> = {}): VisitDetails => ({
  patient: { name: 'Asha Practice', recordNumber: 'P-0001' },
  mode: 'consultation',
  modelType: 'pro',
  templates: ['clinical_notes_template', 'transcript_template'],
  inputLanguages: ['en-IN'],
  outputLanguage: 'en-IN',
  codify: true,
  createdAt: 1_760_000_000_000,
  samples: 16_000,
  imported: false,
  ...over,
});

export const visit = (id: string, over: Partial<VisitRow> = {}): VisitRow => ({
  id,
  rev: 1,
  state: 'draft',
  attempts: 0,
  transactionId: `txn-${id}`,
  details: details(),
  ...over,
});

/** Puts a stored visit into a state that a test needs, past the table of states. */
export function putState(
  { visits }: Pick<Store, 'visits'>,
  id: string,
  over: Partial<Omit<VisitRow, 'id' | 'rev'>>,
): VisitRow {
  const row = visits.get(id);
  if (!row) throw new Error(`There is no visit ${id}.`);
  visits.restore({ ...row, ...over });
  return { ...row, ...over, rev: row.rev + 1 };
}

export const uploadPart = (
  visitId: string,
  ordinal: number,
  over: Partial<UploadPartRow> = {},
): UploadPartRow => ({
  fileId: `${visitId}-${ordinal}`,
  visitId,
  ordinal,
  generation: 'g1',
  name: `audio_${String(ordinal).padStart(4, '0')}.mp3`,
  contentType: 'audio/mpeg',
  bytes: 1000,
  sha256: 'ab'.repeat(32),
  ...over,
});

export const entity = (text: string, over: Partial<NoteEntity> = {}): NoteEntity => ({
  id: `e-${text}`,
  text,
  kind: 'symptom',
  status: 'present',
  document: 0,
  section: '0',
  span: { start: 0, end: text.length },
  source: 'text',
  given: [],
  ...over,
});

export const decided = (text: string, over: Partial<Decided['decision']> = {}): Decided => ({
  entity: entity(text),
  decision: {
    entityId: `e-${text}`,
    verdict: 'accepted',
    codes: [{ ontology: 'icd-10-cm', code: 'R50.9', name: `Code of ${text}` }],
    at: 1,
    who: 'doctor',
    seen: [],
    ...over,
  },
});

export const paper = (id: string, over: Partial<PatientDocument> = {}): PatientDocument => ({
  id,
  name: `${id}.pdf`,
  size: 10,
  type: 'pdf',
  task: 'smart',
  state: 'done',
  createdAt: 1_760_000_000_000,
  sealed: false,
  practice: false,
  ...over,
});
