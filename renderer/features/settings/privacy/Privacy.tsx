/** Retention, automatic lock, recovery of a lost key, and the audit log. */
import { Lock } from 'lucide-react';
import { useState } from 'react';
import type { Settings } from '../../../../shared/model/settings.ts';
import { useSession } from '../../../common/stores/session.ts';
import { changeSettings } from '../../../common/stores/settings.ts';
import { Button } from '../../../ui/Button.tsx';
import { KeyCaps } from '../../../ui/KeysDialog.tsx';
import { PickOne } from '../../../ui/Pick.tsx';
import { useWords } from '../../../ui/useWords.ts';
import { RecoverForm } from '../../unlock/RecoverForm.tsx';
import { lockSafely } from '../../visits/note/note-drafts-store.ts';
import { AuditList } from './AuditList.tsx';

type Group = Settings['privacy'];
const choices: { readonly [K in keyof Group]: readonly number[] } = {
  keepAudioDays: [1, 3, 7, 14, 30, 90, 180, 365],
  keepNotesDays: [0, 30, 90, 365, 1095, 2555, 3650],
  lockAfterMinutes: [0, 1, 2, 5, 10, 15, 30, 60, 120],
};

export function Privacy({ settings: { privacy } }: { readonly settings: Settings }) {
  const { t } = useWords();
  return (
    <>
      <div className="fields fields-two">
        <NumberPick id="keepAudioDays" privacy={privacy} />
        <NumberPick id="keepNotesDays" privacy={privacy} />
      </div>
      <p className="hint">{t('privacy.never')}</p>
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

function NumberPick({ id, privacy }: { readonly id: keyof Group; readonly privacy: Group }) {
  const { t, attempt } = useWords();
  const value = privacy[id];
  const options = choices[id].includes(value)
    ? choices[id]
    : [...choices[id], value].sort((a, b) => a - b);
  const unit = id === 'lockAfterMinutes' ? 'minutes' : 'days';
  const nameOf = (count: number) =>
    count === 0 ? t(`privacy.${id}.zero`) : t(`privacy.${unit}`, { count });
  return (
    <PickOne
      label={t(`privacy.${id}.label`)}
      hint={t(`privacy.${id}.hint`)}
      value={String(value)}
      options={options.map((count) => ({ id: String(count), label: nameOf(count) }))}
      onChange={(next) =>
        attempt(() => changeSettings({ privacy: { ...privacy, [id]: Number(next) } }))
      }
    />
  );
}

function LockNow() {
  const { t, attempt } = useWords();
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
  const { t } = useWords();
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
