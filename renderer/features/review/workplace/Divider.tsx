/** The edge between the note and its side: dragged, or moved by the arrow keys. */
import type { KeyboardEvent, PointerEvent } from 'react';
import { useLocale } from '../../../ui/useLocale.ts';
import { setSideWidth, sideWidth, useWorkplace } from '../../visits/note/workplace-store.ts';

/** CSS pixels for one press of a key. */
const STEP = 24;

export function Divider() {
  const { t } = useLocale();
  const width = useWorkplace((state) => state.width);
  const keys = (event: KeyboardEvent) => {
    const by = { ArrowLeft: STEP, ArrowRight: -STEP }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    setSideWidth(width + by);
  };
  const drag = (event: PointerEvent<HTMLHRElement>) => {
    event.preventDefault();
    const edge = event.currentTarget;
    const from = event.clientX;
    edge.setPointerCapture(event.pointerId);
    edge.onpointermove = (move) => setSideWidth(width + from - move.clientX);
    edge.onpointerup = () => {
      edge.onpointermove = null;
    };
  };
  return (
    <hr
      className="workplace-divider"
      aria-orientation="vertical"
      aria-label={t('workplace.divider')}
      aria-valuenow={width}
      aria-valuemin={sideWidth.least}
      aria-valuemax={sideWidth.most}
      tabIndex={0}
      onKeyDown={keys}
      onPointerDown={drag}
    />
  );
}
