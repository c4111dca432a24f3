/** Who spoke, where two voices were told apart on this computer: a guess that a person puts right. */
import { ArrowLeftRight } from 'lucide-react';
import { useState } from 'react';
import { asFailure, type Failure } from '../../../../shared/failure.ts';
import type { SpokenTranscript } from '../../../../shared/model/note/evidence.ts';
import { otherSpeaker, type SpeakerNumber } from '../../../../shared/model/note/speakers.ts';
import { request } from '../../../common/stores/core.ts';
import { Button } from '../../../ui/Button.tsx';
import { useLocale } from '../../../ui/useLocale.ts';

export type SayWhoSpoke = (said: { doctor: SpeakerNumber } | { turn: number }) => void;

/** The transcript comes anew when the note has changed. */
export function useWhoSpoke(visit: string) {
  const [state, setState] = useState<'still' | 'busy' | 'kept' | Failure>('still');
  const say: SayWhoSpoke = (said) => {
    setState('busy');
    request('here.whoSpoke', { id: visit, ...said }).then(
      () => setState('kept'),
      (error: unknown) => setState(asFailure(error)),
    );
  };
  return { state, say };
}

type Props = {
  readonly toldApart: NonNullable<SpokenTranscript['toldApart']>;
  readonly work: ReturnType<typeof useWhoSpoke>;
};

export function Speakers({ toldApart: { doctor }, work: { state, say } }: Props) {
  const { t, failure } = useLocale();
  const busy = state === 'busy';
  return (
    <div className="speakers">
      <p className="hint">{t(doctor === undefined ? 'transcript.guessed' : 'transcript.named')}</p>
      <div className="speakers-choice">
        {doctor === undefined ? (
          ([1, 2] as const).map((number) => (
            <Button key={number} isDisabled={busy} onPress={() => say({ doctor: number })}>
              {t('transcript.isDoctor', { number })}
            </Button>
          ))
        ) : (
          <Button
            icon={ArrowLeftRight}
            isDisabled={busy}
            onPress={() => say({ doctor: otherSpeaker(doctor) })}
          >
            {t('transcript.swap')}
          </Button>
        )}
      </div>
      <p className="hint" role="status">
        {state === 'kept' && t('transcript.speakersKept')}
        {typeof state === 'object' && `${t('transcript.speakersFailed')}. ${failure(state)}`}
      </p>
    </div>
  );
}

/** The names that work on this computer gives are words of the interface; others stay. */
function useSpeakerName() {
  const { t } = useLocale();
  return (name: string): string => {
    if (name === 'Doctor') return t('transcript.doctor');
    if (name === 'Patient') return t('transcript.patient');
    const [, number] = /^Speaker (\d)$/.exec(name) ?? [];
    return number === undefined ? name : t('transcript.speaker', { number });
  };
}

type NameProps = {
  readonly name: string;
  readonly language: string;
  /** Absent where nobody can say that the other one said it. */
  readonly onOther: (() => void) | undefined;
};

export function SpeakerName({ name, language, onOther }: NameProps) {
  const { t } = useLocale();
  const nameOf = useSpeakerName();
  if (!onOther) return <strong lang={language}>{name}</strong>;
  const speaker = nameOf(name);
  return (
    <button
      type="button"
      className="turn-speaker"
      title={t('transcript.otherSpoke', { speaker })}
      aria-label={t('transcript.otherSpoke', { speaker })}
      onClick={onOther}
    >
      {speaker}
    </button>
  );
}
