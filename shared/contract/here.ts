/** Requests of a page about the work on this computer (docs/decisions/0248). */
import { z } from 'zod';
import type { LiveDraft } from '../model/live-draft.ts';
import { topics } from '../model/note/section-topics.ts';
import type { SpeechModels } from '../model/speech-models.ts';
import type { Visit } from '../model/visit.ts';
import {
  type EngineTrial,
  engineNames,
  LONGEST_TITLE,
  MOST_SECTIONS,
  type WorkHere,
} from '../model/work-here.ts';
import { beginsNothing, readsSettings } from './not-audited.ts';
import { notAudited, request, returns } from './request.ts';

const engine = z.enum(engineNames);
const speaker = z.union([z.literal(1), z.literal(2)]);
const model = z.string().regex(/^[0-9a-f]{16}$/);

export const hereRequests = {
  'here.get': request(z.undefined(), returns<WorkHere>(), readsSettings),
  /** What is left out stays as it was. */
  'here.set': request(
    z.object({
      usual: z.boolean().optional(),
      fallback: z.boolean().optional(),
      sections: z
        .array(z.string().trim().min(1).max(LONGEST_TITLE))
        .max(MOST_SECTIONS)
        .refine(
          (titles) => new Set(titles.map((title) => title.toLowerCase())).size === titles.length,
          'names a section twice',
        )
        .optional(),
      /** By title; none for a title: what the title itself says. */
      sectionTopics: z
        .record(z.string().max(LONGEST_TITLE), z.enum(topics))
        .refine((chosen) => Object.keys(chosen).length <= MOST_SECTIONS, 'has too many titles')
        .optional(),
    }),
    returns<WorkHere>(),
    { word: 'engines-changed' },
  ),
  /**
   * An empty address: none. `token` goes in and never comes out; absent: stays as it is, as long as
   * the server is the same; empty: none.
   */
  'here.setServer': request(
    z.object({
      engine,
      address: z.string().trim().max(500),
      model: z.string().trim().max(200),
      token: z.string().trim().max(4000).optional(),
    }),
    returns<WorkHere>(),
    { word: 'engines-changed' },
  ),
  /** Tries the engine with sound and words of nobody. */
  'here.test': request(z.object({ engine }), returns<EngineTrial>(), beginsNothing),
  /** Models of speech that a user added. No page names their folders. */
  'here.models': request(z.undefined(), returns<SpeechModels>(), readsSettings),
  /** Looks through the folder for models, which is made, and adds those that can be used. */
  'here.models.look': request(z.undefined(), returns<SpeechModels>(), { word: 'engines-changed' }),
  /**
   * The host asks a person for the folder of a model; cancelled: all stays. Throws `missing` /
   * `cannot-choose` where there is no such dialog, and why a folder cannot be used.
   */
  'here.models.choose': request(z.undefined(), returns<SpeechModels>(), {
    word: 'engines-changed',
  }),
  /** Takes it off the list; its files stay. It is used no more. */
  'here.models.remove': request(z.object({ id: model }), returns<SpeechModels>(), {
    word: 'engines-changed',
  }),
  /** An empty id: none. Throws `missing` / `speech-model-unlisted`. */
  'here.models.use': request(z.object({ id: model.or(z.literal('')) }), returns<SpeechModels>(), {
    word: 'engines-changed',
  }),
  /** What was heard up to now of the recording that runs: nothing of another. */
  'here.draft': request(
    z.object({ id: z.uuid() }),
    returns<LiveDraft>(),
    notAudited('a part of a recording, whose start and finish have entries'),
  ),
  /**
   * A person wants a draft of this computer for a visit whose platform is out of reach. Its way to
   * the platform stays as it is. One that failed is made anew, one that is there stays. Throws
   * `refused` / `not-out-of-reach`.
   */
  'here.fallback': request(z.object({ id: z.uuid() }), returns<Visit>(), {
    word: 'draft-asked',
    visit: 'input',
  }),
  /**
   * A person says which speaker is the doctor, or which one said a turn (by its place in the
   * transcript, from 0); once more changes nothing. Throws `refused` / `speakers-unknown`,
   * `invalid` / `no-such-turn`, `busy` / `note-being-written` or `stale`.
   */
  'here.whoSpoke': request(
    z.union([
      z.object({ id: z.uuid(), doctor: speaker }),
      z.object({ id: z.uuid(), turn: z.int().min(0).max(1_000_000), speaker }),
    ]),
    returns<void>(),
    { word: 'speakers-changed', visit: 'input' },
  ),
};

export const hereNotices = {
  /** More was heard of the recording that runs, or words of it are gone. */
  'here.heard': returns<{ id: string }>(),
};
