/**
 * Asks whether the form takes the patient that another program proposes. It starts nothing, and
 * shows the words as they are.
 */
import { Check } from 'lucide-react';
import type { ProposedPatient } from '../../../shared/model/desktop.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useLocale } from '../../ui/useLocale.ts';
import { propose, useProposal } from './proposal-store.ts';

type Props = {
  /** Name in the form now. */
  readonly current: string;
  readonly onTake: (patient: ProposedPatient) => void;
};

export function ProposalDialog({ current, onTake }: Props) {
  const { t } = useLocale();
  const patient = useProposal((proposal) => proposal.patient);
  const close = () => propose(undefined);
  const replaces = current.trim() !== '' && current.trim() !== patient?.name;
  return (
    <Dialog
      open={patient !== undefined}
      onClose={close}
      title={t('proposal.title')}
      actions={
        <>
          <Button onPress={close} autoFocus>
            {t('proposal.no')}
          </Button>
          <Button
            look="primary"
            icon={Check}
            onPress={() => {
              if (patient) onTake(patient);
              close();
            }}
          >
            {t('proposal.yes')}
          </Button>
        </>
      }
    >
      <p>{t('proposal.text')}</p>
      <p className="proposal-patient">
        <strong>
          <bdi>{patient?.name ?? t('proposal.noName')}</bdi>
        </strong>
        {patient?.recordNumber !== undefined && (
          <span>
            {' '}
            · <bdi>{patient.recordNumber}</bdi>
          </span>
        )}
      </p>
      {replaces && <p className="hint hint-warn">{t('proposal.replaces', { name: current })}</p>}
      <p className="hint">{t('proposal.hint')}</p>
    </Dialog>
  );
}
