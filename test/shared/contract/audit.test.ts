/**
 * The audit log's words are stored and never change: the table below is what the log of an older
 * Scriba was written with.
 */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { requests } from '../../../shared/contract/contract.ts';
import { request, returns } from '../../../shared/contract/request.ts';
import { auditWords } from '../../../shared/model/audit.ts';

/** Word of the entry, and where the id of the visit stands. */
const expected: Readonly<Record<string, readonly [word: string, visit?: 'input' | 'output']>> = {
  'vault.create': ['vault-made'],
  'vault.unlock': ['vault-opened'],
  'vault.recover': ['vault-recovered'],
  'vault.startAnother': ['key-added'],
  'account.signIn': ['signed-in'],
  'account.signOut': ['signed-out'],
  'recordings.start': ['visit-started', 'output'],
  'recordings.goOn': ['visit-started', 'input'],
  'recordings.finish': ['visit-finished', 'input'],
  'recordings.finishUnfinished': ['visit-finished', 'input'],
  'recordings.discard': ['visit-discarded', 'input'],
  'recordings.undoDiscard': ['visit-restored', 'input'],
  'visits.rename': ['visit-renamed', 'input'],
  'visits.consent': ['consent-changed', 'input'],
  'outbox.retry': ['visit-retried', 'input'],
  'notes.get': ['note-read', 'input'],
  'imports.finish': ['visit-imported', 'output'],
  'visits.saveAll': ['visit-exported', 'input'],
  'users.create': ['user-added'],
  'users.change': ['user-changed'],
  'users.remove': ['user-removed'],
  'emrUser.change': ['profile-changed'],
  'orders.create': ['order-made'],
  'orders.setStatus': ['order-dispatched'],
  'notes.add': ['note-added-to', 'input'],
  'desk.open': ['note-read', 'input'],
  'desk.decide': ['codes-decided', 'input'],
  'desk.undo': ['codes-taken-back', 'input'],
  'desk.mark': ['words-marked', 'input'],
  'desk.forgetFavourites': ['favourites-forgotten'],
  'webhooks.register': ['webhook-registered'],
  'webhooks.remove': ['webhook-removed'],
  'webhooks.listen': ['receiver-switched'],
  'account.signInWithToken': ['signed-in'],
  'recordings.forget': ['sound-forgotten', 'input'],
  'recordings.platformCopy': ['sound-heard', 'input'],
  'account.signInWithPassword': ['signed-in'],
  'account.stepDevice': ['signed-in'],
  'account.stepBrowser': ['signed-in'],
  'account.setBusinessToken': ['platform-changed'],
  'platform.changeProfile': ['platform-changed'],
  'platform.importProfile': ['platform-changed'],
  'templates.create': ['template-changed'],
  'templates.change': ['template-changed'],
  'templates.remove': ['template-changed'],
  'notes.ask': ['document-asked', 'input'],
  'notes.versions': ['note-read', 'input'],
  'notes.version': ['note-read', 'input'],
  'notes.edit': ['note-edited', 'input'],
  'notes.restore': ['note-edited', 'input'],
  'notes.sign': ['note-signed', 'input'],
  'notes.leaveAs': ['codes-decided', 'input'],
  'notes.signed': ['note-read', 'input'],
  'notes.correctPatient': ['patient-corrected', 'input'],
  'notes.join': ['visits-joined', 'input'],
  'notes.part': ['visits-parted', 'input'],
  'notes.takeBack': ['note-edited', 'input'],
  'notes.evidence': ['note-read', 'input'],
  'notes.said': ['note-read', 'input'],
  'notes.spoken': ['note-read', 'input'],
  'here.whoSpoke': ['speakers-changed', 'input'],
  'recordings.listen': ['sound-heard', 'input'],
  'exports.copy': ['note-exported', 'input'],
  'exports.save': ['note-exported', 'input'],
  'exports.send': ['note-exported', 'input'],
  'exports.targets.set': ['export-target-changed'],
  'exports.targets.chooseFolder': ['export-target-changed'],
  'exports.targets.makeKey': ['export-target-changed'],
  'recordings.rearrange': ['recordings-rearranged'],
  'recordings.undoRearrange': ['rearranging-undone'],
  'history.document': ['platform-read'],
  'history.archive': ['visit-archived'],
  'outbox.cancel': ['visit-cancelled', 'input'],
  'day.take': ['day-list-changed'],
  'day.clear': ['day-list-changed'],
  'documents.send': ['document-sent', 'output'],
  'documents.get': ['document-read', 'input'],
  'documents.remove': ['document-removed', 'input'],
  'documents.saveFhir': ['document-exported', 'input'],
  'envelope.add': ['envelope-key-added'],
  'envelope.use': ['envelope-key-used'],
  'envelope.remove': ['envelope-key-removed'],
  'envelope.seal': ['envelope-families-changed'],
  'terminology.finish': ['code-list-imported'],
  'terminology.download': ['code-list-imported'],
  'terminology.own.take': ['own-list-changed'],
  'terminology.own.remove': ['own-list-changed'],
  'terminology.server.set': ['terminology-server-changed'],
  'here.set': ['engines-changed'],
  'here.fallback': ['draft-asked', 'input'],
  'here.models.choose': ['engines-changed'],
  'here.models.look': ['engines-changed'],
  'here.models.remove': ['engines-changed'],
  'here.models.use': ['engines-changed'],
  'here.setServer': ['engines-changed'],
  'settings.change': ['settings-changed'],
  'spelling.add': ['settings-changed'],
  'spelling.remove': ['settings-changed'],
  'audit.list': ['audit-read'],
  'diagnostics.get': ['diagnostics-read'],
};

test('every row says which entry it leaves in the audit log, or why it leaves none', () => {
  for (const [name, { audit }] of Object.entries(requests)) {
    if ('notAudited' in audit) expect(audit.notAudited.length, name).toBeGreaterThan(10);
    else expect(auditWords, name).toContain(audit.word);
  }
});

test('the words and what they are about are those that older logs hold', () => {
  const found = Object.fromEntries(
    Object.entries(requests).flatMap(([name, { audit }]) =>
      'notAudited' in audit
        ? []
        : [[name, audit.visit === undefined ? [audit.word] : [audit.word, audit.visit]]],
    ),
  );
  expect(found).toEqual(expected);
});

test('what only says that nothing was done leaves no entry', () => {
  const when = (name: keyof typeof requests, output: unknown) => {
    const { audit } = requests[name];
    return 'notAudited' in audit ? undefined : audit.when?.(output as never);
  };
  for (const name of ['users.create', 'users.change', 'emrUser.change'] as const) {
    expect(when(name, { kind: 'done' })).toBe(true);
    expect(when(name, { kind: 'refused' })).toBe(false);
  }
  expect(when('orders.setStatus', { status: 'DISPATCHED' })).toBe(true);
  expect(when('orders.setStatus', { status: 'DRAFT' })).toBe(false);
  expect(when('exports.save', { receipt: {} })).toBe(true);
  expect(when('exports.save', {})).toBe(false);
});

test('a row without its audit word does not compile, nor one about a visit that is not named', () => {
  const none = z.undefined();
  // @ts-expect-error the third argument is required
  request(none, returns<void>());
  // @ts-expect-error neither the input nor the output has an id
  request(none, returns<void>(), { word: 'note-read', visit: 'input' });
  // @ts-expect-error not a word of the audit log
  request(none, returns<void>(), { word: 'note-seen' });
  expect(request(none, returns<void>(), { word: 'audit-read' }).audit).toEqual({
    word: 'audit-read',
  });
});
