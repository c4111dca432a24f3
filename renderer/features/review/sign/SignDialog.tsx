/**
 * The question before signing: the patient, the signer, findings without a code, and every
 * hindrance with its remedy.
 */
import { KeyRound, Pencil, Signature } from 'lucide-react';
import { useRef, useState } from 'react';
import { Form } from 'react-aria-components';
import { asFailure, type Failure } from '../../../../shared/failure.ts';
import type { NoteBranch, NoteState } from '../../../../shared/model/note/note-versions.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import { say } from '../../../common/stores/messages.ts';
import { go } from '../../../common/stores/navigation.ts';
import { changeSettings, useSettings } from '../../../common/stores/settings.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { useYesKeys } from '../../../ui/useYesKeys.ts';
import { useDeskProgress } from '../../codes/useDeskProgress.ts';
import { stopSigning, useNoteWork } from '../../visits/note/note-versions-store.ts';
import { signShown, wayToSign } from '../../visits/note/sign-flow.ts';
import { headOf } from '../../visits/note/versions-format.ts';
import { RenameDialog } from '../../visits/RenameDialog.tsx';
import { PatientFacts } from '../PatientFacts.tsx';
import { useNames } from '../useNames.ts';
import { LeavingList, Unclear } from './LeavingList.tsx';

type Props = {
  readonly visit: Visit;
  readonly state: NoteState;
  readonly branch: NoteBranch;
};

export function SignDialog({ visit, state, branch }: Props) {
  const { t } = useNames();
  const signing = useNoteWork((work) => work.signing);
  const [naming, setNaming] = useState(false);
  const nameless = visit.patient.name.trim() === '';
  return (
    <>
      <Dialog open={signing} onClose={stopSigning} title={t('sign.title')} actions={null}>
        {nameless ? (
          <Nameless onName={() => setNaming(true)} />
        ) : (
          <SignForm visit={visit} state={state} branch={branch} />
        )}
      </Dialog>
      {naming && <RenameDialog visit={visit} onClose={() => setNaming(false)} />}
    </>
  );
}

/** Nothing is asked that could not be answered: the core signs under a name alone. */
function Nameless({ onName }: { readonly onName: () => void }) {
  const { t } = useNames();
  const name = () => {
    stopSigning();
    onName();
  };
  return (
    <div>
      <Banner tone="bad" title={t('sign.hindrance.nameless')}>
        {t('sign.hindranceText.nameless')}
      </Banner>
      <div className="dialog-actions">
        <Button onPress={stopSigning}>{t('sign.stay')}</Button>
        <Button look="primary" icon={Pencil} onPress={name} autoFocus>
          {t('note.changeLabel')}
        </Button>
      </div>
    </div>
  );
}

function SignForm({ visit, state, branch }: Props) {
  const { t, failure, documentName } = useNames();
  const { form, hindrances, isBlocked, problem, busy, tried, submit } = useSigning(visit, state);
  const place = useRef<HTMLDivElement>(null);
  useYesKeys(place, () => void submit());
  return (
    <div ref={place}>
      <Form
        className="sign-question"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        validationBehavior="aria"
      >
        <PatientFacts patient={visit.patient} />
        <p>{t('sign.what', { document: documentName(branch), version: headOf(branch).number })}</p>
        {hindrances.map((hindrance) => (
          <HindranceBanner key={hindrance} hindrance={hindrance} />
        ))}
        <Signer form={form} tried={tried} />
        <CodeWarnings visit={visit} state={state} branch={branch} />
        <LeavingList rows={state.leaving ?? []} language={branch.language} />
        {state.practice && (
          <Banner tone="warn" title={t('note.practice')}>
            {t('sign.practiceText')}
          </Banner>
        )}
        {problem && (
          <div ref={bringIntoView}>
            {problem === 'unread' ? (
              <Banner tone="info" urgent title={t('sign.unread')}>
                {t('sign.unreadText')}
              </Banner>
            ) : (
              <Banner tone="bad" urgent title={t('sign.refused')}>
                {problem === 'not-saved' ? t('review.notSaved') : failure(problem)}
              </Banner>
            )}
          </div>
        )}
        <div className="dialog-actions">
          <p className="hint dialog-said">
            <Unclear rows={state.leaving ?? []} />
            {t('sign.hint')}
          </p>
          <Button onPress={stopSigning}>{t('sign.stay')}</Button>
          <Button
            type="submit"
            look="primary"
            icon={Signature}
            isDisabled={isBlocked}
            autoFocus={!form.asksName}
          >
            {t(busy ? 'sign.signing' : 'sign.do')}
          </Button>
        </div>
      </Form>
    </div>
  );
}

/** In a low window it may stand behind the buttons. */
const bringIntoView = (one: HTMLElement | null) => one?.scrollIntoView({ block: 'center' });

const SIGNER_FIELD = 'signer-name';

type SignerForm = {
  /** The settings have no doctor's name yet: it is asked here, once. */
  readonly asksName: boolean;
  readonly name: string;
  readonly setName: (name: string) => void;
  readonly registration: string;
  readonly setRegistration: (registration: string) => void;
};

function useSigner() {
  const profile = useSettings(({ settings }) => settings?.exportProfile);
  const [name, setName] = useState(profile?.doctorName ?? '');
  const [registration, setRegistration] = useState(profile?.registrationNumber ?? '');
  const [asksName] = useState(profile?.doctorName === '');
  const form: SignerForm = { asksName, name, setName, registration, setRegistration };
  const save = async () => {
    if (!asksName || !profile) return;
    const doctorName = name.trim();
    const registrationNumber = registration.trim();
    await changeSettings({ exportProfile: { ...profile, doctorName, registrationNumber } });
  };
  return { form, save };
}

function useSigning(visit: Visit, state: NoteState) {
  const { name } = visit.patient;
  const { form, save } = useSigner();
  const [problem, setProblem] = useState<Failure | 'not-saved' | 'unread' | undefined>();
  const [busy, setBusy] = useState(false);
  /** Somebody wanted to sign before a name was there. */
  const [tried, setTried] = useState(false);
  const hindrances = state.hindrances.filter((one) => one !== 'doctor-name');
  // Not while it signs: a button that is disabled under the focus loses it.
  const isBlocked = hindrances.length > 0;
  const canSign = !isBlocked && !busy && form.name.trim() !== '';
  const submit = async () => {
    setTried(true);
    if (!canSign) {
      // The keys are pressed anywhere in the question, and its problem is said at the field.
      if (form.name.trim() === '') document.getElementById(SIGNER_FIELD)?.focus();
      return;
    }
    setBusy(true);
    setProblem(undefined);
    try {
      await save();
      const outcome = await signShown(visit.id, form.asksName);
      if (outcome === 'not-saved' || outcome === 'unread') setProblem(outcome);
      if (outcome === 'to-look-at') requestAnimationFrame(() => wayToSign()?.());
      if (outcome === 'changed')
        say(({ t }) => t('failure.changed-since-seen'), { tone: 'trouble' });
      if (outcome === 'signed') say(({ t }) => t('sign.done', { name }), { unseen: true });
    } catch (error) {
      setProblem(asFailure(error));
    } finally {
      setBusy(false);
    }
  };
  return { form, hindrances, isBlocked, problem, busy, tried, submit };
}

function Signer({ form, tried }: { readonly form: SignerForm; readonly tried: boolean }) {
  const { t } = useNames();
  const { asksName, name, registration } = form;
  if (!asksName)
    return (
      <p>
        {t('sign.by')} <strong>{name}</strong>
        {registration !== '' && <span className="quiet"> · {registration}</span>}
      </p>
    );
  return (
    <div className="fields">
      <Field
        id={SIGNER_FIELD}
        label={t('doctor.name')}
        value={name}
        onChange={form.setName}
        maxLength={200}
        isRequired
        autoFocus
        autoComplete="name"
        hint={t('sign.nameless')}
        problem={tried && name.trim() === '' ? t('sign.enterName') : undefined}
      />
      <Field
        label={t('doctor.registration')}
        value={registration}
        onChange={form.setRegistration}
        maxLength={100}
        autoComplete="off"
      />
    </div>
  );
}

/** Findings that are undecided, or that leave without a code. */
function CodeWarnings({ visit, state: { uncoded = [] }, branch }: Props) {
  const { t } = useNames();
  const { of, decided } = useDeskProgress(visit.id);
  const undecided = of - decided;
  return (
    <>
      {undecided > 0 && (
        <Banner tone="info" title={t('sign.undecided', { count: undecided })}>
          {t('sign.undecidedText')}
        </Banner>
      )}
      {uncoded.length > 0 && (
        <Banner tone="warn" title={t('sign.uncoded', { count: uncoded.length })}>
          {t('sign.uncodedText')} <strong lang={branch.language}>{uncoded.join(', ')}</strong>
        </Banner>
      )}
    </>
  );
}

type Hindrance = NoteState['hindrances'][number];

function HindranceBanner({ hindrance }: { readonly hindrance: Hindrance }) {
  const { t } = useNames();
  const openAccount = () => {
    stopSigning();
    go({ name: 'settings', section: 'account' });
  };
  return (
    <Banner
      tone="bad"
      title={t(`sign.hindrance.${hindrance}`)}
      actions={
        hindrance === 'sign-in' && (
          <Button icon={KeyRound} onPress={openAccount}>
            {t('sign.signIn')}
          </Button>
        )
      }
    >
      {t(`sign.hindranceText.${hindrance}`)}
    </Banner>
  );
}
