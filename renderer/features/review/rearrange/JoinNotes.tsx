/**
 * Joins two visits of one encounter whose notes are here: each names the other; sound and notes
 * stay where they are.
 */
import { Link2, Unlink } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Visit } from '../../../../shared/model/visit.ts';
import { say } from '../../../common/stores/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { PickOne } from '../../../ui/Pick.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { useVisits } from '../../visits/visits-store.ts';
import { ActionCard, type Attempt } from './ActionCard.tsx';
import { joinable } from './wrong-visit-format.ts';
import { joinedWith, joinNotes, partNotes } from './wrong-visit-store.ts';

export function JoinNotes({
  visit,
  busy,
  attempt,
}: {
  readonly visit: Visit;
  readonly busy: boolean;
  readonly attempt: Attempt;
}) {
  const { t, moment } = useLocale();
  const list = useVisits((state) => state.list);
  const [joined, setJoined] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<string | undefined>();
  useEffect(() => void joinedWith(visit.id).then(setJoined, () => undefined), [visit.id]);
  const others = joinable(visit, list, joined);
  const other = others.find(({ id }) => id === chosen) ?? others[0];
  const join = (id: string) =>
    attempt(async () => {
      await joinNotes(visit.id, id);
      say(({ t }) => t('wrong.join.done'));
    });
  const part = (id: string) =>
    attempt(async () => {
      await partNotes(visit.id, id);
      say(({ t }) => t('wrong.join.parted'));
    });
  return (
    <ActionCard
      title={t('wrong.join.title')}
      text={t(other ? 'wrong.join.text' : 'wrong.join.none')}
    >
      {joined.map((id) => {
        const one = list.find((each) => each.id === id);
        return (
          <p key={id} className="row-line">
            <span>{t('wrong.join.with', { time: one ? moment(one.createdAt) : '…' })}</span>
            <Button icon={Unlink} isDisabled={busy} onPress={() => void part(id)}>
              {t('wrong.join.part')}
            </Button>
          </p>
        );
      })}
      {other && (
        <>
          <PickOne
            label={t('wrong.join.which')}
            value={other.id}
            onChange={setChosen}
            options={others.map((one) => ({
              id: one.id,
              label: moment(one.createdAt),
              also: one.patient.name,
            }))}
          />
          <div className="row-actions">
            <Button icon={Link2} isDisabled={busy} onPress={() => void join(other.id)}>
              {t('wrong.join.act')}
            </Button>
          </div>
        </>
      )}
    </ActionCard>
  );
}
