/**
 * A core made of memory, for looking at the screens and testing them in a real browser without a
 * vault, a disk or a platform. It runs inside the page as `window.scribeHost`; `window.scene` says
 * what there is.
 */
import type { AccountState, VaultState } from '../../../shared/model/account/account.ts';
import type { DesktopRecorder } from '../../../shared/model/desktop.ts';
import type { ConditionCode } from '../../../shared/model/health.ts';
import type { NoteState, NoteVersion } from '../../../shared/model/note/note-versions.ts';
import type { Policy } from '../../../shared/model/policy.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import type { Visit } from '../../../shared/model/visit.ts';
import { MINUTE } from '../../../shared/time.ts';
import { fakePlatform } from './fake-account-answers.ts';
import { coreHandlers } from './fake-answers.ts';
import { fakeClinic } from './fake-clinic.ts';
import {
  changeVisit,
  createCore,
  type FakeCore,
  findVisit,
  noteOfVisit,
  tell,
} from './fake-core.ts';
import { fakeDay } from './fake-day.ts';
import { type DeskScene, fakeDesk } from './fake-desk.ts';
import { fakeDocuments } from './fake-documents.ts';
import { type DraftsScene, fakeDrafts } from './fake-drafts.ts';
import { type EvidenceScene, fakeEvidence } from './fake-evidence.ts';
import { type FakeExports, fakeExports } from './fake-exports.ts';
import type { FakeHandlers } from './fake-handlers.ts';
import { type FakeHere, fakeHere } from './fake-here.ts';
import { fakeNotes, type ReviewScene } from './fake-notes.ts';
import { fakeRearrange } from './fake-rearrange.ts';
import { fakeSpeakers, type SpeakersScene } from './fake-speakers.ts';
import { type FakeLists, fakeTerminology } from './fake-terminology.ts';

export type Scene = {
  /** What the small window shows. */
  readonly mini?: DesktopRecorder;
  /** Absent: the browser. */
  readonly host?: 'electron';
  readonly profile?: 'practice' | 'clinic';
  readonly vault?: VaultState;
  readonly account?: AccountState['state'];
  readonly visits?: 'none' | 'every' | number;
  /** The list of today was brought in. */
  readonly dayList?: boolean;
  /** Recordings that were cut short. */
  readonly unfinished?: boolean | number;
  /** One visit failed to be made ready and is tried again. */
  readonly retrying?: boolean;
  readonly offline?: boolean;
  /** Visits are worked on on this computer; of one that is recorded, so many lines were heard. */
  readonly liveDraft?: number;
  readonly theme?: Settings['theme'];
  readonly consentOff?: boolean;
  /** Microphones that were chosen before, by name. */
  readonly fallbacks?: readonly string[];
  /** Conditions that the core tells of, by their codes. */
  readonly health?: readonly ConditionCode[];
  /** A file that is imported holds so many seconds less than it says. */
  readonly cutFile?: number;
  /** Seconds of recording that fit on the disk. */
  readonly room?: number;
  /** Policy of the organisation. */
  readonly policy?: Policy;
  /** Two visits are sealed with a key that is not at hand. */
  readonly keysMissing?: boolean;
  /** The audit list has this many entries. */
  readonly audit?: number;
  /** Webhooks are set up, and events have come. */
  readonly webhooks?: boolean;
  /** An order was sent and never answered. */
  readonly unclearOrders?: boolean;
  readonly documents?: 'none' | 'every';
  readonly desk?: DeskScene['desk'];
  /** Two speakers of each note were told apart here. */
  readonly toldApart?: SpeakersScene['toldApart'];
  /** This computer made drafts while the platform was out of reach. */
  readonly draft?: DraftsScene['draft'];
  readonly sound?: EvidenceScene['sound'];
  readonly copy?: EvidenceScene['copy'];
  /** Targets of notes, and exports done already. */
  readonly exports?: FakeExports;
  /** No patient has a record number. */
  readonly noNumbers?: boolean;
  /** Visits began without a name, and have none yet. */
  readonly nameless?: boolean;
  readonly review?: ReviewScene['review'];
  /** A leaflet for the patient stands beside the note. */
  readonly leaflet?: boolean;
  /** Medicines, tests and procedures of the note are decided. */
  readonly leaving?: boolean;
  /** The doctor has a name, dot phrases and a dictionary. */
  readonly phrases?: boolean;
  /** Lists of codes on this computer. */
  readonly lists?: FakeLists;
  /** Work on this computer; not usual, and no server is set, unless said. */
  readonly here?: FakeHere;
  /** Of the encrypted envelope; two unless said. */
  readonly keys?: 'none';
  /** The platform cannot be asked for its templates and its visits. */
  readonly platformGone?: boolean;
  /** A business token is kept; signed in by a token of the console. */
  readonly byToken?: boolean;
  /** The core never answers, or is gone. */
  readonly gone?: 'lost' | 'closed' | 'reloaded' | 'used';
};

declare global {
  interface Window {
    scene?: Scene;
  }
}

type Answer =
  | { ok: true; value: unknown }
  | { ok: false; code: string; message: string; detail?: string };

export function fakeHost(scene: Scene) {
  const core = createCore(scene);
  const answers = allHandlers(core) as Readonly<Record<string, (input: unknown) => unknown>>;
  return {
    async ask(name: string, input: unknown): Promise<Answer> {
      if (scene.gone)
        return {
          ok: false,
          code: 'offline',
          message: '',
          detail: scene.gone === 'lost' ? 'host-lost' : 'session-lost',
        };
      core.asked.push(name);
      await ownTask();
      try {
        const answer = answers[name];
        if (!answer) return { ok: false, code: 'missing', message: `${name} is not made up yet` };
        return { ok: true, value: answer(input) };
      } catch (error) {
        return { ok: false, ...(error as { code: string; message: string; detail?: string }) };
      }
    },
    listen(listener: (name: string, payload: unknown) => void) {
      core.listeners.push(listener);
      if (scene.offline)
        setTimeout(
          () => listener('platform.reachable', { reachable: false, since: core.now - 40 * MINUTE }),
          0,
        );
    },
    connection(listener: (state: string, why?: string) => void) {
      if (scene.gone)
        setTimeout(
          () => (scene.gone === 'lost' ? listener('lost') : listener('closed', scene.gone)),
          0,
        );
    },
    /** For tests: says something as the core would. */
    tell: (name: string, payload: unknown) => tell(core, name, payload),
    /** Returns all requests of the page, by name. */
    asked: () => core.asked,
  };
}

/** The part of the core that the other fakes use. */
const partsOf = (core: FakeCore) => ({
  find: (id: string) => findVisit(core, id),
  change: (id: string, part: Partial<Visit>) => changeVisit(core, id, part),
  tell: (name: string, payload: unknown) => tell(core, name, payload),
  settings: () => core.settings,
  profile: () => core.profile,
  account: () => core.account,
  visits: () => core.visits,
});

function allHandlers(core: FakeCore): FakeHandlers {
  const { now, scene } = core;
  const parts = partsOf(core);
  const came = fakeNotes(scene, {
    ...parts,
    note: (id) =>
      findVisit(core, id)?.readyAt === undefined ? undefined : noteOfVisit(core, id, scene.leaflet),
  });
  const notes = { ...came, ...fakeDrafts(scene, parts, came) };
  const noteOf = (id: string) => noteOfVisit(core, id);
  const state = (id: string) => notes['notes.versions']!({ id }) as NoteState;
  return {
    ...coreHandlers(core),
    ...fakeDocuments(now, scene, parts.tell),
    ...fakeDay(scene.dayList, parts),
    ...fakeDesk(scene, noteOf),
    ...fakeEvidence(scene, noteOf, (at) => (notes['notes.version']!(at) as NoteVersion).sections),
    ...fakeSpeakers(scene, core.speakers, parts.tell),
    ...notes,
    ...fakeRearrange(now, {
      ...parts,
      state,
      add: (made) => {
        core.visits = [...made, ...core.visits];
        for (const one of made) tell(core, 'visits.changed', one);
      },
    }),
    ...fakeExports(now, scene.exports, {
      ...parts,
      state,
      registration: () => core.settings.exportProfile.registrationNumber,
    }),
    ...fakeTerminology(scene.lists, parts.tell),
    ...fakeHere(scene.here),
    ...fakeClinic(now, scene),
    ...fakePlatform(scene, {
      ...parts,
      setAccount: (next) => {
        core.account = next;
      },
    }),
  };
}

/** As the answer of a host does, those of this core come in a task of their own. */
const ownTask = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(undefined);
  });

Object.defineProperty(window, 'scribeHost', { value: fakeHost(window.scene ?? {}) });
