/** A made-up note as a document: one version or two, signed or not; and recordings that can be cut and joined. */
import type { Consultation, Patient } from '../../shared/consultation.ts';
import type { Note } from '../../shared/note.ts';
import type { NoteState, Rearrangement } from '../../shared/note-versions.ts';
import { sectionsOf } from '../../shared/note-sections.ts';
import { visit } from './fake-visits.ts';

/** `signed`: from the start; `changed`: signed, and edited since. */
export type FakeNotes = 'unsigned' | 'signed' | 'changed';
type Needs = { readonly find: (id: string) => Consultation | undefined; readonly noteOf: (id: string) => Note | undefined; readonly change: (id: string, part: Partial<Consultation>) => unknown; readonly add: (visits: readonly Consultation[]) => void; readonly tell: (name: string, payload: unknown) => void };

const branchId = 'b'.repeat(32);
const refuse = (code: string, detail: string): never => { throw { code, detail, message: '' }; };

export function fakeNotes(now: number, scene: FakeNotes | undefined, { find, noteOf, change, add, tell }: Needs) {
  const versions = new Map<string, number>();
  const joined = new Map<string, readonly string[]>();
  const signed = new Map<string, { readonly version: number; readonly at: number; readonly count: number }>();
  const deeds: Rearrangement[] = [];
  const head = (id: string) => versions.get(id) ?? (scene === 'changed' ? 2 : 1);
  const signatureOf = (id: string) => signed.get(id) ?? (scene === 'signed' || scene === 'changed' ? { version: 1, at: now - 20 * 60_000, count: 1 } : undefined);
  const sections = (note: Note) => note.documents.find(({ kind }) => kind === 'markdown') ?? note.documents[0]!;
  const stateOf = (id: string): NoteState => {
    const note = noteOf(id) ?? refuse('refused', 'no-note-yet');
    const document = sections(note);
    const number = head(id);
    const last = signatureOf(id);
    return {
      consultationId: id, note: branchId, hindrances: [], practice: note.practice, joined: joined.get(id) ?? [],
      branches: [{ id: branchId, purpose: 'note', document: 0, templateId: document.templateId, name: document.name, kind: document.kind, language: 'en-IN', editable: true, rev: number, versions: Array.from({ length: number }, (_, at) => ({ number: at + 1, author: at === 0 ? 'machine' : 'doctor', made: at === 0 ? 'platform' : 'edit', at: now, who: at === 0 ? '' : 'clinic-17', kept: true })), head: number, sections: sectionsOf(document) }],
      ...(last && { signed: { id: `00000000-0000-4000-a000-${String(last.count).padStart(12, '0')}`, consultationId: id, branch: branchId, version: last.version, at: last.at, who: 'clinic-17', sha256: 'c'.repeat(64), practice: note.practice, changedSince: last.version !== number } }),
    };
  };
  const signature = (id: string) => {
    const { signed: last, branches } = stateOf(id);
    return last && { ...last, looked: [], note: { id: last.id, title: '', language: 'en-IN', patient: { name: find(id)?.patient.name ?? '' }, practitioner: { name: 'Dr Kavita Iyer' }, date: '2026-11-21', sections: branches[0]!.sections.map(({ title, text }) => ({ title, text })), entities: [], draft: false } };
  };
  const put = (id: string, part: Partial<Consultation> = {}) => { change(id, part); tell('notes.changed', { id }); return stateOf(id); };
  return {
    state: (id: string) => { try { return stateOf(id); } catch { return undefined; } },
    text: (id: string) => stateOf(id).branches[0]!.sections.map(({ title, text }) => `${title.toUpperCase()}\r\n${text}`).join('\r\n\r\n'),
    answers: {
      'notes.versions': ({ id }) => stateOf(id),
      'notes.signed': ({ id }) => [signature(id)].filter((one) => one !== undefined),
      'notes.guards': () => [],
      'notes.sign': ({ id, version }) => { signed.set(id, { version, at: Date.now(), count: (signatureOf(id)?.count ?? 0) + 1 }); put(id, { signedAt: find(id)?.signedAt ?? Date.now() }); return signature(id); },
      'notes.correctPatient': ({ id, patient }: { id: string; patient: Patient }) => { versions.set(id, head(id) + 1); return put(id, { patient }); },
      'notes.join': ({ id, other }) => { joined.set(id, [...(joined.get(id) ?? []), other]); return put(id); },
      'notes.part': ({ id, other }) => { joined.set(id, (joined.get(id) ?? []).filter((one) => one !== other)); return put(id); },
      'recordings.marks': ({ id }) => { const end = find(id)!.samples; return [['pause', 0.31], ['resume', 0.31], ['silence', 0.58], ['gap', 0.83]].map(([kind, part]) => ({ kind, sample: Math.round(end * Number(part)) })); },
      'recordings.rearrange': ({ visits }) => {
        const made = visits.map(({ like, patient, pieces }: { like: string; patient?: Patient; pieces: { from: number; to: number }[] }) => { const one = find(like)!; return { ...visit(now, now - one.createdAt, 'sealed'), ...one, id: crypto.randomUUID(), state: 'sealed', hold: undefined, ...(patient && { patient }), samples: pieces.reduce((sum, { from, to }) => sum + to - from, 0) }; });
        const sources = [...new Set<string>(visits.flatMap(({ pieces }: { pieces: { id: string }[] }) => pieces.map(({ id }) => id)))];
        sources.forEach((id) => change(id, { state: 'discarded', discardedAt: Date.now() }));
        add(made);
        deeds.unshift({ deed: crypto.randomUUID(), at: Date.now(), sources, made: made.map(({ id }: Consultation) => id) });
        return { deed: deeds[0]!.deed, made };
      },
      'recordings.undoRearrange': ({ deed }) => { const at = deeds.findIndex((one) => one.deed === deed); const [one] = deeds.splice(at, 1); one!.made.forEach((id) => change(id, { state: 'discarded' })); return one!.sources.map((id) => change(id, { state: 'sealed', discardedAt: undefined })); },
      'recordings.rearranged': () => deeds,
    } satisfies Record<string, (input: any) => unknown> as Record<string, (input: any) => unknown>,
  };
}
