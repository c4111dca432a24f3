/**
 * The doctor's name and registration, dot phrases, the dictionary of words that are heard wrongly,
 * and the spelling of notes.
 */
import { useState } from 'react';
import { Form } from 'react-aria-components';
import type { Settings } from '../../../../shared/model/settings.ts';
import { useHasDesktop } from '../../../common/stores/desktop.ts';
import { say } from '../../../common/stores/messages.ts';
import { changeSettings } from '../../../common/stores/settings.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { isShort, keepsNumbers } from '../../visits/note/dot-phrases.ts';
import { PhraseList } from './PhraseList.tsx';
import { Spelling } from './Spelling.tsx';

export function Doctor({
  settings: { exportProfile, phrases, spelling },
}: {
  readonly settings: Settings;
}) {
  const { dot, dictionary } = phrases;
  // A browser has a checker of its own, which is its user's affair.
  const hasSpelling = useHasDesktop();
  return (
    <>
      <Signer profile={exportProfile} />
      <PhraseList
        id="dot"
        maxRows={200}
        maxLengths={[41, 2000]}
        rows={dot.map(({ short, text }) => [`.${short}`, text])}
        multiline
        normalize={(short) => short.trim().replace(/^\./, '')}
        problemOf={(short) => (isShort(short) ? undefined : 'short')}
        save={(rows) =>
          changeSettings({
            phrases: {
              ...phrases,
              dot: rows.map(([short, text]) => ({ short: short.replace(/^\./, ''), text })),
            },
          })
        }
      />
      <PhraseList
        id="dictionary"
        maxRows={500}
        maxLengths={[100, 100]}
        rows={dictionary.map(({ heard, written }) => [heard, written])}
        normalize={(heard) => heard.trim()}
        problemOf={problemOfDictionary}
        save={(rows) =>
          changeSettings({
            phrases: {
              ...phrases,
              dictionary: rows.map(([heard, written]) => ({ heard, written: written.trim() })),
            },
          })
        }
      />
      {hasSpelling && <Spelling spelling={spelling} />}
    </>
  );
}

function problemOfDictionary(heard: string, written: string): 'short' | 'numbers' | undefined {
  if (heard.length < 2) return 'short';
  return keepsNumbers(heard, written) ? undefined : 'numbers';
}

function Signer({ profile }: { readonly profile: Settings['exportProfile'] }) {
  const { t, failure } = useLocale();
  const [name, setName] = useState(profile.doctorName);
  const [number, setNumber] = useState(profile.registrationNumber);
  const [problem, setProblem] = useState<string | undefined>();
  const changed =
    name.trim() !== profile.doctorName || number.trim() !== profile.registrationNumber;
  const save = () => {
    setProblem(undefined);
    changeSettings({
      exportProfile: { ...profile, doctorName: name.trim(), registrationNumber: number.trim() },
    }).then(
      () => say(({ t }) => t('doctor.saved')),
      (error: unknown) => setProblem(failure(error)),
    );
  };
  return (
    <section aria-labelledby="doctor-title">
      <h2 id="doctor-title">{t('doctor.title')}</h2>
      <p className="hint">{t('doctor.text')}</p>
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (changed) save();
        }}
        validationBehavior="aria"
      >
        <div className="fields fields-two">
          <Field
            label={t('doctor.name')}
            value={name}
            onChange={setName}
            maxLength={200}
            autoComplete="name"
          />
          <Field
            label={t('doctor.registration')}
            value={number}
            onChange={setNumber}
            maxLength={100}
            autoComplete="off"
          />
        </div>
        {problem !== undefined && <Banner tone="bad" urgent title={problem} />}
        <div className="row-actions">
          <Button type="submit" isDisabled={!changed}>
            {t('doctor.save')}
          </Button>
        </div>
      </Form>
    </section>
  );
}
