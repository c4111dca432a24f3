/**
 * Choice of the place where this computer keeps a key: its own keychain, or a file under a
 * passphrase.
 */
import { useState } from 'react';
import { Label, Radio, RadioGroup } from 'react-aria-components';
import type { KeyChoice } from '../../common/stores/session.ts';
import { Field } from '../../ui/Field.tsx';
import { useLocale } from '../../ui/useLocale.ts';

const SHORTEST = 8;
const kinds = ['keychain', 'passphrase'] as const;
type Kind = (typeof kinds)[number];

/** State of the choice; `choice` is defined once it is complete. `place` goes to `KeyPlace`. */
export function useKeyPlace(start: Kind = 'keychain') {
  const [kind, setKind] = useState<Kind>(start);
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const whole = kind === 'keychain' || (passphrase.length >= SHORTEST && again === passphrase);
  const choice: KeyChoice | undefined = whole
    ? { kind, ...(kind === 'passphrase' && { passphrase }) }
    : undefined;
  return { kind, choice, place: { kind, setKind, passphrase, setPassphrase, again, setAgain } };
}

type Place = ReturnType<typeof useKeyPlace>['place'];

export function KeyPlace({
  label,
  place: { kind, setKind, passphrase, setPassphrase, again, setAgain },
}: {
  readonly label: string;
  readonly place: Place;
}) {
  const { t } = useLocale();
  const tooShort = passphrase !== '' && passphrase.length < SHORTEST;
  const differs = again !== '' && again !== passphrase;
  return (
    <>
      <RadioGroup className="field" value={kind} onChange={(next) => setKind(next as Kind)}>
        <Label className="label">{label}</Label>
        {kinds.map((id) => (
          <Radio key={id} value={id} className="card option">
            <span className="option-mark" aria-hidden="true" />
            <span>
              <strong>{t(`first.keys.${id}.title`)}</strong>
              <span className="hint">{t(`first.keys.${id}.text`)}</span>
            </span>
          </Radio>
        ))}
      </RadioGroup>
      {kind === 'passphrase' && (
        <div className="fields">
          <Field
            type="password"
            label={t('first.keys.passphrase.label')}
            value={passphrase}
            onChange={setPassphrase}
            autoComplete="new-password"
            isRequired
            problem={tooShort ? t('first.keys.passphrase.short') : undefined}
          />
          <Field
            type="password"
            label={t('first.keys.passphrase.again')}
            value={again}
            onChange={setAgain}
            autoComplete="new-password"
            isRequired
            problem={differs ? t('first.keys.passphrase.differs') : undefined}
          />
        </div>
      )}
    </>
  );
}
