/** Places in a recording as people read them. */
import { SAMPLE_RATE } from '../../../../shared/model/recording.ts';

/** "0:41", "1:02:03": whole seconds from the beginning. */
export function placeInSound(samples: number): string {
  const seconds = Math.floor(samples / SAMPLE_RATE);
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes}:${two(seconds % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}
