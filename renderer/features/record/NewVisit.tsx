/** The form for a new visit, and the one big control that starts its recording. */
import { Mic } from 'lucide-react';
import { memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Form } from 'react-aria-components';
import type { ProposedPatient } from '../../../shared/model/desktop.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import type { VisitRequest } from '../../../shared/model/visit.ts';
import { PATIENT_FIELD, START_BUTTON } from '../../common/field-ids.ts';
import { isFocusFree } from '../../common/pieces.ts';
import { useHealth } from '../../common/stores/health.ts';
import { useSession } from '../../common/stores/session.ts';
import { useSettings } from '../../common/stores/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { Field, useFields } from '../../ui/Field.tsx';
import { Further } from '../../ui/Further.tsx';
import { Later } from '../../ui/Later.tsx';
import { partOnDemand } from '../../ui/on-demand.tsx';
import { useLocale } from '../../ui/useLocale.ts';
import { LITTLE_ROOM } from '../visits/alerts/system-alerts-format.ts';
import { consentFrom, noAnswer } from '../visits/consent/answer.ts';
import { ConsentFields, useWordings } from '../visits/consent/ConsentFields.tsx';
import { BirthDateField, SexPick } from '../visits/PatientFields.tsx';
import { useCase } from '../visits/practice.ts';
import { useRecorder } from '../visits/recorder/recorder-store.ts';
import { TroubleBanner } from '../visits/recorder/TroubleBanner.tsx';
import { chosenCase } from '../visits/VisitChoices.tsx';
import { noPatient, type PatientValues, valuesOfPatient } from '../visits/whole-patient.ts';
import { useIsFirstOfDay, useWaiting } from './board/Board.tsx';
import { ChoiceLine } from './ChoiceLine.tsx';
import { EarlierPatients } from './EarlierPatients.tsx';
import { ProposalDialog } from './ProposalDialog.tsx';
import { RoomCheck } from './RoomCheck.tsx';
import { setupFrom } from './setup.ts';
import { useExamplePatient } from './useExamplePatient.ts';
import { useStart } from './useStart.ts';
import { forgetWorkPlace, useWorksHere } from './work-place.ts';

const ImportFile = memo(partOnDemand(async () => (await import('./ImportFile.tsx')).ImportFile));
// Nothing of these changes with a letter of the name.
const Trouble = memo(TroubleBanner);
const Room = memo(RoomCheck);
const Choices = memo(ChoiceLine);

/** `board` stands between the form and the recordings that exist already. */
export function NewVisit({ board }: { readonly board: ReactNode }) {
  const settings = useSettings((state) => state.settings);
  return settings ? <Sheet settings={settings} board={board} /> : board;
}

function Sheet({ settings, board }: { readonly settings: Settings; readonly board: ReactNode }) {
  const words = useLocale();
  const { t } = words;
  const begin = useStart();
  // Who is next has the focus: Enter starts that visit.
  const hasNext = useWaiting().length > 0;
  const [takesFocus] = useState(isFocusFree);
  const { values: patient, set, setValues: setPatient } = useFields<PatientValues>(noPatient);
  const { name } = patient;
  const [answer, setAnswer] = useState(noAnswer);
  const wordings = useWordings();
  const room = useHealth((health) => health.room);
  const opening = useRecorder(({ status }) => status === 'opening');
  const cases = useSession(({ offer }) => offer?.practiceCases ?? []);
  const offer = useSession((session) => session.offer);
  const practised = chosenCase(settings, cases);
  const worksHere = useWorksHere();
  const isFirst = useIsFirstOfDay();
  const example = useCase(practised)?.patientName;
  useExamplePatient(hasNext ? undefined : example, name, set('name'));

  /** Returns undefined after showing the missing field. */
  const setup = (): VisitRequest | undefined => {
    const whole = setupFrom(
      {
        ...patient,
        consent: consentFrom(answer, wordings),
        practiceCase: practised,
        worksHere,
      },
      settings,
      offer,
    );
    if (!whole) showMore();
    return whole;
  };
  const start = () => {
    const visit = setup();
    if (visit) begin(visit);
  };
  /** Another patient: nothing of the one before stays, the consent least of all. */
  const take = ({ name: proposed = '', recordNumber = '' }: ProposedPatient) => {
    setPatient({ ...noPatient, name: proposed, recordNumber });
    setAnswer(noAnswer);
  };
  const taken = (visit: VisitRequest) => {
    forgetWorkPlace();
    if (visit.patient.name !== name.trim()) return;
    setPatient(noPatient);
    setAnswer(noAnswer);
  };
  const form = useFormNow({ setup, taken });

  return (
    <>
      <Form
        aria-label={t('record.title')}
        className="card visit"
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
        validationBehavior="aria"
      >
        <WhoLine
          patient={patient}
          set={set}
          example={example}
          takesFocus={!hasNext && takesFocus}
        />
        <div className="visit-line">
          {settings.askConsent && <ConsentFields draft={answer} onChange={setAnswer} />}
          <Further className="visit-more" summary={t('who.more')}>
            <div className="fields fields-two">
              <BirthDateField value={patient.birthDate} onChange={set('birthDate')} />
              <SexPick value={patient.sex} onChange={set('sex')} />
            </div>
          </Further>
        </div>
        <div className="visit-start">
          <Button
            id={START_BUTTON}
            type="submit"
            look="primary"
            size="big"
            icon={Mic}
            isDisabled={opening}
          >
            {t(opening ? 'record.opening' : 'record.start')}
          </Button>
        </div>
        {/* Below the control that one is about to press. */}
        <EarlierPatients
          values={patient}
          onChoose={(chosen) => {
            setPatient(valuesOfPatient(chosen));
            setAnswer(noAnswer);
          }}
        />
        <Trouble />
        {/* Less than that is said above, with what to do. */}
        {room !== undefined && room >= LITTLE_ROOM && room < ROOM_TOLD && (
          <p className="hint visit-room">
            {t('record.room', { length: words.lengthOfSeconds(room) })}
          </p>
        )}
        <Later>
          {isFirst && !opening && <Room />}
          <Choices settings={settings} />
        </Later>
      </Form>
      {board}
      <Later>
        <ImportFile setup={form.setup} worksHere={worksHere === true} onTaken={form.taken} />
      </Later>
      <ProposalDialog current={name} onTake={take} />
    </>
  );
}

type WhoProps = {
  readonly patient: PatientValues;
  readonly set: (name: keyof PatientValues) => (value: string) => void;
  readonly example: string | undefined;
  readonly takesFocus: boolean;
};

function WhoLine({ patient, set, example, takesFocus }: WhoProps) {
  const { t } = useLocale();
  const { name } = patient;
  return (
    <div className="fields fields-patient">
      <Field
        id={PATIENT_FIELD}
        label={t('record.patient')}
        placeholder={t('record.patientExample')}
        value={name}
        autoFocus={takesFocus}
        autoComplete="off"
        onChange={set('name')}
        onFocus={({ target }) => name === example && target.select()}
        maxLength={200}
      />
      <Field
        label={t('record.number')}
        value={patient.recordNumber}
        onChange={set('recordNumber')}
        maxLength={60}
        autoComplete="off"
      />
    </div>
  );
}

/** Only a day of birth that was entered there can be wrong. */
function showMore(): void {
  const more = document.querySelector<HTMLDetailsElement>('.visit-more');
  if (!more) return;
  more.open = true;
  more.querySelector('input')?.focus();
}

type FormNow = {
  readonly setup: () => VisitRequest | undefined;
  readonly taken: (visit: VisitRequest) => void;
};

/** The same two functions for good: what holds them is not drawn anew with every letter. */
function useFormNow(now: FormNow): FormNow {
  const latest = useRef(now);
  useLayoutEffect(() => {
    latest.current = now;
  });
  const [form] = useState<FormNow>({
    setup: () => latest.current.setup(),
    taken: (visit) => latest.current.taken(visit),
  });
  return form;
}

/** Seconds: with more there is nothing to think of. */
const ROOM_TOLD = 5 * 3600;
