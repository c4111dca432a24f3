/**
 * Notices above the entities: a note that cannot be read, no proposals, a signed visit, decisions
 * whose words are gone.
 */
import { RefreshCw } from 'lucide-react';
import type { Failure } from '../../../../shared/failure.ts';
import type { Desk } from '../../../../shared/model/coding/desk.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { linkAll } from '../desk-store.ts';

type Props = {
  readonly desk: Desk;
  readonly isSigned: boolean;
  readonly noteFailure: Failure | undefined;
  readonly linkFailure: Failure | undefined;
};

export function DeskNotices({ desk, isSigned, noteFailure, linkFailure }: Props) {
  const { t, failure } = useLocale();
  return (
    <>
      {noteFailure && (
        <Banner tone="bad" urgent title={t('note.unreadable')}>
          {failure(noteFailure)}
        </Banner>
      )}
      {linkFailure && (
        <Banner
          tone="warn"
          urgent
          title={t('desk.noAnswer')}
          actions={
            <Button icon={RefreshCw} onPress={() => void linkAll()}>
              {t('desk.again')}
            </Button>
          }
        >
          {failure(linkFailure)}
        </Banner>
      )}
      {isSigned && <Banner tone="info" title={t('desk.signed')} />}
      <OrphanedDecisions decisions={desk.gone ?? []} />
    </>
  );
}

/** Decisions about words that the note no longer contains. */
function OrphanedDecisions({ decisions }: { readonly decisions: NonNullable<Desk['gone']> }) {
  const { t } = useLocale();
  if (decisions.length === 0) return null;
  return (
    <Banner tone="info" title={t('desk.gone', { count: decisions.length })}>
      {decisions
        .map(
          ({ entity, decision }) =>
            `“${entity.text}”${decision.codes.map(({ code }) => ` ${code}`).join('')}`,
        )
        .join(', ')}
    </Banner>
  );
}
