/**
 * Asked before a recording ends: is this the right patient? It goes on recording until the answer.
 */
import { Pencil, Square, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { isDeclined } from '../../../shared/model/consent.ts';
import type { Visit } from '../../../shared/model/visit.ts';
import { focusSoon, PATIENT_FIELD } from '../../common/field-ids.ts';
import { say } from '../../common/stores/messages.ts';
import { askToFinish, go, useScreen } from '../../common/stores/navigation.ts';
import { useSettings } from '../../common/stores/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { Check } from '../../ui/Check.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { clockFace } from '../../ui/times.ts';
import { useLocale } from '../../ui/useLocale.ts';
import { useYesKeys } from '../../ui/useYesKeys.ts';
import { consentFrom, noAnswer } from '../visits/consent/answer.ts';
import { useWordings } from '../visits/consent/ConsentFields.tsx';
import { DictationOnly } from '../visits/consent/DictationOnly.tsx';
import { finishRecording, useRecorder } from '../visits/recorder/recorder-store.ts';
import { useLiveVisit } from '../visits/recorder/useLive.ts';
import { applyVisit, noteAnswer, rename, useVisits } from '../visits/visits-store.ts';

export function FinishDialog() {
  const { t } = useLocale();
  const finishing = useScreen((screen) => screen.finishing);
  const thenNext = useScreen((screen) => screen.thenNext);
  const running = useRecorder(
    ({ status }) => status === 'recording' || status === 'paused' || status === 'finishing',
  );
  // Asked just after unlocking, the name may not be back yet; with it the question begins anew.
  const named = useLiveVisit()?.patient.name !== '';
  const close = () => askToFinish(false);
  useEffect(() => {
    if (!running) askToFinish(false);
  }, [running]);
  return (
    <Dialog
      open={finishing && running}
      onClose={close}
      title={t(thenNext ? 'finish.titleNext' : 'finish.title')}
      actions={null}
    >
      <Question key={String(named)} thenNext={thenNext} onClose={close} />
    </Dialog>
  );
}

function Question({
  thenNext,
  onClose,
}: {
  readonly thenNext: boolean;
  readonly onClose: () => void;
}) {
  const words = useLocale();
  const { t } = words;
  const status = useRecorder((recorder) => recorder.status);
  const length = useRecorder(({ elapsed }) => clockFace(elapsed));
  const visit = useLiveVisit();
  const [name, setName] = useState(visit?.patient.name ?? '');
  const [recordNumber, setRecordNumber] = useState(visit?.patient.recordNumber ?? '');
  const isListed = useVisits(({ list }) => list.some(({ id }) => id === visit?.id));
  // A label that is not back after unlocking is none that was never given.
  const nameless = visit && isListed && visit.patient.name === '' ? visit : undefined;
  const [changing, setChanging] = useState(nameless !== undefined);
  const named = name.trim() !== '';
  const busy = status === 'finishing';
  // Another window may change it while this form stands open.
  const [was] = useState(visit?.patient);
  const patient = visit?.patient;
  const body = useRef<HTMLDivElement>(null);
  // Who asked for a new visit types its name next: no letter, blank or Enter may answer.
  useEffect(() => {
    if (thenNext) body.current?.focus();
  }, [thenNext]);

  const finish = () =>
    words.attempt(async () => {
      if (busy || (!named && nameless === undefined)) return;
      if (
        visit &&
        named &&
        (name !== patient?.name || recordNumber !== (patient.recordNumber ?? ''))
      ) {
        await rename(
          visit.id,
          {
            name: name.trim(),
            ...(recordNumber.trim() && { recordNumber: recordNumber.trim() }),
          },
          was,
        );
      }
      await finishRecording(applyVisit);
      onClose();
      if (thenNext) {
        go({ name: 'record' });
        focusSoon(PATIENT_FIELD);
      }
      // The Record screen shows the visit and its state; elsewhere this is all there is to see of
      // it.
      say(
        ({ t }) =>
          t('finish.done', { name: name.trim() || (nameless ? words.nameOf(nameless) : '') }),
        {
          unseen: useScreen.getState().place.name === 'record',
        },
      );
    });
  useYesKeys(body, finish);

  return (
    <div ref={body} tabIndex={-1}>
      <p className="finish-length">{t('finish.recorded', { length })}</p>
      {changing ? (
        <div className="fields">
          <Field
            label={t('record.patient')}
            value={name}
            onChange={setName}
            isRequired={!nameless}
            autoFocus
          />
          <Field label={t('record.number')} value={recordNumber} onChange={setRecordNumber} />
          {nameless && <p className="hint">{t('finish.nameless')}</p>}
        </div>
      ) : (
        <div className="finish-patient">
          <p>
            <strong>{name}</strong>
            {recordNumber && <span> · {recordNumber}</span>}
          </p>
          <Button look="quiet" icon={Pencil} onPress={() => setChanging(true)}>
            {t('finish.change')}
          </Button>
        </div>
      )}
      {visit && <Consent visit={visit} />}
      <p className="hint">{t(status === 'paused' ? 'finish.hintPaused' : 'finish.hint')}</p>
      {thenNext && <p className="hint">{t('finish.hintNext')}</p>}
      <div className="dialog-actions">
        <Button onPress={onClose} isDisabled={busy}>
          {t('finish.goOn')}
        </Button>
        <Button
          look="primary"
          icon={Square}
          onPress={finish}
          isDisabled={busy || (!named && !nameless)}
          autoFocus={!thenNext}
        >
          {t(yesKey(busy, thenNext))}
        </Button>
      </div>
    </div>
  );
}

function yesKey(busy: boolean, thenNext: boolean): string {
  if (busy) return 'finish.saving';
  return thenNext ? 'finish.yesNext' : 'finish.yes';
}

/** A missing consent must not pass unseen: it can be noted now, or be left missing knowingly. */
function Consent({ visit }: { readonly visit: Visit }) {
  const { id, consentAt, consent } = visit;
  const { t, time, attempt } = useLocale();
  const wordings = useWordings();
  const asked = useSettings(({ settings }) => settings?.askConsent === true);
  // Once shown it stays, so that a tick set by mistake can be taken back.
  const [missed] = useState(consentAt === undefined && consent === undefined);
  if (isDeclined(visit)) return <DictationOnly />;
  if (!asked || !missed) return null;
  return (
    <div className="finish-consent">
      {consentAt === undefined && consent === undefined && (
        <p className="hint hint-warn">
          <TriangleAlert aria-hidden="true" className="icon" />
          {t('record.consentMissing')}
        </p>
      )}
      <Check
        on={consentAt !== undefined}
        onChange={(on) =>
          attempt(() =>
            noteAnswer(
              id,
              on
                ? consentFrom({ ...noAnswer, kind: 'verbal', at: Date.now() }, wordings)
                : undefined,
            ),
          )
        }
      >
        {t('record.consent')}
        {consentAt !== undefined && (
          <span className="hint consent-time">
            {' '}
            {t('record.consentAt', { time: time(consentAt) })}
          </span>
        )}
      </Check>
    </div>
  );
}
