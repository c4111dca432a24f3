/**
 * Shows that a recording is under way, over all other windows: state, time, level, initials, and
 * the ways to pause and to finish.
 */
import { Pause, Play, Square, TriangleAlert } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Bridge } from '../../../shared/contract/contract.ts';
import type { MiniView } from '../../../shared/model/desktop.ts';
import { SYSTEM_LANGUAGE, speak } from '../../common/i18n.ts';
import { LEVEL_BOX } from '../../ui/level-bars.ts';
import { clockFace } from '../../ui/times.ts';
import { type ListenToLevel, useLevelPath } from '../../ui/useLevelPath.ts';

type Props = { readonly bridge: Bridge };

export function MiniWindow({ bridge }: Props) {
  const { t } = useTranslation();
  const view = useView(bridge);
  if (!view) return null;
  const paused = view.status === 'paused';
  const busy = view.status !== 'recording' && !paused;
  // The window goes when the recording ends; a press that comes too late has nothing to do.
  const press = (button: 'pause' | 'resume' | 'finish') =>
    void bridge.request('desktop.press', { button }).catch(() => {});
  return (
    <main className="mini">
      <h1 className="unseen">{t('mini.label')}</h1>
      <div className="mini-now">
        <p className="mini-state" role="status">
          <StateMark view={view} />
          <span className="mini-word">{t(stateKey(view))}</span>
        </p>
        {view.initials !== '' && (
          <p className="mini-initials">
            <span className="unseen">{t('mini.patient')}: </span>
            <bdi>{view.initials}</bdi>
          </p>
        )}
        <p className="mini-time" role="timer" aria-live="off">
          {clockFace(view.elapsed)}
        </p>
        <Level bridge={bridge} asleep={view.status !== 'recording'} />
      </div>
      <button
        type="button"
        className="mini-button"
        disabled={busy}
        onClick={() => press(paused ? 'resume' : 'pause')}
      >
        {paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
        <span>{t(paused ? 'mini.resume' : 'mini.pause')}</span>
      </button>
      <button
        type="button"
        className="mini-button mini-finish"
        disabled={busy}
        onClick={() => press('finish')}
      >
        <Square aria-hidden="true" />
        <span>{t('mini.finish')}</span>
      </button>
    </main>
  );
}

/** View that the core shows here; undefined until its first answer. */
function useView(bridge: Bridge): MiniView | undefined {
  const [view, setView] = useState<MiniView | undefined>();
  useEffect(() => {
    const end = bridge.on('desktop.mini', setView);
    bridge.request('desktop.mini').then(setView, () => {});
    return end;
  }, [bridge]);
  const theme = view?.theme ?? 'system';
  const language = view?.uiLanguage ?? SYSTEM_LANGUAGE;
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  useEffect(() => void speak(language), [language]);
  return view;
}

function stateKey({ status, silent }: MiniView) {
  if (status === 'paused') return 'mini.paused';
  if (status !== 'recording') return 'mini.finishing';
  return silent ? 'mini.silent' : 'mini.recording';
}

/** A shape for each state, beside its word. */
function StateMark({ view: { status, silent } }: { readonly view: MiniView }) {
  if (status === 'paused') return <Pause aria-hidden="true" className="mini-mark" />;
  if (status === 'recording' && silent)
    return <TriangleAlert aria-hidden="true" className="mini-mark" />;
  return <span aria-hidden="true" className="mini-dot" />;
}

/**
 * Level of the sound, not announced to screen readers. The core passes a level on eight times a
 * second: each is a bar.
 */
function Level({ bridge, asleep }: Props & { readonly asleep: boolean }) {
  const listen = useCallback<ListenToLevel>(
    (heard) => bridge.on('desktop.level', ({ level }) => heard(level)),
    [bridge],
  );
  const path = useLevelPath(listen, { asleep, levelsPerBar: 1 });
  return (
    <svg className="mini-level" viewBox={LEVEL_BOX} preserveAspectRatio="none" aria-hidden="true">
      <path ref={path} />
    </svg>
  );
}
