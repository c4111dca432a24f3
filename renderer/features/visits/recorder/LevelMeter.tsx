/** Shows the loudness of the last three seconds. It is not announced: words say when it is silent. */
import { useEffect, useRef } from 'react';

const BARS = 44;
const bars = Array.from({ length: BARS }, (_, index) => `bar-${index}`);

/** `level`: 0 to 1, root mean square. */
export function LevelMeter({
  level,
  asleep = false,
  label,
}: {
  readonly level: number;
  readonly asleep?: boolean;
  readonly label: string;
}) {
  const past = useRef<number[]>(new Array<number>(BARS).fill(0));
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    past.current = [...past.current.slice(1), asleep ? 0 : heightOf(level)];
    const shown = place.current?.children ?? [];
    // Straight to the style of each bar: fifteen renders a second would be work for nothing.
    for (let index = 0; index < shown.length; index++)
      (shown[index] as HTMLElement).style.transform =
        `scaleY(${Math.max(0.06, past.current[index] ?? 0)})`;
  });
  return (
    <div
      className={asleep ? 'meter meter-asleep' : 'meter'}
      role="img"
      aria-label={label}
      ref={place}
    >
      {bars.map((bar) => (
        <span key={bar} />
      ))}
    </div>
  );
}

/** Speech lies around -30 dB: a straight scale would hardly move. */
function heightOf(level: number): number {
  if (level <= 0) return 0;
  return Math.min(1, Math.max(0, (20 * Math.log10(level) + 60) / 54));
}
