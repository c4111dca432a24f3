/**
 * The words between Electron's main process and the process of the core (decision 0220). Each side
 * reads what comes through these schemas; what does not fit is dropped. What a page asks, and what
 * it is answered and told, passes through as it is: the contract checks it in the core.
 */
import { z } from 'zod';
import { failureCodes } from '../../../../shared/failure.ts';
import { LONGEST_INITIALS, recorderStatuses } from '../../../../shared/model/desktop.ts';
import { settingsSchema } from '../../../../shared/model/settings.ts';
import { accessSchema } from '../../common/practice.ts';

/** Of a question, in the words of whoever asks. */
const id = z.int().min(0);

const refused = z.strictObject({
  ok: z.literal(false),
  code: z.enum(failureCodes),
  message: z.string(),
  detail: z.string().optional(),
  retryAfter: z.number().optional(),
});
const answerOf = <T extends z.ZodType>(value: T) =>
  z.union([z.strictObject({ ok: z.literal(true), value }), refused]);
const answer = z.strictObject({
  kind: z.literal('answer'),
  id,
  answer: answerOf(z.unknown()),
});

const place = z.union([
  z.strictObject({ name: z.literal('queue') }),
  z.strictObject({ name: z.literal('note'), id: z.string() }),
]);
const command = z.union([
  z.strictObject({ command: z.enum(['start', 'pause', 'resume', 'finish', 'hotkey']) }),
  z.strictObject({ command: z.literal('open'), place }),
  z.strictObject({
    command: z.literal('propose'),
    patient: z.strictObject({ name: z.string().optional(), recordNumber: z.string().optional() }),
  }),
]);
const desktopState = z.strictObject({
  hotkey: z.enum(['off', 'on', 'taken']),
  miniWindow: z.boolean(),
});

export const toCore = z.discriminatedUnion('kind', [
  /** The first, and only once: with it the core opens its folder. */
  z.strictObject({
    kind: z.literal('open'),
    version: z.string(),
    dataFolder: z.string().min(1),
    /** Installed as a package: no variable of the environment names a policy. */
    packed: z.boolean(),
    /** The practice platform comes, or has come, by a message of its own. */
    practice: z.boolean(),
    dropFolder: z.string().optional(),
    desktop: desktopState,
  }),
  z.strictObject({ kind: z.literal('ask'), id, name: z.unknown(), input: z.unknown() }),
  /** Whether sound of a visit is not with the platform yet. */
  z.strictObject({ kind: z.literal('unsent'), id }),
  answer,
  z.strictObject({ kind: z.literal('practice'), answer: answerOf(accessSchema) }),
  z.strictObject({ kind: z.literal('page-lost') }),
  z.strictObject({ kind: z.literal('power'), event: z.enum(['lock', 'suspend', 'resume']) }),
  z.strictObject({ kind: z.literal('crash'), crash: z.enum(['page', 'app']) }),
  z.strictObject({ kind: z.literal('command'), command }),
  z.strictObject({ kind: z.literal('desktop'), state: desktopState }),
  z.strictObject({ kind: z.literal('close') }),
]);
export type ToCore = z.infer<typeof toCore>;

const view = z.strictObject({
  recorder: z.strictObject({
    status: z.enum(recorderStatuses),
    initials: z.string().max(LONGEST_INITIALS),
    elapsed: z.number(),
    silent: z.boolean(),
  }),
  offline: z.boolean(),
  settings: settingsSchema.shape.desktop,
  language: z.string(),
});

/** What only the main process can do; it answers each. */
const questions = [
  /** A place for a file, by the system's dialog. */
  z.strictObject({ kind: z.literal('where'), id, name: z.string() }),
  z.strictObject({ kind: z.literal('folder'), id }),
  z.strictObject({ kind: z.literal('print'), id, html: z.string() }),
  z.strictObject({ kind: z.literal('copy'), id, html: z.string(), text: z.string() }),
  z.strictObject({ kind: z.literal('link'), id, url: z.url(), origin: z.string() }),
] as const;

export const toMain = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('opened'), updateFeed: z.string().optional() }),
  z.strictObject({ kind: z.literal('not-opened'), answer: refused }),
  answer,
  z.strictObject({ kind: z.literal('notice'), name: z.string(), payload: z.unknown() }),
  z.strictObject({ kind: z.literal('recording'), recording: z.boolean() }),
  /** One line of the log, clean by then. */
  z.strictObject({ kind: z.literal('log'), line: z.string().max(2_000) }),
  z.strictObject({ kind: z.literal('show'), view: view.optional() }),
  z.strictObject({
    kind: z.literal('notify'),
    what: z.enum(['note-ready', 'needs-attention']),
    place,
  }),
  z.strictObject({ kind: z.literal('front') }),
  ...questions,
]);
export type ToMain = z.infer<typeof toMain>;
export type Question = z.infer<(typeof questions)[number]>;
