/** Retention, automatic lock, recovery of a lost key, and the audit log. */
import { Lock } from 'lucide-react';
import { useState } from 'react';
import type { Policy } from '../../../../shared/model/policy.ts';
import type { Settings } from '../../../../shared/model/settings.ts';
import { usePolicy, useSession } from '../../../common/stores/session.ts';
import { changeSettings } from '../../../common/stores/settings.ts';
import { Button } from '../../../ui/Button.tsx';
import { KeyCaps } from '../../../ui/KeysDialog.tsx';
import { PickOne } from '../../../ui/Pick.tsx';
import { SetByOrganisation } from '../../../ui/SetByOrganisation.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { RecoverForm } from '../../unlock/RecoverForm.tsx';
import { lockSafely } from '../../visits/note/note-drafts-store.ts';
import { AuditList } from './AuditList.tsx';

type Group = Settings['privacy'];
const choices: { readonly [K in keyof Group]: readonly number[] } = {
  keepAudioDays: [1, 3, 7, 14, 30, 90, 180, 365],
  keepNotesDays: [0, 30, 90, 365, 1095, 2555, 3650],
  lockAfterMinutes: [0, 1, 2, 5, 10, 15, 30, 60, 120],
};

export function Privacy({
  settings: { privacy, holdBackMinutes },
}: {
  readonly settings: Settings;
}) {
  const { t } = useLocale();
  return (
    <>
      <div className="fields fields-two">
        <NumberPick id="keepAudioDays" privacy={privacy} />
        <NumberPick id="keepNotesDays" privacy={privacy} />
      </div>
      <p className="hint">{t('privacy.never')}</p>
      <div className="setting">
        <h2>{t('privacy.holdBack')}</h2>
        <div className="fields fields-two">
          <HoldBack minutes={holdBackMinutes} />
        </div>
        <p className="hint">{t('privacy.holdBackHint')}</p>
      </div>
      <div className="setting">
        <h2>{t('privacy.lock')}</h2>
        <div className="fields fields-two">
          <NumberPick id="lockAfterMinutes" privacy={privacy} />
        </div>
        <p className="hint">{t('privacy.lockHint')}</p>
        <div className="row-actions">
          <LockNow />
        </div>
      </div>
      <Recovery />
      <div className="setting">
        <h2>{t('audit.title')}</h2>
        <p className="hint">{t('audit.text')}</p>
        <AuditList />
      </div>
    </>
  );
}

/** A limit for notes bounds the sound too, but fixes only the notes. */
function isFixedBy(id: keyof Group, policy: Policy | undefined): boolean {
  const { fixed = false, audioDays, notesDays } = policy?.retention ?? {};
  if (id === 'keepAudioDays') return fixed && Boolean(audioDays);
  return id === 'keepNotesDays' && fixed && Boolean(notesDays);
}

function NumberPick({ id, privacy }: { readonly id: keyof Group; readonly privacy: Group }) {
  const { t, attempt } = useLocale();
  const policy = usePolicy();
  const value = privacy[id];
  const most = mostOf(id, policy);
  const isFixed = isFixedBy(id, policy);
  const allowed = choices[id].filter((count) => most === undefined || (count > 0 && count <= most));
  const options = [...new Set([...allowed, ...(most === undefined ? [] : [most]), value])].sort(
    (a, b) => a - b,
  );
  const unit = id === 'lockAfterMinutes' ? 'minutes' : 'days';
  const nameOf = (count: number) =>
    count === 0 ? t(`privacy.${id}.zero`) : t(`privacy.${unit}`, { count });
  return (
    <PickOne
      label={t(`privacy.${id}.label`)}
      hint={t(`privacy.${id}.hint`)}
      locked={
        most !== undefined && (
          <SetByOrganisation
            more={isFixed ? undefined : t('policy.atMost', { most: nameOf(most) })}
          />
        )
      }
      isDisabled={isFixed || options.length === 1}
      value={String(value)}
      options={options.map((count) => ({ id: String(count), label: nameOf(count) }))}
      onChange={(next) =>
        attempt(() => changeSettings({ privacy: { ...privacy, [id]: Number(next) } }))
      }
    />
  );
}

const HOLD_BACKS = [0, 1, 2, 5, 10, 30, 60];

function HoldBack({ minutes }: { readonly minutes: number }) {
  const { t, attempt } = useLocale();
  const nameOf = (count: number) =>
    count === 0 ? t('privacy.holdBackMinutes.zero') : t('privacy.minutes', { count });
  const options = [...new Set([...HOLD_BACKS, minutes])].sort((a, b) => a - b);
  return (
    <PickOne
      label={t('privacy.holdBackMinutes.label')}
      hint={t('privacy.holdBackMinutes.hint')}
      value={String(minutes)}
      options={options.map((count) => ({ id: String(count), label: nameOf(count) }))}
      onChange={(next) => attempt(() => changeSettings({ holdBackMinutes: Number(next) }))}
    />
  );
}

/** The most that the organisation allows; undefined where it has set nothing. */
function mostOf(id: keyof Group, policy: Policy | undefined): number | undefined {
  const { audioDays, notesDays } = policy?.retention ?? {};
  if (id === 'lockAfterMinutes') return policy?.lock?.afterMinutes;
  // A recording is never kept longer than its note.
  return id === 'keepNotesDays' ? notesDays : (audioDays ?? notesDays);
}

function LockNow() {
  const { t, attempt } = useLocale();
  return (
    <>
      <Button icon={Lock} onPress={() => attempt(lockSafely)}>
        {t('privacy.lockNow')}
      </Button>
      <span className="hint">
        <KeyCaps keys={['mod', 'L']} />
      </span>
    </>
  );
}

function Recovery() {
  const { t } = useLocale();
  const kind = useSession(({ vault }) => vault?.kind);
  const [open, setOpen] = useState(false);
  if (kind === undefined) return null;
  return (
    <div className="setting">
      <h2>{t('recovery.title')}</h2>
      <p className="hint">{t(`recovery.${kind}`)}</p>
      {kind !== 'practice' && (
        <>
          <p className="hint">{t('recovery.code')}</p>
          {open ? (
            <RecoverForm
              autoFocus
              otherwise={
                <Button look="quiet" onPress={() => setOpen(false)}>
                  {t('recovery.close')}
                </Button>
              }
            />
          ) : (
            <div className="row-actions">
              <Button onPress={() => setOpen(true)}>{t('recovery.open')}</Button>
            </div>
          )}
        </>
      )}
    </div>
  );
}
