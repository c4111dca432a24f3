/**
 * Merges, splits and moves recordings that were not sent yet.
 *
 * A file of the vault says itself whose it is, so nothing in it is changed: new visits are made of copies of the sound, and the old
 * ones are discarded in the same step, to be brought back for a day. Every sample of every source is in exactly one of the new visits.
 */

import { Failure } from '../../../../shared/failure.ts';
import type {
  CutMark,
  Rearrangement,
  SoundPiece,
} from '../../../../shared/model/note/note-versions.ts';
import { SAMPLE_RATE } from '../../../../shared/model/recording.ts';
import type { Patient } from '../../../../shared/model/visit.ts';
import type { VisitRow } from '../../../infrastructure/store/rows.ts';
import { draft, forItself, type RecordingsDeps, rowOf, segmentFiles, setupOf } from '../deps.ts';
import { UNDO_TIME } from '../erase/expire.ts';
import { bury, takeBack } from '../erase/tombstone.ts';
import { surveySteps } from '../recovery/scan-recording.ts';
import { runUnhurried } from '../run-in-slices.ts';
import { readableDisk } from '../session/disk-trouble.ts';
import { LEAST_ROOM, roomOn } from '../session/reserve.ts';
import { type Copy, copySound, type Source } from './copy-sound.ts';
import { type Deed, deedsIn, keepDeed, settleDeeds } from './rearrangement-journal.ts';

/** `like`: whose settings it has, and whose patient unless one is given. */
export type AskedVisit = {
  readonly like: string;
  readonly patient?: Patient | undefined;
  readonly pieces: readonly SoundPiece[];
};

export type Rearranging = {
  /** Where a recording may be cut, in order. Throws Failure `missing` / `consultation-gone`, `busy` / `still-recording`. */
  marks(id: string): Promise<CutMark[]>;
  /**
   * Answers the ids of the new visits, in the order asked for; they are sealed. Throws Failure `refused` / `too-late`, `imported-sound`, `sound-unread`,
   * `disk-full`, `invalid` / `pieces-do-not-fit`, `busy` / `still-recording`, `stale`, `disk-failing`: then nothing is changed.
   */
  rearrange(
    visits: readonly AskedVisit[],
  ): Promise<{ readonly deed: string; readonly made: readonly string[] }>;
  /** Answers the ids of the visits that are back. Throws Failure `missing` / `no-rearrangement`, `refused` / `too-late` or `rearranged`. */
  undo(deed: string): readonly string[];
  list(): readonly Rearrangement[];
};

const UNSENT = ['sealed', 'prepared'];
const tooLate = () =>
  new Failure(
    'refused',
    'One of these recordings is on its way to the platform already. It stays as it is; nothing was changed.',
    { detail: 'too-late' },
  );

export function createRearranging(deps: RecordingsDeps): Rearranging {
  const { store, disk, vault, clock, random, changed } = deps;

  /** Not even perhaps sent: a visit that was made anew from its files counts as sent until the platform was asked. */
  const mayHaveGone = (id: string) =>
    store.transactions
      .list(id)
      .some(
        ({ status, commitAttempts }) =>
          status !== 'dead' && (commitAttempts > 0 || status === 'committed'),
      );

  function checkSource(row: VisitRow): void {
    if (row.state === 'recording' || row.state === 'draft')
      throw new Failure('busy', 'This visit is not finished yet.', { detail: 'still-recording' });
    if (!UNSENT.includes(row.state) || mayHaveGone(row.id)) throw tooLate();
    if (row.details.imported)
      throw new Failure(
        'refused',
        'A recording that was brought along as a file stays whole. Nothing was changed.',
        { detail: 'imported-sound' },
      );
  }

  async function read(id: string): Promise<Source> {
    const files = segmentFiles(deps, id);
    const survey = await runUnhurried(surveySteps(disk, files));
    return { files, survey };
  }

  async function rearrange(
    visits: readonly AskedVisit[],
  ): Promise<{ deed: string; made: readonly string[] }> {
    const ids = [...new Set(visits.flatMap(({ pieces }) => pieces.map(({ id }) => id)))];
    if (visits.some(({ like }) => !ids.includes(like))) throw misfit();
    const rows = new Map(ids.map((id) => [id, rowOf(store, id)]));
    for (const row of rows.values()) checkSource(row);
    const sources = new Map<string, Source>();
    for (const id of ids) {
      const source = await read(id);
      const unread =
        source.files.length === 0 ||
        source.survey.samples === 0 ||
        source.survey.files.some(
          ({ failure, verdict }) => failure !== undefined || verdict.state === 'damaged',
        );
      if (unread)
        throw new Failure(
          'refused',
          'Some of this recording cannot be read. It stays as it is; nothing was changed.',
          { detail: 'sound-unread' },
        );
      sources.set(id, source);
    }
    checkPieces(
      visits.flatMap(({ pieces }) => pieces),
      new Map([...sources].map(([id, { survey }]) => [id, survey.samples])),
    );
    const seconds =
      [...sources.values()].reduce((sum, { survey }) => sum + survey.samples, 0) / SAMPLE_RATE;
    if (roomOn(disk, vault.keys().folder) < seconds + LEAST_ROOM)
      throw new Failure(
        'refused',
        'There is not enough room on the disk for this. Nothing was changed.',
        { detail: 'disk-full' },
      );

    const fresh = visits.map(({ like, patient, pieces }) => ({
      row: rowLike(rows.get(like)!, patient),
      pieces,
    }));
    const plan: Deed = {
      deed: random.uuid(),
      at: Math.floor(clock.now() / 60_000) * 60_000,
      sources: ids,
      made: fresh.map(({ row }) => row.id),
      state: 'planned',
      settled: true,
    };
    const copies: Copy[] = [];
    try {
      keepDeed(store, clock, plan);
      // Without the database, what is half made must not stand beside what it was made of.
      for (const id of plan.made) bury(deps, id);
      for (const { row, pieces } of fresh) {
        const { createdAt, startedAt = createdAt } = row.details;
        const stretches = pieces.map(({ id, from, to }) => ({
          source: sources.get(id)!,
          from,
          to,
        }));
        copies.push(
          await copySound(
            deps,
            {
              visitId: row.id,
              transactionId: row.transactionId,
              setup: setupOf(row.details),
              createdAt,
              startedAt,
            },
            stretches,
          ),
        );
      }
      exchange(
        rows,
        fresh.map(({ row }, at) => ({ row, copy: copies[at]! })),
        plan,
      );
    } catch (error) {
      // Only where it is certain that nothing counts on them. The plan stays: what the disk did not let go of must not come back beside its source.
      if (forItself(() => plan.made.every((id) => !store.visits.has(id)))) {
        copies.forEach((copy) => copy.abandon());
        forItself(() => plan.made.forEach((id) => takeBack(deps, id)));
      }
      throw readableDisk(error);
    }
    settleDeeds(deps);
    [...plan.made, ...ids].forEach(changed);
    return { deed: plan.deed, made: plan.made };
  }

  /** One transaction: from here on the new visits count, and the old ones do not. */
  function exchange(
    before: ReadonlyMap<string, VisitRow>,
    fresh: readonly { readonly row: VisitRow; readonly copy: Copy }[],
    plan: Deed,
  ): void {
    const now = clock.now();
    store.transaction(() => {
      for (const [id, { details }] of before) {
        const row = rowOf(store, id);
        checkSource(row);
        if (
          row.details.samples !== details.samples ||
          row.details.patient.name !== details.patient.name
        )
          throw new Failure(
            'busy',
            'One of these visits was changed meanwhile. Look again, then repeat what you did.',
            { detail: 'stale' },
          );
        store.visits.change(id, row.rev, discarded(row, now));
      }
      for (const { row, copy } of fresh) {
        store.visits.insert({
          ...row,
          state: 'sealed',
          details: { ...row.details, samples: copy.samples, sealedAt: now },
        });
        copy.rows.forEach((each) => store.segments.put(each));
      }
      keepDeed(store, clock, { ...plan, state: 'done', settled: false });
    });
  }

  /** The hour is that of the visit it is like; another patient has not been asked yet. */
  function rowLike({ details }: VisitRow, patient: Patient | undefined): VisitRow {
    const setup = setupOf(details);
    const row = draft(
      deps,
      {
        ...setup,
        ...(patient && {
          patient,
          consentAt: patient.name === details.patient.name ? setup.consentAt : undefined,
        }),
      },
      false,
    );
    return {
      ...row,
      details: { ...row.details, createdAt: details.createdAt, startedAt: details.startedAt },
    };
  }

  function undo(name: string): readonly string[] {
    const all = deedsIn(store);
    const deed = all.find((one) => one.deed === name && one.state === 'done');
    if (
      !deed ||
      clock.now() - deed.at > UNDO_TIME ||
      !deed.sources.every((id) => store.visits.stateOf(id) === 'discarded')
    ) {
      throw new Failure('missing', 'This can no longer be undone.', { detail: 'no-rearrangement' });
    }
    if (
      all.some(
        (other) =>
          other !== deed &&
          other.state !== 'undone' &&
          other.sources.some((id) => deed.made.includes(id)),
      )
    ) {
      throw new Failure('refused', 'The new visits were merged or split again. Undo that first.', {
        detail: 'rearranged',
      });
    }
    const now = clock.now();
    store.transaction(() => {
      for (const id of deed.made.filter((each) => store.visits.has(each))) {
        const row = rowOf(store, id);
        if (row.state === 'discarded') continue;
        if (!UNSENT.includes(row.state) || mayHaveGone(id)) throw tooLate();
        store.visits.change(id, row.rev, discarded(row, now));
      }
      for (const id of deed.sources) {
        const row = rowOf(store, id);
        store.visits.change(id, row.rev, {
          state: 'sealed',
          cameFrom: undefined,
          details: { ...row.details, discardedAt: undefined },
        });
      }
      keepDeed(store, clock, { ...deed, state: 'undone', settled: false });
    });
    settleDeeds(deps);
    [...deed.made.filter((id) => store.visits.has(id)), ...deed.sources].forEach(changed);
    return deed.sources;
  }

  return {
    async marks(id) {
      const { state } = rowOf(store, id);
      if (state === 'recording' || state === 'draft')
        throw new Failure('busy', 'This visit is not finished yet.', { detail: 'still-recording' });
      const { survey } = await read(id);
      return survey.marks
        .filter(({ kind }) => kind !== 'clock')
        .map(({ kind, sample, text }) => ({ kind, sample, ...(text !== undefined && { text }) }))
        .sort((one, other) => one.sample - other.sample);
    },
    rearrange,
    undo,
    list: () =>
      deedsIn(store)
        .filter(({ state, at }) => state === 'done' && clock.now() - at <= UNDO_TIME)
        .map(({ deed, at, sources, made }) => ({ deed, at, sources, made }))
        .reverse(),
  };
}

const discarded = ({ state, details }: VisitRow, now: number) => ({
  state: 'discarded' as const,
  cameFrom: state === 'prepared' ? ('prepared' as const) : ('sealed' as const),
  hold: undefined,
  waitsUntil: undefined,
  details: { ...details, discardedAt: now },
});

const misfit = () =>
  new Failure(
    'invalid',
    'The pieces do not make up the whole of these recordings. Nothing was changed.',
    { detail: 'pieces-do-not-fit' },
  );

/** Each sample once: sorted, the pieces of a recording begin at its first, end at its last, and touch. */
function checkPieces(pieces: readonly SoundPiece[], lengths: ReadonlyMap<string, number>): void {
  for (const [id, length] of lengths) {
    let at = 0;
    for (const { from, to } of pieces
      .filter((one) => one.id === id)
      .sort((one, other) => one.from - other.from)) {
      if (from !== at || to <= from) throw misfit();
      at = to;
    }
    if (at !== length) throw misfit();
  }
}
