/**
 * The one table of states of a visit: which event leads from which state to which. Every change of
 * the stored state goes through it (safekeeping, outbox state machine), and the page asks it what
 * is allowed.
 */
import type { VisitState } from './visit.ts';

/** The stored state, and the state that `attention`, `discarded` or `purged` was entered from. */
export type VisitPlace = {
  readonly state: VisitState;
  readonly cameFrom?: VisitState | undefined;
};

/** The states in which the outbox has something to do. */
export const activeStates = [
  'sealed',
  'prepared',
  'uploading',
  'committing',
  'processing',
] as const satisfies readonly VisitState[];

/** The states of a visit whose note is here. */
export const noteStates = [
  'ready',
  'partial',
  'reviewed',
  'purged',
] as const satisfies readonly VisitState[];

/** The state that a new row begins with. */
export const firstStates = {
  /** A person starts a recording or takes in a file. */
  created: 'draft',
  /** Made of the sound of other visits by merging or splitting. */
  rearranged: 'sealed',
  /** Found with its note in a database that was set aside; the sound is not here. */
  'note-found': 'purged',
} as const satisfies Record<string, VisitState>;

const from = <S extends VisitState>(states: readonly S[], to: VisitState) =>
  Object.fromEntries(states.map((state) => [state, to])) as Record<S, VisitState>;
const unchanged = <S extends VisitState>(...states: readonly S[]) =>
  Object.fromEntries(states.map((state) => [state, state])) as Record<S, S>;

/** Marks a move back to the state that `attention` was entered from. */
const BACK = 'back';

type Moves = Readonly<Partial<Record<VisitState, VisitState | typeof BACK>>>;

/**
 * For each event: from which state it leads to which. Where a state is not named, the event cannot
 * happen.
 */
const moves = {
  // Recording
  'recording-started': { draft: 'recording' },
  'recording-sealed': { recording: 'sealed' },
  /** Not one sample of the files can be read. */
  'recording-damaged': { recording: 'attention' },
  'file-imported': { draft: 'prepared' },
  discarded: from(['recording', 'sealed', 'prepared'], 'discarded'),
  'discard-undone': { discarded: 'sealed' },

  // On the way to the platform
  prepared: { sealed: 'prepared' },
  /** A whole set of upload files was found that the database had forgotten. */
  'uploads-found': from(['draft', 'recording', 'sealed'], 'prepared'),
  presigned: from(['prepared', 'uploading'], 'uploading'),
  'part-uploaded': unchanged('uploading'),
  'all-uploaded': { uploading: 'committing' },
  committed: { committing: 'processing' },
  /** The platform says that it has accepted the transaction earlier. */
  'committed-before': from(['prepared', 'uploading', 'committing'], 'processing'),
  'still-working': unchanged('processing'),
  finished: { processing: 'ready' },
  'finished-partly': { processing: 'partial' },
  /** The platform gave the transaction up; the next one has a new id. */
  'transaction-dead': from(['prepared', 'uploading', 'committing', 'processing'], 'prepared'),
  /** The transaction of somebody else stands under our id. */
  conflict: from(['prepared', 'uploading', 'committing', 'processing'], 'attention'),
  /** On hold, or tried again later. */
  delayed: unchanged(...activeStates),
  /** Upload files are missing, mixed up or too long: they are made again out of the recording. */
  'uploads-missing': from(['prepared', 'uploading', 'committing'], 'sealed'),
  'gave-up': from(activeStates, 'attention'),
  cancelled: from(['uploading', 'committing', 'processing'], 'prepared'),

  // A person tries again
  retried: { attention: BACK, partial: 'processing' },
  'retried-preparing': { attention: 'sealed' },
  'retried-sending': { attention: 'prepared' },
  'retried-committing': { attention: 'committing' },
  'retried-asking': { attention: 'processing' },
  /** The stored note cannot be read; it is fetched from the platform once more. */
  'note-damaged': from(['ready', 'partial'], 'processing'),

  // With its note
  signed: { ...from(['ready', 'partial', 'reviewed'], 'reviewed'), purged: 'purged' },
  'sound-erased': from(['ready', 'partial', 'reviewed'], 'purged'),
  /**
   * The note of a visit that was rebuilt from its files was found in a database that was set aside.
   */
  'note-found-ready': from([...activeStates, 'attention'], 'ready'),
  'note-found-partial': from([...activeStates, 'attention'], 'partial'),
  'note-found-reviewed': from([...activeStates, 'attention'], 'reviewed'),
} as const satisfies Record<string, Moves>;

export type VisitEvent = keyof typeof moves;
export const visitEvents = Object.keys(moves) as VisitEvent[];

/** Actions on a visit that do not change its state, and the states that allow them. */
const uses = {
  /** Merged, split or moved: nothing of its sound was sent. */
  rearrange: ['sealed', 'prepared'],
  /** Saved as a file, or listened to: the recording has ended. */
  'save-sound': [
    'sealed',
    'prepared',
    'uploading',
    'committing',
    'processing',
    'ready',
    'partial',
    'reviewed',
    'purged',
    'attention',
    'discarded',
  ],
  /** The patient changed without a new version of the note: nothing is signed. */
  rename: [
    'draft',
    'recording',
    'sealed',
    'prepared',
    'uploading',
    'committing',
    'processing',
    'ready',
    'partial',
    'purged',
    'attention',
    'discarded',
  ],
  /** A finding added to a line of the note: nothing is signed. */
  'add-to-note': ['ready', 'partial', 'purged'],
  'request-document': noteStates,
} as const satisfies Record<string, readonly VisitState[]>;

export type VisitUse = keyof typeof uses;

const movesOf = (event: VisitEvent): Moves => moves[event];
const isUse = (action: VisitEvent | VisitUse): action is VisitUse => Object.hasOwn(uses, action);
const includes = (states: readonly VisitState[], state: VisitState) => states.includes(state);

export const isActive = (state: VisitState): boolean => includes(activeStates, state);

/** Whether this can happen to, or be done with, a visit in this state. */
export const allows = (state: VisitState, action: VisitEvent | VisitUse): boolean =>
  isUse(action) ? includes(uses[action], state) : movesOf(action)[state] !== undefined;

/** Returns where the event leads to; undefined where it cannot happen in that state. */
export function transition(at: VisitPlace, event: VisitEvent): VisitPlace | undefined {
  const target = movesOf(event)[at.state];
  if (target === undefined) return undefined;
  const state = target === BACK ? returnState(at) : target;
  return { state, cameFrom: cameFromAfter(at, event, state) };
}

/** Any state but these in the column is damage; preparing again is right for every recording. */
function returnState({ cameFrom }: VisitPlace): VisitState {
  if (cameFrom === undefined) return 'sealed';
  return cameFrom === 'recording' || isActive(cameFrom) ? cameFrom : 'sealed';
}

function cameFromAfter(
  at: VisitPlace,
  event: VisitEvent,
  state: VisitState,
): VisitState | undefined {
  // Undoing a discard prepares again; only the history tells that it was prepared once.
  if (state === 'discarded') return at.state === 'prepared' ? 'prepared' : 'sealed';
  // A note may be signed when its sound is erased.
  if (state === 'purged') return event === 'signed' ? 'reviewed' : at.state;
  return state === 'attention' ? at.state : undefined;
}

/** States that a row keeps when it is rebuilt from its files: only its sealed details were lost. */
const keptWhenRebuilt: readonly VisitState[] = [
  'recording',
  'prepared',
  'uploading',
  'committing',
  'processing',
  'ready',
  'partial',
  'reviewed',
];

/**
 * Returns the place of a row that is rebuilt from its files. `found`: what the files alone say;
 * `before`: the state of the row that does not open; `discarded`: there is a tombstone.
 */
export function rebuiltPlace(
  found: 'recording' | 'prepared',
  before: VisitState | undefined,
  discarded: boolean,
): VisitPlace {
  if (discarded || before === 'discarded')
    return { state: 'discarded', cameFrom: found === 'recording' ? 'sealed' : found };
  return { state: before && keptWhenRebuilt.includes(before) ? before : found };
}
