/**
 * Answers of the made-up core about itself: its vault, account, settings, visits and recordings.
 */

import {
  clockNotice,
  crashNotices,
  damagedRowsNotice,
  joinedNotice,
  newerOnPlatformNotice,
  olderFolderNotice,
  plainAnswerNotice,
  policyNotice,
  setAsideNotice,
} from '../../../main/app/health.ts';
import { auditWords } from '../../../shared/model/audit.ts';
import { agreedAt } from '../../../shared/model/consent.ts';
import { recorderAtRest } from '../../../shared/model/desktop.ts';
import type { ConditionCode, ConditionNotice } from '../../../shared/model/health.ts';
import type { Policy } from '../../../shared/model/policy.ts';
import type { VisitSetup } from '../../../shared/model/visit.ts';
import type { Withdrawal } from '../../../shared/model/withdrawal.ts';
import { placedVisit } from '../../../shared/model/work-here.ts';
import { secretBytes, secretText } from '../../../shared/secret-bytes.ts';
import { MINUTE } from '../../../shared/time.ts';
import { changeVisit, type FakeCore, findVisit, noteOfVisit, tell } from './fake-core.ts';
import { type FakeHandlers, refuse } from './fake-handlers.ts';
import { draftLines } from './fake-heard.ts';
import {
  findings,
  linked,
  properties,
  subscriptions,
  webhookState,
} from './fake-platform-answers.ts';
import { earlierPatients, pageOfVisits, usageOf } from './fake-search.ts';
import { visit } from './fake-visits.ts';

const code = 'MFRG-GZDF-MZTW-Q2LK-NNWG-23TP-OBYX-E43U-OV3H-O6DZ-PIYT-EMZU-GU3D-PY4A';
const conditionNotices: Record<ConditionCode, ConditionNotice | undefined> = {
  'database-rebuilt': setAsideNotice('damaged', 'scriba.db.damaged-1'),
  'folder-older': olderFolderNotice(new Date('2026-11-20T17:40')),
  'platform-newer': newerOnPlatformNotice(3, false),
  'database-newer': setAsideNotice('newer', 'scriba.db.newer-1'),
  'database-joined': joinedNotice(3),
  'rows-damaged': damagedRowsNotice(2),
  'clock-wrong': clockNotice(-17 * MINUTE),
  'page-crashed': crashNotices.page,
  'app-crashed': crashNotices.app,
  'answer-not-sealed': plainAnswerNotice(true),
  'policy-wrong': policyNotice({
    file: '/etc/scriba/policy.json',
    problems: [
      {
        message:
          'lock.afterMinutes: Too big: expected number to be <=120. Until it is corrected, Scriba locks after 1 minute without use.',
      },
    ],
  } as unknown as Policy),
};

export const coreHandlers = (core: FakeCore): FakeHandlers => ({
  ...appHandlers(core),
  ...vaultHandlers(core),
  ...accountHandlers(core),
  ...settingsHandlers(core),
  ...visitHandlers(core),
  ...recordingHandlers(core),
  ...importHandlers(core),
  ...webhookHandlers(core),
  ...codeHandlers(core),
});

function appHandlers(core: FakeCore): FakeHandlers {
  const { now, scene } = core;
  return {
    'app.info': () => ({
      version: '0.1.0',
      profile: core.profile,
      practiceOffered: true,
      host: scene.host ?? 'browser',
      policy: scene.policy,
    }),
    'app.health': () =>
      (scene.health ?? []).map((condition) => ({
        code: condition,
        ...conditionNotices[condition],
      })),
    'audit.list': () =>
      Array.from({ length: scene.audit ?? 40 }, (_, index) => ({
        at: now - index * 7 * MINUTE,
        what: auditWords[index % auditWords.length],
        who: index % 3 === 0 ? 'scriba' : 'clinic-17',
        ...(index % 2 === 0 && { visit: `q8Zt${index}xWv0LmPq` }),
      })),
    'diagnostics.get': () => ({
      text: `Scriba 0.1.0, browser\nprofile clinic, vault open (keychain)\nvisits: ready 4, processing 1, attention 2\ndisk: room for 31 h\n${Array.from({ length: 30 }, (_, index) => `10:0${index % 10}:12 visit state=processing from=committing`).join('\n')}`,
    }),
    'platform.reachable': () =>
      scene.offline
        ? { reachable: false, since: now - 40 * MINUTE }
        : { reachable: true, since: now - 90 * MINUTE },
    'disk.room': () => ({ seconds: scene.room ?? 31 * 3600 + 1200 }),
  };
}

function vaultHandlers(core: FakeCore): FakeHandlers {
  const set = (state: 'open' | 'locked', kind: FakeCore['vault']['kind']) => {
    core.vault = { state, ...(kind && { kind }) };
    return core.vault;
  };
  const setAndTell = (state: 'open' | 'locked', kind: FakeCore['vault']['kind']) => {
    tell(core, 'vault.changed', set(state, kind));
    return core.vault;
  };
  return {
    'profile.choose': ({ profile }) => {
      core.profile = profile;
      core.account = { ...core.account, profile };
      core.vault = { state: 'none' };
      tell(core, 'profile.changed', { profile });
    },
    'vault.state': () => core.vault,
    'vault.create': ({ kind }) => {
      if (core.profile === 'practice') core.account = { ...core.account, state: 'signed-in' };
      setAndTell('open', kind);
      return { recoveryCode: secretBytes(code) };
    },
    'vault.unlock': ({ passphrase }) => {
      if (
        core.vault.kind === 'passphrase' &&
        secretText(passphrase ?? new Uint8Array()) !== 'correct horse'
      )
        refuse('locked', 'passphrase-wrong');
      return set('open', core.vault.kind);
    },
    'vault.recover': ({ code: given, kind }) => {
      if (secretText(given).toUpperCase().replace(/[\s-]/g, '') !== code.replaceAll('-', ''))
        refuse('invalid', 'recovery-code-wrong');
      return setAndTell('open', kind);
    },
    'vault.startAnother': ({ kind }) => {
      setAndTell('open', kind);
      return { recoveryCode: secretBytes(code) };
    },
    'vault.lock': () => setAndTell('locked', core.vault.kind),
    'vault.awake': () => undefined,
  };
}

function accountHandlers(core: FakeCore): FakeHandlers {
  const change = (part: Partial<FakeCore['account']>) => {
    core.account = { ...core.account, ...part };
    return core.account;
  };
  return {
    'account.state': () => core.account,
    'account.signIn': ({ clientSecret, ...rest }) => {
      if (clientSecret === 'wrong') refuse('refused', 'credentials-refused');
      return change({ ...rest, state: 'signed-in' });
    },
    'account.signOut': () => change({ state: 'signed-out' }),
    'account.offer': () => ({
      languages: [
        ['en-IN', 'English (India)'],
        ['en-US', 'English (US)'],
        ['hi', 'Hindi'],
        ['gu', 'Gujarati'],
        ['kn', 'Kannada'],
        ['ml', 'Malayalam'],
        ['ta', 'Tamil'],
        ['te', 'Telugu'],
        ['bn', 'Bengali'],
        ['mr', 'Marathi'],
        ['pa', 'Punjabi'],
      ].map(([id, name]) => ({ id, name })),
      templates: [
        ['clinical_notes_template', 'Clinical notes'],
        ['eka_emr_template', 'EMR'],
        ['transcript_template', 'Transcript'],
      ].map(([id, name]) => ({ id, name })),
      limits: { templates: 2, inputLanguages: 2 },
      practiceCases:
        core.profile === 'practice'
          ? [
              {
                id: 'fever',
                title: 'Fever and cough',
                language: 'en-IN',
                patientName: 'Meera Nair',
                dialogue: [
                  'Doctor: Good morning. What brings you in today?',
                  'Patient: I have had fever and cough for three days now.',
                  'Doctor: How high has the fever been?',
                  'Patient: Last night it was 101. It comes down with paracetamol.',
                ],
              },
              {
                id: 'hindi-fever',
                title: 'Fever in a child',
                language: 'hi',
                patientName: 'Rohan Sharma',
                dialogue: ['Doctor: बच्चे को क्या हुआ?'],
              },
            ]
          : [],
    }),
  };
}

const settingsHandlers = (core: FakeCore): FakeHandlers => ({
  ...spellingHandlers(core),
  'settings.get': () => core.settings,
  'settings.change': (change) => {
    core.settings = { ...core.settings, ...(change as Partial<FakeCore['settings']>) };
    tell(core, 'settings.changed', core.settings);
    return core.settings;
  },
});

function spellingHandlers(core: FakeCore): FakeHandlers {
  let words: readonly string[] = core.scene.phrases ? ['Dolopar', 'Subramaniam', 'Zostrix'] : [];
  return {
    'desktop.state': () => ({ hotkey: 'off', miniWindow: false }),
    'desktop.mini': () => ({
      ...recorderAtRest,
      theme: 'system',
      uiLanguage: 'en',
      ...core.scene.mini,
    }),
    'spelling.words': () => words,
    'spelling.add': ({ word }) => (words = [...words, word].sort()),
    'spelling.remove': ({ word }) => (words = words.filter((one) => one !== word)),
  };
}

const visitHandlers = (core: FakeCore): FakeHandlers => ({
  'visits.list': () => core.visits,
  'visits.current': () => core.visits.slice(0, 200),
  'visits.page': (query) => pageOfVisits(core.visits, query),
  'visits.usage': ({ days }) => usageOf(core.visits, days),
  'patients.find': ({ typed }) => earlierPatients(core.visits, typed),
  'visits.get': ({ id }) => findVisit(core, id),
  'visits.rename': ({ id, patient }) => changeVisit(core, id, { patient }),
  'visits.consent': ({ id, agreed, consent }) =>
    changeVisit(core, id, {
      consent,
      consentAt: agreed && !consent ? Date.now() : agreedAt(consent),
    }),
  'visits.withdraw': ({ id }) => withdraw(core, id),
  'visits.withdrawals': () => core.withdrawals,
  'visits.saveReceipt': () => ({ how: 'saved' }),
  'visits.saveAll': () => ({ how: 'saved' }),
  'notes.get': ({ id }) =>
    ['ready', 'partial', 'purged', 'reviewed'].includes(findVisit(core, id)?.state ?? '')
      ? noteOfVisit(core, id, core.scene.leaflet)
      : undefined,
  'notes.add': ({ id, section, name, values }) =>
    changeVisit(core, id, {
      additions: [
        ...(findVisit(core, id)?.additions ?? []).filter(
          (one) => one.section !== section || one.name !== name,
        ),
        ...(values.length > 0 ? [{ section, name, values }] : []),
      ],
    }),
  'outbox.retry': ({ id }) =>
    changeVisit(core, id, { state: 'processing', trouble: undefined, sentAt: Date.now() }),
  'outbox.sendNow': () => undefined,
});

function withdraw(core: FakeCore, id: string): Withdrawal {
  const receipt = {
    id: crypto.randomUUID(),
    askedAt: Date.now(),
    erasedAt: Date.now(),
    seconds: 600,
    hadNote: true,
    signatures: 0,
    platform: ['txn-1006'],
    sent: [],
  };
  core.withdrawals = [receipt, ...core.withdrawals];
  core.visits = core.visits.filter((one) => one.id !== id);
  tell(core, 'visits.gone', { id });
  return receipt;
}

const recordingHandlers = (core: FakeCore): FakeHandlers => ({
  'recordings.start': (setup) => {
    const made = visit(Date.now(), 0, 'recording', {
      consentAt: undefined,
      ...placedVisit(setup, core.scene.here !== undefined),
      samples: 0,
    });
    const begun = core.scene.liveDraft === undefined ? made : { ...made, worksHere: true as const };
    core.visits = [begun, ...core.visits];
    return begun;
  },
  'here.draft': () => ({ lines: draftLines.slice(0, core.scene.liveDraft ?? 0) }),
  'recordings.append': ({ firstSample, audio }) => {
    const end = firstSample + audio.length / 2;
    return { written: end, synced: end };
  },
  'recordings.mark': () => undefined,
  'recordings.finish': ({ id, samples }) =>
    changeVisit(core, id, { state: 'sealed', samples, sealedAt: Date.now() }),
  'recordings.discard': ({ id }) =>
    changeVisit(core, id, { state: 'discarded', discardedAt: Date.now() }),
  'recordings.undoDiscard': ({ id }) =>
    changeVisit(core, id, { state: 'sealed', discardedAt: undefined, sealedAt: Date.now() }),
  'recordings.unfinished': () =>
    core.visits
      .filter(({ id, state }) => core.unfinished.has(id) && state === 'recording')
      .map(({ id, patient, createdAt, samples }) => ({
        id,
        patientName: patient.name,
        startedAt: createdAt,
        samples,
      })),
  'recordings.goOn': ({ id }) => {
    const found = findVisit(core, id);
    return { visit: found, samples: found?.samples ?? 0 };
  },
  'recordings.finishUnfinished': ({ id }) =>
    changeVisit(core, id, { state: 'sealed', sealedAt: Date.now() }),
});

function importHandlers(core: FakeCore): FakeHandlers {
  let begun: VisitSetup | undefined;
  return {
    'imports.begin': ({ setup }) => {
      begun = placedVisit(setup, core.scene.here !== undefined);
      return { importId: 'i' };
    },
    'imports.append': ({ offset, bytes }) => ({ received: offset + bytes.length }),
    'imports.finish': () => {
      const made = visit(Date.now(), 0, 'prepared', {
        ...begun,
        samples: 0,
        imported: true,
        missingSeconds: core.scene.cutFile,
        startedAt: undefined,
        sealedAt: Date.now(),
      });
      core.visits = [made, ...core.visits];
      return made;
    },
    'imports.cancel': () => undefined,
  };
}

function webhookHandlers({ now, scene }: FakeCore): FakeHandlers {
  let webhooks = webhookState(now, scene.webhooks === true);
  let registered = subscriptions(scene.webhooks === true);
  return {
    'webhooks.state': () => webhooks,
    'webhooks.listen': (input) => {
      if (input.on && input.port === 5000) refuse('refused', 'port-busy');
      webhooks = {
        ...webhookState(now, false),
        ...input,
        receiver: input.on ? 'listening' : 'off',
        relayTo: `http://127.0.0.1:${input.port}/hook`,
      };
      return webhooks;
    },
    'webhooks.list': () => registered,
    'webhooks.register': (input) => {
      if (input.endpoint.includes('127.0.0.1')) refuse('invalid', 'endpoint-not-public');
      registered = [...registered, { id: String(registered.length + 10), key: 'ours', ...input }];
      return registered;
    },
    'webhooks.remove': ({ subscriptionId }) => {
      registered = registered.filter(({ id }) => id !== subscriptionId);
      return registered;
    },
  };
}

function codeHandlers({ scene }: FakeCore): FakeHandlers {
  const online = () => {
    if (scene.offline) refuse('offline', 'not-sent');
  };
  return {
    'codes.registry': () => [
      { ontology: 'snomed', versions: ['comprehend'] },
      { ontology: 'icd-10-cm', versions: ['2026'] },
    ],
    'codes.link': ({ entities }) => {
      online();
      return entities.map(linked);
    },
    'findings.search': ({ text }) => findings(text),
    'findings.properties': () => {
      online();
      return properties;
    },
  };
}
