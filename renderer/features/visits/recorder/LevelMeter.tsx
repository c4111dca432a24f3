/**
 * Shows the loudness of the last three seconds. It is not announced: words say when it is silent.
 */
import { LEVEL_BOX } from '../../../ui/level-bars.ts';
import { type ListenToLevel, useLevelPath } from '../../../ui/useLevelPath.ts';
import { useRecorder } from './recorder-store.ts';

/** Levels come sixteen times a second: eight bars a second look alive, and cost half. */
const LEVELS_PER_BAR = 2;

const listen: ListenToLevel = (heard) =>
  useRecorder.subscribe(({ signal }, before) => {
    if (signal !== before.signal) heard(signal.level);
  });

/** Draws the recorder's level, newest on the right. */
export function LevelMeter({
  asleep = false,
  label,
}: {
  /** The microphone is not listened to: a line without bars. */
  readonly asleep?: boolean;
  readonly label: string;
}) {
  const path = useLevelPath(listen, { asleep, levelsPerBar: LEVELS_PER_BAR });
  return (
    <svg
      className={asleep ? 'meter meter-asleep' : 'meter'}
      viewBox={LEVEL_BOX}
      role="img"
      aria-label={label}
    >
      <path ref={path} />
    </svg>
  );
}
