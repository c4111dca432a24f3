/** What has to be known before a visit is recorded, and the one big control that starts it. */
import { Mic } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Form } from 'react-aria-components';
import type { VisitSetup } from '../../../shared/consultation.ts';
import type { Settings } from '../../../shared/settings.ts';
import { Button } from '../../parts/Button.tsx';
import { Check } from '../../parts/Check.tsx';
import { Field } from '../../parts/Field.tsx';
import { MicrophonePick } from '../../parts/MicrophonePick.tsx';
import { PATIENT_FIELD } from '../../parts/useKeys.ts';
import { useWords } from '../../parts/useWords.ts';
import { VisitChoices, chosenCase } from '../../parts/VisitChoices.tsx';
import { request } from '../../stores/bridge.ts';
import { startRecording, useRecorder } from '../../stores/recorder.ts';
import { useSession } from '../../stores/session.ts';
import { useSettings } from '../../stores/settings.ts';
import { take } from '../../stores/visits.ts';

/** Two hours: what a long day's visit may need; less room is said before it begins. */
const LITTLE_ROOM = 2 * 3600;

export function NewVisit() {
  const settings = useSettings((state) => state.settings);
  return settings ? <Sheet settings={settings} /> : null;
}

function Sheet({ settings }: { readonly settings: Settings }) {
  const words = useWords();
  const { t, time } = words;
  const [name, setName] = useState('');
  const [recordNumber, setRecordNumber] = useState('');
  const [missing, setMissing] = useState(false);
  const [consentAt, setConsentAt] = useState<number | undefined>();
  const [room, setRoom] = useState<number | undefined>();
  const opening = useRecorder(({ status }) => status === 'opening');
  const cases = useSession(({ offer }) => offer?.practiceCases ?? []);
  useEffect(() => {
    void request('disk.room').then(({ seconds }) => setRoom(seconds), () => undefined);
  }, []);

  const start = () => {
    if (name.trim() === '') {
      setMissing(true);
      document.getElementById(PATIENT_FIELD)?.focus();
      return;
    }
    const { mode, modelType, templates, inputLanguages, outputLanguage, codify } = settings.visit;
    const practiceCase = chosenCase(settings, cases);
    const setup: VisitSetup = {
      patient: { name: name.trim(), ...(recordNumber.trim() && { recordNumber: recordNumber.trim() }) },
      mode, modelType, templates, inputLanguages, outputLanguage, codify,
      ...(practiceCase !== undefined && { practiceCase }),
      ...(consentAt !== undefined && { consentAt }),
    };
    words.attempt(async () => {
      await startRecording(setup);
      const { consultation } = useRecorder.getState();
      if (consultation) take(consultation);
    });
  };

  return (
    <Form className="card visit" onSubmit={(event) => { event.preventDefault(); start(); }} validationBehavior="aria">
      <div className="fields fields-patient">
        <Field
          id={PATIENT_FIELD} label={t('record.patient')} placeholder={t('record.patientExample')} value={name} autoFocus autoComplete="off"
          onChange={(value) => { setName(value); setMissing(false); }} maxLength={200} isRequired
          problem={missing ? t('record.patientMissing') : undefined}
        />
        <Field label={t('record.number')} value={recordNumber} onChange={setRecordNumber} maxLength={60} autoComplete="off" />
      </div>
      <VisitChoices settings={settings} />
      {settings.askConsent && (
        <Check on={consentAt !== undefined} onChange={(on) => setConsentAt(on ? Date.now() : undefined)}>
          {t('record.consent')}{consentAt !== undefined && <span className="hint consent-time"> {t('record.consentAt', { time: time(consentAt) })}</span>}
        </Check>
      )}
      <div className="visit-start">
        <Button type="submit" look="primary" size="big" icon={Mic} isDisabled={opening}>{t(opening ? 'record.opening' : 'record.start')}</Button>
        <div className="visit-mic"><MicrophonePick /></div>
      </div>
      {room !== undefined && <p className={room < LITTLE_ROOM ? 'hint hint-warn' : 'hint'}>{t(room < LITTLE_ROOM ? 'record.roomLittle' : 'record.room', { length: words.lengthOfSeconds(room) })}</p>}
    </Form>
  );
}
