/** Who spoke, where two voices were told apart on this computer: a guess that a person puts right. */
import { ArrowLeftRight } from 'lucide-react';
import type { SpokenTranscript } from '../../../../shared/model/note/evidence.ts';
import { otherSpeaker } from '../../../../shared/model/note/speakers.ts';
import { Button } from '../../../ui/Button.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import type { WhoSpokeWork } from './who-spoke.ts';

type Props = {
  readonly toldApart: NonNullable<SpokenTranscript['toldApart']>;
  /** Of the note that stands beside it. */
  readonly draftIsAnew: boolean;
  readonly work: WhoSpokeWork;
};

/** Its buttons stay where they are while it works: the focus stays with them. */
export function Speakers({
  toldApart: { doctor },
  draftIsAnew,
  work: { state, named = 1, say },
}: Props) {
  const { t, failure } = useLocale();
  const busy = state === 'busy';
  const guessed = t(draftIsAnew ? 'transcript.guessedDraft' : 'transcript.guessed');
  return (
    <div className="speakers">
      <p className="hint">{doctor === undefined ? guessed : t('transcript.named')}</p>
      <div className="speakers-choice">
        {(doctor === undefined ? ([1, 2] as const) : [named]).map((number) => (
          <Button
            key={number}
            {...(doctor !== undefined && { icon: ArrowLeftRight })}
            aria-disabled={busy}
            onPress={() => say({ doctor: doctor === undefined ? number : otherSpeaker(doctor) })}
          >
            {doctor === undefined ? t('transcript.isDoctor', { number }) : t('transcript.swap')}
          </Button>
        ))}
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
  /** Something else is being said: a press does nothing. */
  readonly isBusy: boolean;
};

export function SpeakerName({ name, language, onOther, isBusy }: NameProps) {
  const { t } = useLocale();
  const speaker = useSpeakerName()(name);
  if (!onOther) return <strong lang={speaker === name ? language : undefined}>{speaker}</strong>;
  return (
    <button
      type="button"
      className="turn-speaker"
      title={t('transcript.otherSpoke', { speaker })}
      aria-label={t('transcript.otherSpoke', { speaker })}
      aria-disabled={isBusy}
      onClick={isBusy ? undefined : onOther}
    >
      {speaker}
    </button>
  );
}
