/** The reason for a visit's state in plain words, and the time of its next attempt. */
import type { Visit } from '../../../../shared/model/visit.ts';
import { useLocale } from '../../../ui/useLocale.ts';
import { useNow } from '../../../ui/useNow.ts';
import { reasonFor } from './visit-format.ts';

/** For codes that neither the catalogue nor we foresaw. */
const other: string = 'trouble.other';

export function ReasonLine({ visit }: { readonly visit: Visit }) {
  const { t, exists, time, size } = useLocale();
  const now = useNow();
  const reason = reasonFor(visit);
  const { parts, bytes, waitsUntil, worksHere } = visit;
  const known = reason && [reason.key, reason.key.replace(/^trouble\./, 'failure.')].find(exists);
  return (
    <div className={visit.state === 'attention' ? 'reason reason-ask' : 'reason'}>
      {reason && <p>{t(known ?? other)}</p>}
      {reason?.kind === 'trouble' && known === undefined && (
        <p className="hint" lang="en">
          {reason.message}
        </p>
      )}
      {visit.state === 'uploading' && parts.of > 0 && (
        <>
          <progress
            className="progress"
            max={parts.of}
            value={parts.sent}
            aria-label={t(worksHere ? 'queue.heardProgress' : 'queue.progress')}
          />
          <p className="hint">
            {t(worksHere ? 'queue.heard' : 'queue.sent', {
              sent: parts.sent,
              of: parts.of,
              size: size(bytes),
            })}
          </p>
        </>
      )}
      {waitsUntil !== undefined && waitsUntil > now && (
        <p className="hint">{t('queue.nextTry', { time: time(waitsUntil) })}</p>
      )}
    </div>
  );
}
