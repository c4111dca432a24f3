/** The edge between the note and a pane beside it: dragged, or moved by the arrow keys. */
import type { KeyboardEvent, PointerEvent } from 'react';
import { type Pane, paneWidths } from '../../../../shared/model/panes.ts';
import { useLocale } from '../../../ui/useLocale.ts';
import { keepPaneWidths, setPaneWidth, usePaneWidth } from '../../visits/note/workplace-store.ts';

/** CSS pixels for one press of a key. */
const STEP = 24;

export function Divider({ pane }: { readonly pane: Pane }) {
  const { t } = useLocale();
  const width = usePaneWidth(pane);
  const { least, most } = paneWidths[pane];
  // The sections stand before their edge, the side after its own.
  const sign = pane === 'sections' ? 1 : -1;
  const keys = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    setPaneWidth(pane, width + sign * by);
  };
  const drag = (event: PointerEvent<HTMLHRElement>) => {
    event.preventDefault();
    const edge = event.currentTarget;
    const from = event.clientX;
    edge.setPointerCapture(event.pointerId);
    edge.onpointermove = (move) => setPaneWidth(pane, width + sign * (move.clientX - from));
    edge.onlostpointercapture = () => {
      edge.onpointermove = null;
      keepPaneWidths();
    };
  };
  return (
    <hr
      className={`workplace-divider workplace-divider-${pane}`}
      aria-orientation="vertical"
      aria-label={t(`workplace.divider.${pane}`)}
      aria-valuenow={width}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      onKeyDown={keys}
      onKeyUp={keepPaneWidths}
      onPointerDown={drag}
    />
  );
}
