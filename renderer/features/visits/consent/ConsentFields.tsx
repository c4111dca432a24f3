/**
 * The patient's answer to being recorded: one tick for "yes, said aloud", and the other answers
 * behind it.
 */
import { memo } from 'react';
import { consentKinds } from '../../../../shared/model/consent.ts';
import { useSettings } from '../../../common/stores/settings.ts';
import { Check } from '../../../ui/Check.tsx';
import { Choice } from '../../../ui/Choice.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Further } from '../../../ui/Further.tsx';
import { PickOne } from '../../../ui/Pick.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import {
  type AnswerDraft,
  noAnswer,
  type Wordings,
  wordingLanguages,
  wordingOf,
} from './answer.ts';
import { DictationOnly } from './DictationOnly.tsx';

type Props = {
  readonly draft: AnswerDraft;
  readonly onChange: (draft: AnswerDraft) => void;
  /** All answers in view, for a dialog that is about nothing else. */
  readonly open?: boolean;
};

export function useWordings(): Wordings {
  const own = useSettings(({ settings }) => settings?.consentWording);
  const { language: uiLanguage } = useLocale();
  return { own: own ?? noWordings, uiLanguage };
}
const noWordings = {};

export const ConsentFields = memo(function ConsentFields({ draft, onChange, open = false }: Props) {
  const { t, time } = useLocale();
  const { kind, at } = draft;
  const agreed = kind !== undefined && kind !== 'declined';
  return (
    <div className="consent">
      <Check
        on={agreed}
        onChange={(on) =>
          onChange(on ? { ...draft, kind: 'verbal', at: Date.now() } : { ...noAnswer })
        }
      >
        {t('record.consent')}
        {agreed && (
          <span className="hint consent-time"> {t('record.consentAt', { time: time(at) })}</span>
        )}
      </Check>
      {kind === 'declined' && <DictationOnly />}
      <Further className="consent-more" summary={t('consent.other')} open={open}>
        <Answers draft={draft} onChange={onChange} />
      </Further>
    </div>
  );
});

function Answers({ draft, onChange }: Props) {
  const { t, languageName } = useLocale();
  const wordings = useWordings();
  const { language, wording } = wordingOf(draft, wordings);
  return (
    <div className="consent-answers">
      <Choice
        label={t('consent.answer')}
        value={draft.kind ?? ''}
        onChange={(kind) => {
          const chosen = consentKinds.find((one) => one === kind);
          if (chosen) onChange({ ...draft, kind: chosen, at: Date.now() });
        }}
        options={consentKinds.map((id) => ({ id, label: t(`consent.kind.${id}`) }))}
      />
      {draft.kind === 'guardian' && (
        <div className="fields fields-two">
          <Field
            label={t('consent.guardian')}
            value={draft.guardianName}
            onChange={(guardianName) => onChange({ ...draft, guardianName })}
            problem={draft.guardianName.trim() === '' ? t('consent.guardianMissing') : undefined}
            maxLength={200}
            autoComplete="off"
          />
          <Field
            label={t('consent.relation')}
            value={draft.relation}
            onChange={(relation) => onChange({ ...draft, relation })}
            maxLength={100}
            autoComplete="off"
          />
        </div>
      )}
      <PickOne
        label={t('consent.language')}
        value={language}
        onChange={(chosen) => onChange({ ...draft, language: chosen })}
        options={wordingLanguages(wordings.own).map((id) => ({ id, label: languageName(id) }))}
      />
      <p className="hint" lang={language}>
        {wording}
      </p>
    </div>
  );
}
