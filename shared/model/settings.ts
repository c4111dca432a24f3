/**
 * Settings of a doctor. No secrets and no patient data: settings are readable while the vault is
 * locked.
 */
import { z } from 'zod';
import { TRANSCRIPT_TEMPLATE } from './account/account.ts';
import { LONGEST_WORDING } from './consent.ts';
import { targetNames } from './export/exports.ts';
import { paneWidths } from './panes.ts';
import { modelTypes, modes } from './visit.ts';

const id = z.string().min(1).max(100);

/** A word of a dictionary that turns 5 into 50 would do so in every note to come. */
const keepsNumbers = ({ heard, written }: { heard: string; written: string }) =>
  /\p{L}/u.test(heard) && numbersIn(heard) === numbersIn(written);
const numbersIn = (text: string) => (text.match(/\p{N}+/gu) ?? []).join(' ');

const SUGGESTED_ACCELERATOR = 'Ctrl+Alt+Shift+R';

/**
 * Two or more modifiers and one letter, digit or function key: nothing that a person types in any
 * other program.
 */
const accelerator = z
  .string()
  .max(60)
  .regex(/^(?:(?:Ctrl|Cmd|Alt|Shift)\+){2,4}(?:[A-Z]|[0-9]|F(?:[1-9]|1[0-9]|2[0-4]))$/)
  .refine((keys) => new Set(keys.split('+')).size === keys.split('+').length, 'names a key twice');

const spellings = ['british', 'american', 'off'] as const;

export const settingsSchema = z.object({
  /** One of the interface's languages, or `system`. */
  uiLanguage: z.string().max(20).default('system'),
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  microphone: z
    .object({
      deviceId: z.string().max(200).default(''),
      /** Kept too: ids change when a browser's salt does, labels rarely do. */
      label: z.string().max(200).default(''),
      /** Those chosen before, the last one first: used while the chosen one is not connected. */
      fallbacks: z
        .array(z.object({ deviceId: z.string().max(200), label: z.string().max(200) }))
        .max(5)
        .default([]),
      noiseSuppression: z.boolean().default(false),
      echoCancellation: z.boolean().default(false),
      autoGain: z.boolean().default(false),
    })
    .prefault({}),
  visit: z
    .object({
      mode: z.enum(modes).default('consultation'),
      modelType: z.enum(modelTypes).default('pro'),
      /** The transcript too: what was said is compared with the note, and rests under it. */
      templates: z
        .array(id)
        .min(1)
        .max(10)
        .default(['clinical_notes_template', TRANSCRIPT_TEMPLATE]),
      inputLanguages: z.array(id).min(1).max(10).default(['en-IN']),
      outputLanguage: id.default('en-IN'),
      codify: z.boolean().default(true),
      practiceCase: z.string().max(100).optional(),
    })
    .prefault({}),
  upload: z
    .object({
      /** MP3 is small (about 235 KiB a minute); WAV is exact and eight times larger. */
      format: z.enum(['mp3', 'wav']).default('mp3'),
      companionFile: z.boolean().default(false),
    })
    .prefault({}),
  askConsent: z.boolean().default(true),
  /** The clinic's own words of the question for consent, by language; else the default ones. */
  consentWording: z.record(z.string().max(20), z.string().trim().max(LONGEST_WORDING)).default({}),
  /**
   * Minutes between the end of a recording and its sending, in which a part of it can still be
   * forgotten; 0: it is sent at once.
   */
  holdBackMinutes: z.int().min(0).max(60).default(0),
  /** Words that are recognised while a visit is recorded are shown. */
  liveDraft: z.boolean().default(true),
  /** Of a note that is English; other languages are not checked. */
  spelling: z.enum(spellings).default('british'),
  privacy: z
    .object({
      /** Days that sound is kept once its note is here. */
      keepAudioDays: z.int().min(1).max(365).default(7),
      /**
       * Days that a visit with its note is kept, never fewer than its sound; 0: until a person
       * deletes it.
       */
      keepNotesDays: z.int().min(0).max(3650).default(0),
      /** Minutes without use until the vault locks itself; 0: never. */
      lockAfterMinutes: z.int().min(0).max(120).default(10),
    })
    .prefault({}),
  codes: z
    .object({
      /** SNOMED CT by the platform's older call, for accounts that have no other (contract 2.4). */
      legacyLinking: z.boolean().default(false),
      /** Under which path the platform tells the properties of findings (contract 9.2). */
      propertiesUnder: z.enum(['/v1', '/medical-db/v1']).default('/v1'),
    })
    .prefault({}),
  /** Author and clinic, as an exported note names them. Asked for if missing. */
  exportProfile: z
    .object({
      doctorName: z.string().trim().max(200).default(''),
      registrationNumber: z.string().trim().max(100).default(''),
      /** The register's system as a URI. */
      registrationSystem: z.string().trim().max(300).default(''),
      facility: z.string().trim().max(300).default(''),
      /** The letterhead below the clinic's name: its address, line by line. */
      addressLines: z.array(z.string().trim().max(120)).max(6).optional(),
      /** The clinic's own registration number. */
      facilityRegistration: z.string().trim().max(100).optional(),
      /** Numbers of ABDM's registries: the facility (HFR) and the professional (HPR). */
      hfrId: z.string().trim().max(60).optional(),
      hprId: z.string().trim().max(60).optional(),
      /** The system that record numbers belong to, as a URI. */
      mrnSystem: z.string().trim().max(300).default(''),
      /** Target of "Send to EMR" while both are set up; else it goes to the one that is. */
      defaultTarget: z.enum(targetNames).optional(),
    })
    .prefault({}),
  /** Widths beside a note, in CSS pixels, as they were dragged. */
  panes: z
    .object({
      sections: z
        .int()
        .min(paneWidths.sections.least)
        .max(paneWidths.sections.most)
        .default(paneWidths.sections.usual),
      side: z
        .int()
        .min(paneWidths.side.least)
        .max(paneWidths.side.most)
        .default(paneWidths.side.usual),
    })
    .prefault({}),
  phrases: z
    .object({
      /** `.short` in the editor becomes `text`. */
      dot: z
        .array(
          z.object({
            short: z.string().regex(/^[\p{L}\p{M}\p{N}_-]{1,40}$/u),
            text: z.string().min(1).max(2000),
          }),
        )
        .max(200)
        .default([]),
      /**
       * Own dictionary: words that are heard wrongly, and how they are written. Numbers stay what
       * they are.
       */
      dictionary: z
        .array(
          z
            .object({
              heard: z.string().trim().min(2).max(100),
              written: z.string().trim().min(1).max(100),
            })
            .refine(keepsNumbers, 'a dictionary does not change numbers'),
        )
        .max(500)
        .default([]),
    })
    .prefault({}),
  /** Features of a window beside its page; a browser has none of them. */
  desktop: z
    .object({
      openAtLogin: z.boolean().default(false),
      tray: z.boolean().default(true),
      /** A small window over all others while a recording is under way. */
      miniWindow: z.boolean().default(false),
      /** Leaves the small window out of screenshots and of what is shared of the screen. */
      contentProtection: z.boolean().default(false),
      hotkey: z.boolean().default(false),
      /** As Electron writes a combination of keys. */
      accelerator: accelerator.default(SUGGESTED_ACCELERATOR),
      notifications: z.boolean().default(true),
    })
    .prefault({}),
});
export type Settings = z.infer<typeof settingsSchema>;

/**
 * A change replaces whole groups (`microphone`, `visit`, `upload`, `privacy`, `codes`,
 * `exportProfile`, `panes`, `phrases`, `desktop`), never single members of them.
 */
export const settingsChange = z.object({
  uiLanguage: settingsSchema.shape.uiLanguage.unwrap().optional(),
  theme: settingsSchema.shape.theme.unwrap().optional(),
  microphone: settingsSchema.shape.microphone.unwrap().optional(),
  visit: settingsSchema.shape.visit.unwrap().optional(),
  upload: settingsSchema.shape.upload.unwrap().optional(),
  askConsent: z.boolean().optional(),
  consentWording: settingsSchema.shape.consentWording.unwrap().optional(),
  liveDraft: z.boolean().optional(),
  holdBackMinutes: settingsSchema.shape.holdBackMinutes.unwrap().optional(),
  spelling: settingsSchema.shape.spelling.unwrap().optional(),
  privacy: settingsSchema.shape.privacy.unwrap().optional(),
  codes: settingsSchema.shape.codes.unwrap().optional(),
  exportProfile: settingsSchema.shape.exportProfile.unwrap().optional(),
  panes: settingsSchema.shape.panes.unwrap().optional(),
  phrases: settingsSchema.shape.phrases.unwrap().optional(),
  desktop: settingsSchema.shape.desktop.unwrap().optional(),
});
export type SettingsChange = z.infer<typeof settingsChange>;

export const defaultSettings: Settings = settingsSchema.parse({});
