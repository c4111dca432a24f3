/** Asked before signing: whose note it is, who signs, what leaves without a code; what is in the way, each with its remedy right there. */
import { KeyRound, Signature } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { Form } from 'react-aria-components';
import type { NoteBranch, NoteState } from '../../../../shared/model/note/note-versions.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import { say } from '../../../common/stores/messages.ts';
import { go } from '../../../common/stores/navigation.ts';
import { changeSettings, useSettings } from '../../../common/stores/settings.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Ask } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { progressOf } from '../../codes/desk-format.ts';
import { useDesk } from '../../codes/desk-store.ts';
import { leaveAll } from '../../visits/note/note-drafts-store.ts';
import {
  askToSign,
  openNoteWork,
  sign,
  stillToLookAt,
  useNoteWork,
} from '../../visits/note/note-versions-store.ts';
import { wayToSign } from '../../visits/note/sign-flow.ts';
import { headOf } from '../../visits/note/versions-format.ts';
import { PatientFacts } from '../PatientFacts.tsx';
import { useNames } from '../useNames.ts';

type Props = {
  readonly visit: Visit;
  readonly state: NoteState;
  readonly branch: NoteBranch;
};

export function SignDialog({ visit, state, branch }: Props) {
  const { t } = useNames();
  const signing = useNoteWork((work) => work.signing);
  return (
    <Ask open={signing} onClose={() => askToSign(false)} title={t('sign.title')} actions={null}>
      <Question visit={visit} state={state} branch={branch} />
    </Ask>
  );
}

function Question({ visit, state: { hindrances, uncoded = [], practice }, branch }: Props) {
  const { t, failure, documentName } = useNames();
  const profile = useSettings(({ settings }) => settings?.exportProfile);
  const desk = useDesk((one) => (one.id === visit.id ? one.desk : undefined));
  const [name, setName] = useState(profile?.doctorName ?? '');
  const [registration, setRegistration] = useState(profile?.registrationNumber ?? '');
  const [nameless] = useState(profile?.doctorName === '');
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const undecided = desk ? progressOf(desk).of - progressOf(desk).decided : 0;
  const inTheWay = hindrances.filter((one) => one !== 'doctor-name');
  const can = inTheWay.length === 0 && name.trim() !== '' && !busy;

  const run = async () => {
    if (!can) return;
    setBusy(true);
    setProblem(undefined);
    try {
      if (nameless && profile)
        await changeSettings({
          exportProfile: {
            ...profile,
            doctorName: name.trim(),
            registrationNumber: registration.trim(),
          },
        });
      if (!(await leaveAll(visit.id)).every(Boolean)) return setProblem(t('review.notSaved'));
      // What was typed last may differ from what was said.
      await openNoteWork(visit.id);
      if (stillToLookAt(useNoteWork.getState()).length > 0) {
        askToSign(false);
        return requestAnimationFrame(() => wayToSign()?.());
      }
      await sign();
      askToSign(false);
      say(t('sign.done', { name: visit.patient.name }), { unseen: true });
    } catch (error) {
      setProblem(failure(error));
    } finally {
      setBusy(false);
    }
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    void run();
  };
  return (
    <div onKeyDownCapture={keys}>
      <Form
        className="sign-question"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
        validationBehavior="aria"
      >
        <PatientFacts patient={visit.patient} />
        <p>{t('sign.what', { document: documentName(branch), version: headOf(branch).number })}</p>
        {nameless ? (
          <div className="fields">
            <Field
              label={t('doctor.name')}
              value={name}
              onChange={setName}
              maxLength={200}
              isRequired
              autoFocus
              autoComplete="name"
              hint={t('sign.nameless')}
            />
            <Field
              label={t('doctor.registration')}
              value={registration}
              onChange={setRegistration}
              maxLength={100}
              autoComplete="off"
            />
          </div>
        ) : (
          <p>
            {t('sign.by')} <strong>{name}</strong>
            {registration !== '' && <span className="quiet"> · {registration}</span>}
          </p>
        )}
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
        {practice && (
          <Banner tone="warn" title={t('note.practice')}>
            {t('sign.practiceText')}
          </Banner>
        )}
        {inTheWay.map((one) => (
          <Banner
            key={one}
            tone="bad"
            title={t(`sign.hindrance.${one}`)}
            actions={
              one === 'sign-in' && (
                <Button
                  icon={KeyRound}
                  onPress={() => {
                    askToSign(false);
                    go({ name: 'settings', section: 'account' });
                  }}
                >
                  {t('sign.signIn')}
                </Button>
              )
            }
          >
            {t(`sign.hindranceText.${one}`)}
          </Banner>
        ))}
        {problem !== undefined && (
          <Banner tone="bad" urgent title={t('sign.refused')}>
            {problem}
          </Banner>
        )}
        <p className="hint">{t('sign.hint')}</p>
        <div className="dialog-actions">
          <Button onPress={() => askToSign(false)}>{t('sign.stay')}</Button>
          <Button
            type="submit"
            look="primary"
            icon={Signature}
            isDisabled={!can}
            autoFocus={!nameless}
          >
            {t(busy ? 'sign.signing' : 'sign.do')}
          </Button>
        </div>
      </Form>
    </div>
  );
}
