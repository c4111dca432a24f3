/** The running recorder: its patient, level and time, and the ways to pause and to end it. */
import { Mic, Pause, Pencil, Play, Square, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { isDeclined } from '../../../shared/model/consent.ts';
import { SECOND } from '../../../shared/time.ts';
import { askToFinish, setRecorderInView } from '../../common/stores/navigation.ts';
import { isTyping } from '../../common/typing.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Later } from '../../ui/Later.tsx';
import { partOnDemand } from '../../ui/on-demand.tsx';
import { clockFace } from '../../ui/times.ts';
import { useLocale } from '../../ui/useLocale.ts';
import { ConsentButton } from '../visits/consent/ConsentDialog.tsx';
import { DictationOnly } from '../visits/consent/DictationOnly.tsx';
import { ForgetButton } from '../visits/recorder/ForgetDialog.tsx';
import { LevelMeter } from '../visits/recorder/LevelMeter.tsx';
import { MicrophonePick } from '../visits/recorder/MicrophonePick.tsx';
import { pauseRecording, resumeRecording, useRecorder } from '../visits/recorder/recorder-store.ts';
import { TroubleBanner } from '../visits/recorder/TroubleBanner.tsx';
import { useLiveVisit, useStrain } from '../visits/recorder/useLive.ts';
import { walkAway } from '../visits/state/walk-away.ts';
import { useDiscard } from '../visits/useDiscard.ts';
import { LiveDraft } from './LiveDraft.tsx';
import { PracticeDialogue } from './PracticeDialogue.tsx';

const RenameDialog = partOnDemand(
  async () => (await import('../visits/RenameDialog.tsx')).RenameDialog,
);

/** Milliseconds: a key pressed twice to start means to start, not to pause. */
const DOUBLE_PRESS = 700;
const SILENCE_SHOWN_AFTER = 10 * SECOND;

type Heard = { readonly paused: boolean; readonly silent: boolean; readonly clipping: boolean };

function heardKey({ paused, silent, clipping }: Heard): string {
  if (paused) return 'record.heardPaused';
  if (silent) return 'record.heardNothing';
  return clipping ? 'record.heardTooLoud' : 'record.heard';
}

function stateKey(busy: boolean, paused: boolean): string {
  if (busy) return 'record.finishing';
  return paused ? 'record.paused' : 'record.recording';
}

export function Recorder() {
  const words = useLocale();
  const { t } = words;
  const status = useRecorder((recorder) => recorder.status);
  const time = useRecorder(({ elapsed }) => clockFace(elapsed));
  const length = useRecorder(({ kept }) => words.length(kept.synced));
  const silent = useRecorder(({ signal }) => signal.silentFor >= SILENCE_SHOWN_AFTER);
  const clipping = useRecorder(({ signal }) => signal.clipping);
  const [discarding, setDiscarding] = useState(false);
  const [renaming, setRenaming] = useState(false);
  // The form that was here may have been scrolled; the running recorder must be in view. With the
  // frame that shows it: until then a place on the page costs a layout of its own.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      document.getElementById('page')?.firstElementChild?.scrollTo(0, 0);
      // In a small window the control that has the focus comes before the top of the page.
      document.activeElement?.scrollIntoView({ block: 'nearest' });
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  const shownAt = useRef(performance.now());
  const visit = useLiveVisit();
  const card = useRef<HTMLElement>(null);
  const shown = visit !== undefined;
  useEffect(() => (shown && card.current ? watchView(card.current) : undefined), [shown]);
  const strain = useStrain();
  if (!visit) return null;
  const paused = status === 'paused';
  const busy = status === 'finishing';
  return (
    <section ref={card} className="card recorder" aria-label={t('record.recorder')}>
      <div className="recorder-patient">
        <p>
          <strong>{words.nameOf(visit)}</strong>
          {visit.patient.recordNumber && (
            <span className="quiet"> · {visit.patient.recordNumber}</span>
          )}
        </p>
        <Button
          look="quiet"
          icon={Pencil}
          aria-label={words.forVisit(t('record.changeLabel'), visit)}
          onPress={() => setRenaming(true)}
        >
          {t('record.changeLabel')}
        </Button>
      </div>
      {isDeclined(visit) && <DictationOnly />}
      <div className="recorder-now">
        <p className={paused ? 'recorder-state recorder-paused' : 'recorder-state'} role="status">
          {paused ? (
            <Pause aria-hidden="true" className="icon" />
          ) : (
            <span className="dot" aria-hidden="true" />
          )}
          {t(stateKey(busy, paused))}
        </p>
        {/* Not a live region: a time that is read out every second hides everything else. */}
        <p
          className="recorder-time figures"
          role="timer"
          aria-live="off"
          aria-label={t('record.time')}
        >
          {time}
        </p>
        <LevelMeter asleep={paused} label={t('record.level')} />
        <p className={silent && !paused ? 'hint hint-warn' : 'hint'}>
          {t(heardKey({ paused, silent, clipping }))}
        </p>
      </div>
      <div className="recorder-controls">
        {paused ? (
          <Button
            key="resume"
            size="big"
            icon={Play}
            onPress={() => words.attempt(async () => resumeRecording())}
            isDisabled={busy}
            autoFocus
          >
            {t('record.resume')}
          </Button>
        ) : (
          <Button
            key="pause"
            size="big"
            icon={Pause}
            onPress={({ pointerType }) =>
              !(pointerType === 'keyboard' && isSlip(shownAt.current)) &&
              words.attempt(async () => pauseRecording())
            }
            isDisabled={busy}
            autoFocus
          >
            {t('record.pause')}
          </Button>
        )}
        <Button
          size="big"
          look="primary"
          icon={Square}
          onPress={() => askToFinish(true)}
          isDisabled={busy}
        >
          {t('record.finish')}
        </Button>
      </div>
      {/* Below what one is about to press: whatever is said here moves neither of the two. */}
      <TroubleBanner />
      <div className="recorder-foot">
        <div className="recorder-kept">
          <p className="hint">
            <Mic aria-hidden="true" className="icon" />
            {t('record.kept', { length })}
          </p>
          <p className="hint">{t(walkAway(visit, true, strain).sentence)}</p>
        </div>
        <ConsentButton visit={visit} />
        <ForgetButton look="quiet" isDisabled={busy} />
        <Button look="quiet" icon={Trash2} onPress={() => setDiscarding(true)} isDisabled={busy}>
          {t('record.discard')}
        </Button>
      </div>
      <Later>
        <div className="recorder-mic">
          <MicrophonePick />
        </div>
        {visit.worksHere && <LiveDraft visit={visit} />}
        <PracticeDialogue id={visit.practiceCase} />
      </Later>
      <DiscardQuestion
        open={discarding}
        name={words.nameOf(visit)}
        onClose={() => setDiscarding(false)}
      />
      {renaming && <RenameDialog visit={visit} onClose={() => setRenaming(false)} />}
    </section>
  );
}

/** A key that was pressed twice to start, or typed as part of a word, does not pause. */
const isSlip = (shownAt: number) => performance.now() - shownAt < DOUBLE_PRESS || isTyping();

/** Tells the strip whether the recorder's time can be seen. */
function watchView(card: HTMLElement): () => void {
  const time = card.querySelector('.recorder-now') ?? card;
  const watch = new IntersectionObserver((seen) =>
    setRecorderInView(seen.at(-1)?.isIntersecting ?? true),
  );
  setRecorderInView(true);
  watch.observe(time);
  return () => {
    watch.disconnect();
    setRecorderInView(false);
  };
}

function DiscardQuestion({
  open,
  name,
  onClose,
}: {
  readonly open: boolean;
  readonly name: string;
  readonly onClose: () => void;
}) {
  const { t } = useLocale();
  const { discardLive } = useDiscard();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      urgent
      title={t('discard.title', { name })}
      actions={
        <>
          <Button onPress={onClose} autoFocus>
            {t('discard.no')}
          </Button>
          <Button
            look="danger"
            icon={Trash2}
            onPress={() => {
              onClose();
              discardLive();
            }}
          >
            {t('discard.yes')}
          </Button>
        </>
      }
    >
      <p>{t('discard.text')}</p>
    </Dialog>
  );
}
