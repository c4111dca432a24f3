/**
 * Requests of a page about exports of a note (copy, file, drop folder, FHIR server) and the result
 * of each.
 */
import { z } from 'zod';
import {
  type ExportTargets,
  exportForms,
  fhirFlavours,
  folderForms,
  newlines,
  type Receipt,
  serverAuths,
  serverForms,
  serverWays,
  smartAlgorithms,
  type TargetTrial,
  targetNames,
  type UnmetRequirement,
} from '../model/export/exports.ts';
import type { Saved } from '../model/export/saving.ts';
import { beginsNothing, readsSettings } from './not-audited.ts';
import { notAudited, request, returns } from './request.ts';

const listOfExports = notAudited('drawn at every look at exports; exporting has an entry');
const changesReceipt = notAudited('changes a receipt; the export itself has an entry');

const id = z.uuid();
const form = z.enum(exportForms);
const flavour = z.enum(fhirFlavours);
/**
 * Uses the present text of the editor, marked "Draft - not signed", in place of the last signed
 * text.
 */
const draft = z.boolean().optional();
const empty = z.undefined();
/** HD of HL7 v2: its parts may be given with `^`; other separators would end the field. */
const hl7Name = z
  .string()
  .trim()
  .max(227)
  .regex(/^[^\p{Cc}|~\\&]*$/u);
/** PEM; empty: none. Ten certificates are less. */
const authorityFile = z.string().max(100_000);

/**
 * Exports are made from the last signature, never from the editor, unless `draft` says otherwise.
 * All throw `missing` / `no-consultation`, `refused` / `not-signed`, `refused` / `signed-for-other`
 * (the visit's patient is no longer the one that was signed for), and `invalid` with what
 * `exports.missing` tells.
 */
export const exportsRequests = {
  /** Newest first. */
  'exports.list': request(z.object({ id }), returns<readonly Receipt[]>(), listOfExports),
  /** Receipts of all visits that wait or failed; the oldest first. */
  'exports.open': request(empty, returns<readonly Receipt[]>(), listOfExports),
  /**
   * Lists all missing data; empty: the note can leave. A target's own form and flavour are checked
   * if `target` is given.
   */
  'exports.missing': request(
    z.object({
      id,
      form: form.optional(),
      flavour: flavour.optional(),
      target: z.enum(targetNames).optional(),
      draft,
    }),
    returns<readonly UnmetRequirement[]>(),
    listOfExports,
  ),

  /**
   * Rich and plain together. `section`: its place, from 0, among the sections that have words.
   * `copied`: main wrote the clipboard; else the page does, with `html` and `text`, and tells whether
   * it could (`exports.copied`, `exports.uncopied`). Until then the receipt says that nobody knows.
   */
  'exports.copy': request(
    z.object({ id, section: z.int().min(0).max(1000).optional(), draft }),
    returns<{
      readonly receipt: Receipt;
      readonly copied: boolean;
      readonly html: string;
      readonly text: string;
    }>(),
    { word: 'note-exported', visit: 'input' },
  ),
  /** The page's own clipboard has it: the receipt says so. */
  'exports.copied': request(z.object({ receipt: id }), returns<Receipt>(), changesReceipt),
  /** The page's own clipboard refused: the receipt says so. */
  'exports.uncopied': request(z.object({ receipt: id }), returns<Receipt>(), changesReceipt),
  /**
   * A file, where the host asks; `draft` for `pdf` alone. `receipt`: none when it was cancelled.
   * Throws `missing` / `cannot-save`, `no-browser`, `refused` / `draft-form`.
   */
  'exports.save': request(
    z.object({ id, form, flavour: flavour.optional(), draft }),
    returns<{ readonly saved: Saved; readonly receipt?: Receipt | undefined }>(),
    { word: 'note-exported', visit: 'input', when: ({ receipt }) => receipt !== undefined },
  ),
  /**
   * To the drop folder (one receipt a form), the FHIR server or the HL7 receiver. Answers after the first try:
   * `done`, `waiting` (goes on by itself) or `failed`. What is there already is not sent twice: its
   * receipt is answered. `again`: a person wants it once more (drop folder only). Throws `missing`
   * / `no-target`, `busy` / `export-under-way`.
   */
  'exports.send': request(
    z.object({ id, target: z.enum(targetNames), again: z.boolean().optional() }),
    returns<readonly Receipt[]>(),
    { word: 'note-exported', visit: 'input' },
  ),
  /** Tries one that waits or failed, now. */
  'exports.retry': request(
    z.object({ receipt: id }),
    returns<Receipt>(),
    notAudited('goes on with an export that has its entry; its arrival has one, too'),
  ),
  /** One that waits is not tried any more; it becomes `failed` / `given-up`. */
  'exports.giveUp': request(z.object({ receipt: id }), returns<Receipt>(), changesReceipt),

  'exports.targets.get': request(empty, returns<ExportTargets>(), readsSettings),
  /**
   * Members that are left out stay as they are. `token` goes in and never comes out; absent: stays
   * as long as the server is the same; empty: none. Throws `invalid` / `address-invalid`,
   * `address-insecure`, `token-invalid`, `authority-invalid`, `authority-private-key`,
   * `authority-no-ca`, `authority-no-root`, `authority-dates`. `authority` as `token`: text of a PEM
   * file.
   */
  'exports.targets.set': request(
    z.object({
      newlines: z.enum(newlines).optional(),
      folder: z
        .object({
          on: z.boolean(),
          forms: z.array(z.enum(folderForms)).min(1).max(folderForms.length),
          flavour,
        })
        .optional(),
      server: z
        .object({
          address: z.string().trim().max(500),
          token: z.string().trim().max(4000).optional(),
          form: z.enum(serverForms),
          flavour,
          patients: z.enum(['known', 'any']),
          sendAs: z.enum(serverWays).optional(),
          withPdf: z.boolean().optional(),
          searchInAddress: z.boolean().optional(),
          auth: z.enum(serverAuths).optional(),
          clientId: z.string().trim().max(300).optional(),
          scope: z.string().trim().max(1000).optional(),
          authority: authorityFile.optional(),
        })
        .optional(),
      mllp: z
        .object({
          host: z
            .string()
            .trim()
            .max(253)
            .regex(/^[A-Za-z0-9.:-]*$/),
          port: z.int().min(1).max(65_535),
          secure: z.boolean(),
          allowPlain: z.boolean(),
          authority: authorityFile.optional(),
        })
        .optional(),
      hl7: z
        .object({
          sendingApplication: hl7Name,
          sendingFacility: hl7Name,
          receivingApplication: hl7Name,
          receivingFacility: hl7Name,
        })
        .optional(),
      platform: z.object({ on: z.boolean() }).optional(),
    }),
    returns<ExportTargets>(),
    { word: 'export-target-changed' },
  ),
  /**
   * The host asks a person for the folder; cancelled: all stays. Throws `missing` / `cannot-choose`
   * where there is no such dialog.
   */
  'exports.targets.chooseFolder': request(empty, returns<ExportTargets>(), {
    word: 'export-target-changed',
  }),
  /**
   * A new key for the server in place of the one before (SMART backend services). Throws `missing` /
   * `no-target`.
   */
  'exports.targets.makeKey': request(
    z.object({ alg: z.enum(smartAlgorithms) }),
    returns<ExportTargets>(),
    { word: 'export-target-changed' },
  ),
  /**
   * Writes and removes an empty file; does with the server what sending does, for nobody's note.
   * Throws in words what is wrong.
   */
  'exports.targets.test': request(
    z.object({ target: z.enum(targetNames) }),
    returns<TargetTrial>(),
    beginsNothing,
  ),
};

export const exportsNotices = {
  /** A receipt of this visit came or changed. */
  'exports.changed': returns<{ readonly id: string }>(),
};
