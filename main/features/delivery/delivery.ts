/** Everything that leaves for an EMR: copied, saved, dropped into a folder, sent to a FHIR server; each with a receipt. */

import { createHash } from 'node:crypto';
import type { Input, Output } from '../../../shared/contract/contract.ts';
import { Failure } from '../../../shared/failure.ts';
import type { ExportForm, FhirFlavour } from '../../../shared/model/export/export.ts';
import type { Lack, Receipt, TargetName } from '../../../shared/model/export/exports.ts';
import type { ExportRow } from '../../infrastructure/store/tables/exports.ts';
import { type DeliveryDeps, noVisit } from './deps.ts';
import { checkExportable } from './forms/export-requirements.ts';
import { htmlFragment, htmlSection } from './forms/html.ts';
import { plainSection, plainText } from './forms/text.ts';
import { createQueue } from './queue/queue.ts';
import { createSources, groundOf, type Source } from './queue/source.ts';
import { tryFolder } from './targets/drop-folder.ts';
import { createTargets, type Targets } from './targets/targets.ts';
import { lackOf, lacksOf } from './unmet-requirements.ts';

/** Each does what its row in `shared/contract/exports.ts` says, and throws what stands there. */
export type DeliveryPart = {
  list(id: string): Receipt[];
  open(): Receipt[];
  missing(asked: Input<'exports.missing'>): Lack[];
  copy(asked: Input<'exports.copy'>): Promise<Output<'exports.copy'>>;
  uncopied(receipt: string): Receipt;
  save(asked: Input<'exports.save'>): Promise<Output<'exports.save'>>;
  send(asked: Input<'exports.send'>): Promise<Receipt[]>;
  retry(receipt: string): Promise<Receipt>;
  giveUp(receipt: string): Receipt;
  readonly targets: Targets;
  trial(target: TargetName): Promise<Output<'exports.targets.test'>>;
  /** What failed for want of a token is tried again: one was entered. */
  tokenEntered(): void;
  /** The vault is open: what waits goes on. */
  start(): void;
  stop(): void;
  idle(): Promise<void>;
};

type Way = { readonly form: ExportForm; readonly flavour?: FhirFlavour | undefined };

export function createDelivery(deps: DeliveryDeps): DeliveryPart {
  const {
    clock,
    random,
    disk,
    store,
    notes,
    account,
    clipboard,
    save,
    removePart,
    changed,
    ownFolder,
  } = deps;
  const targets = createTargets(deps);
  const sources = createSources({ ...deps, newlines: () => targets.get().newlines });
  const queue = createQueue(deps, targets, sources);
  const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

  /** What stands for "now" of a visit, to hold its receipts against. */
  function standing(id: string): (row: ExportRow) => boolean {
    try {
      const { signed } = notes.state(id);
      const { note } = notes.draft(id);
      const now = groundOf(note);
      return ({ signature, ground }) =>
        signature === undefined ? ground !== now : signature !== signed?.id || signed.changedSince;
    } catch {
      // Its note cannot be read at this moment: nothing is said to be as it was.
      return () => true;
    }
  }
  const present = (rows: readonly ExportRow[]): Receipt[] => {
    const changes = new Map<string, (row: ExportRow) => boolean>();
    return rows.map((row) => {
      const isChanged = changes.get(row.visitId) ?? standing(row.visitId);
      changes.set(row.visitId, isChanged);
      const {
        ground: _ground,
        placing: _placing,
        posted: _posted,
        location: _location,
        ...receipt
      } = row;
      return { ...receipt, changedSince: isChanged(row) };
    });
  };
  const presentOne = (row: ExportRow): Receipt => present([row])[0]!;
  const known = (id: string): ExportRow => {
    const row = store.exports.get(id);
    if (!row) throw new Failure('missing', 'There is no such receipt.', { detail: 'no-receipt' });
    return row;
  };

  const begun = (
    source: Source,
    target: Receipt['target'],
    more: Way & Partial<ExportRow>,
  ): ExportRow => ({
    id: random.uuid(),
    visitId: source.visitId,
    signature: source.signature,
    ground: source.ground,
    branch: source.branch,
    version: source.version,
    at: clock.now(),
    who: account().clientId,
    target,
    where: '',
    sha256: '',
    state: 'waiting',
    attempts: 0,
    ...more,
  });
  function keep(row: ExportRow): ExportRow {
    store.exports.put(row);
    changed(row.visitId);
    return row;
  }

  /** The forms of a target. */
  function waysTo(target: TargetName): Way[] {
    const { folder, server } = targets.get();
    if (target === 'server')
      return [{ form: server.form, ...(server.form === 'fhir' && { flavour: server.flavour }) }];
    return folder.forms.map((form) => ({
      form,
      ...(form === 'fhir' && { flavour: folder.flavour }),
    }));
  }
  const whereIs = (target: TargetName) =>
    target === 'server' ? targets.get().server.address : targets.get().folder.where;

  /** The server looks the patient up by its number, whatever the form. */
  const needsOf = (target: TargetName, { form }: Way): ExportForm =>
    target === 'server' && form !== 'fhir' ? 'hl7' : form;
  function lacksFor(source: Source, target: TargetName): Failure[] {
    const all = waysTo(target).flatMap((way) =>
      [...new Set([way.form, needsOf(target, way)])].flatMap((form) =>
        lacksOf(source, form, way.flavour ?? 'r4', sources.profile()),
      ),
    );
    return all.filter(
      ({ detail, message }, at) =>
        all.findIndex(
          (one) =>
            one.detail === detail && (detail === 'export-code' ? one.message === message : true),
        ) === at,
    );
  }

  async function copy({
    id,
    section,
    draft = false,
  }: Input<'exports.copy'>): Promise<Output<'exports.copy'>> {
    const source = sources.of(id, draft);
    const { note } = source;
    const asked =
      section === undefined
        ? undefined
        : note.sections.filter(({ text }) => text.trim() !== '')[section];
    if (section !== undefined && !asked)
      throw new Failure('missing', 'This section is not in the note.', { detail: 'no-section' });
    checkExportable(note, 'text', 'r4');
    const end = sources.newline();
    const marked = note.draft ? ['', DRAFT] : [];
    const text = asked
      ? `${[...plainSection(asked.title, asked.text), ...marked].join(end)}${end}`
      : plainText(note, end);
    const html = asked ? htmlSection(asked.title, asked.text, note.draft) : htmlFragment(note);
    const row = keep(
      begun(source, 'clipboard', {
        form: 'text',
        sha256: digest(Buffer.from(text)),
        state: 'done',
        doneAt: clock.now(),
        attempts: 1,
        ...(asked && { section: asked.title }),
      }),
    );
    if (!clipboard) return { receipt: presentOne(row), copied: false, html, text };
    try {
      await clipboard.write({ html, text });
    } catch (error) {
      return { receipt: presentOne(uncopied(row)), copied: false, html, text };
    }
    return { receipt: presentOne(row), copied: true, html, text };
  }
  const uncopied = (row: ExportRow): ExportRow =>
    queue.patch(row.id, {
      state: 'failed',
      doneAt: undefined,
      trouble: {
        detail: 'not-copied',
        message: 'The clipboard did not take the note. Copy it again.',
      },
    }) ?? row;

  async function saveFile({
    id,
    form,
    flavour = 'r4',
    draft = false,
  }: Input<'exports.save'>): Promise<Output<'exports.save'>> {
    if (!save)
      throw new Failure('missing', 'This Scriba has no way to hand over a file.', {
        detail: 'cannot-save',
      });
    if (draft && form !== 'pdf')
      throw new Failure(
        'refused',
        'A draft leaves as a copy or as PDF alone. Sign the note, then export it in this form.',
        { detail: 'draft-form' },
      );
    const source = sources.of(id, draft);
    const { bytes, contentType } = await sources.content(source, form, flavour);
    const file = sources.fileName(source, form);
    const row = keep(
      begun(source, 'file', {
        form,
        ...(form === 'fhir' && { flavour }),
        file,
        sha256: digest(bytes),
      }),
    );
    const forget = () => {
      store.exports.remove(row.id);
      changed(id);
    };
    const saved = await save(file, contentType, once(bytes)).catch((error: unknown) => {
      forget();
      throw error;
    });
    if (saved.how === 'cancelled') {
      forget();
      return { saved };
    }
    return {
      saved,
      receipt: presentOne(
        queue.patch(row.id, { state: 'done', attempts: 1, doneAt: clock.now() }) ?? row,
      ),
    };
  }

  async function send({ id, target, again = false }: Input<'exports.send'>): Promise<Receipt[]> {
    const source = sources.of(id, false);
    targets.check(target);
    const [lack] = lacksFor(source, target);
    if (lack) throw lack;
    const where = whereIs(target);
    const there = store.exports
      .list(id)
      .filter((row) => row.target === target && row.where === where);
    const rows = waysTo(target).map((way): ExportRow => {
      const same = there.find(
        ({ signature, form, flavour }) =>
          signature === source.signature && form === way.form && flavour === way.flavour,
      );
      if (same && same.state !== 'done')
        return { ...same, state: 'waiting', waitsUntil: undefined };
      if (same && !(again && target === 'folder')) return same;
      return begun(source, target, {
        ...way,
        where,
        ...(target === 'folder' && { file: sources.fileName(source, way.form) }),
      });
    });
    store.transaction(() => {
      // An earlier version that has not begun to leave is not needed any more.
      for (const old of there)
        if (
          old.state === 'waiting' &&
          old.signature !== source.signature &&
          !old.placing &&
          !old.posted
        )
          store.exports.put({
            ...old,
            state: 'failed',
            waitsUntil: undefined,
            trouble: {
              detail: 'superseded',
              message: 'A later version of this note was sent meanwhile.',
            },
          });
      for (const row of rows) if (row.state !== 'done') store.exports.put(row);
    });
    return present(
      await Promise.all(rows.map((row) => (row.state === 'done' ? row : queue.run(row)))),
    );
  }

  return {
    list(id) {
      if (!store.visits.has(id)) throw noVisit();
      return present(store.exports.list(id));
    },
    open: () =>
      present(
        store.exports
          .inStates('waiting', 'failed')
          .filter(({ target }) => target === 'folder' || target === 'server'),
      ),
    missing({ id, form, flavour = 'r4', target, draft = false }) {
      let source: Source;
      try {
        if (target) targets.check(target);
        source = sources.of(id, draft);
      } catch (error) {
        const lack = lackOf(error, false);
        if (!lack) throw error;
        return [lack];
      }
      const found = target
        ? lacksFor(source, target)
        : lacksOf(source, form ?? 'text', flavour, sources.profile());
      return found.map(
        (failure): Lack =>
          lackOf(failure, !draft) ?? {
            detail: failure.detail ?? 'unforeseen',
            message: failure.message,
            place: 'note',
          },
      );
    },
    copy,
    uncopied: (receipt) => presentOne(uncopied(known(receipt))),
    save: saveFile,
    send,
    async retry(receipt) {
      const row = known(receipt);
      if (row.state === 'done') return presentOne(row);
      if (row.target !== 'folder' && row.target !== 'server')
        throw new Failure('refused', 'Copy or save the note again.', {
          detail: 'not-sent-anywhere',
        });
      targets.check(row.target);
      queue.patch(row.id, { state: 'waiting', waitsUntil: undefined });
      return presentOne(await queue.run(row));
    },
    giveUp(receipt) {
      const row = known(receipt);
      if (row.state !== 'waiting') return presentOne(row);
      return presentOne(
        queue.patch(row.id, {
          state: 'failed',
          waitsUntil: undefined,
          trouble: { detail: 'given-up', message: 'It is not tried any more.' },
        }) ?? row,
      );
    },
    targets,
    async trial(target) {
      targets.check(target);
      if (target === 'server') return queue.trial();
      const { folder } = targets.get();
      if (folder.from === 'own' && !disk.exists(ownFolder)) disk.makeFolder(ownFolder);
      tryFolder({ disk, removePart, folder: folder.where, tag: targets.tag() });
      return { software: '', doubts: [] };
    },
    tokenEntered: () => queue.again('server', 'emr-token'),
    start: queue.start,
    stop: queue.stop,
    idle: queue.idle,
  };
}

const DRAFT = 'Draft - not signed';

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
