/** A notes part over a real store, with a visit whose note is here. */
import path from 'node:path';
import {
  createNotesFeature,
  type NotesDeps,
  type NotesFeature,
} from '../../../../main/features/notes/notes.ts';
import { nodeRandom } from '../../../../main/hosts/node/node-ports.ts';
import type { RowCipher } from '../../../../main/infrastructure/store/sealed-columns.ts';
import { createStore, type Store } from '../../../../main/infrastructure/store/store.ts';
import type { AccountState } from '../../../../shared/model/account/account.ts';
import type { NeutralEntity } from '../../../../shared/model/export/export.ts';
import type { NoteDocument } from '../../../../shared/model/note/note.ts';
import { type HeldClock, heldClock } from '../../../support/ports/clocks.ts';
import { details, testCipher, visit } from '../../../support/rows.ts';
import { fastFolder } from '../../../trust/support/disks/fast-folder.ts';
import { OTHER, VISIT } from './visits.ts';

export { OTHER, VISIT };

export const document = (over: Partial<NoteDocument> = {}): NoteDocument => ({
  templateId: 'clinical_notes_template',
  name: 'Clinical note',
  kind: 'markdown',
  status: 'success',
  errors: [],
  warnings: [],
  text: '## Chief complaint\n- Fever for 3 days\n\n## Plan\n- Paracetamol 500 mg twice a day',
  ...over,
});
/** A finding that the doctor accepted, with its code. */
export const fever: NeutralEntity = {
  kind: 'symptom',
  text: 'Fever',
  decision: 'accepted',
  codes: [{ system: 'http://snomed.info/sct', code: '386661006', display: 'Fever' }],
  negated: false,
  suspected: false,
  performed: false,
  components: [],
};

export const transcript = (text = 'Doctor: since when? Patient: fever for three days.') =>
  document({ templateId: 'transcript_template', name: 'Transcript', kind: 'transcript', text });

export type Rig = {
  readonly notes: NotesFeature;
  readonly store: Store;
  readonly clock: HeldClock;
  readonly file: string;
  readonly told: string[];
  account: AccountState['state'];
  /** As after a kill: another store over the same file, with the same keys. */
  reopen(): Rig;
  receive(documents: readonly NoteDocument[], id?: string): void;
};

export function rig({
  file = path.join(fastFolder(), 'scriba.db'),
  cipher = testCipher(),
  clock = heldClock(),
  ...over
}: Partial<NotesDeps> & { file?: string; cipher?: RowCipher; clock?: HeldClock } = {}): Rig {
  const store = createStore({ file, seal: () => cipher });
  const told: string[] = [];
  const self: Rig = {
    store,
    clock,
    file,
    told,
    account: 'signed-in',
    notes: createNotesFeature({
      clock,
      random: nodeRandom,
      store,
      checks: () => [],
      decisions: () => [],
      leaveAs: () => {},
      account: () => ({
        profile: 'clinic',
        baseUrl: '',
        brand: 'svc',
        clientId: 'clinic-17',
        state: self.account,
      }),
      changed: (id) => void told.push(id),
      visitChanged: () => {},
      ...over,
    }),
    reopen() {
      store.close();
      return rig({ ...over, file, cipher, clock });
    },
    receive(documents, id = VISIT) {
      store.notes.put({ visitId: id, documents, receivedAt: clock.now(), practice: false });
    },
  };
  return self;
}

/** With a visit whose note has come, and a doctor's name. */
export function ready(
  over: Parameters<typeof rig>[0] = {},
  documents = [document(), transcript()],
): Rig {
  const made = rig(over);
  made.store.visits.insert(
    visit(VISIT, {
      state: 'ready',
      details: details({ samples: 160_000, readyAt: made.clock.now() }),
    }),
  );
  made.store.settings.change({
    exportProfile: {
      doctorName: 'Dr Meera Nair',
      registrationNumber: 'KMC-12345',
      registrationSystem: '',
      facility: 'Sunrise Clinic',
      mrnSystem: '',
    },
  });
  made.receive(documents);
  return made;
}
