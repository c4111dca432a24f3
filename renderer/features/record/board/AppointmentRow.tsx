/** An appointment of today that was not seen yet: Enter starts its visit, with the whole patient. */
import { Mic } from 'lucide-react';
import type { Appointment } from '../../../../shared/model/day.ts';
import { useSession } from '../../../common/stores/session.ts';
import { useSettings } from '../../../common/stores/settings.ts';
import { Button } from '../../../ui/Button.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { useRecorder } from '../../visits/recorder/recorder-store.ts';
import { chosenCase } from '../../visits/VisitChoices.tsx';
import { birthInWords, valuesOfPatient } from '../../visits/whole-patient.ts';
import { setupFrom } from '../setup.ts';
import { useStart } from '../useStart.ts';
import { useWorksHere } from '../work-place.ts';
import { rowId } from './useRowKeys.ts';

type Props = {
  readonly appointment: Appointment;
  readonly isNext: boolean;
  readonly autoFocus: boolean;
  readonly isActive: boolean;
  readonly onFocus: () => void;
};

export function AppointmentRow({ appointment, isNext, autoFocus, isActive, onFocus }: Props) {
  const { t, language } = useLocale();
  const settings = useSettings((state) => state.settings);
  const offer = useSession((session) => session.offer);
  const busy = useRecorder(({ status }) => status !== 'idle');
  const begin = useStart();
  const worksHere = useWorksHere();
  const { patient, time } = appointment;
  const born = patient.birthDate && birthInWords(patient.birthDate, language);
  const start = () => {
    if (!settings) return;
    const setup = setupFrom(
      {
        ...valuesOfPatient(patient),
        // Nobody agreed to anything yet: consent can be noted when the visit is finished.
        consent: undefined,
        practiceCase: chosenCase(settings, offer?.practiceCases ?? []),
        worksHere,
      },
      settings,
      offer,
    );
    if (setup) begin(setup);
  };
  return (
    <article className="board-row" aria-label={patient.name}>
      <span className="board-time figures">{time ?? '–'}</span>
      <span className="board-who">{patient.name}</span>
      <span className="board-state hint">
        {[isNext ? t('board.next') : '', patient.recordNumber, born].filter(Boolean).join(' · ')}
      </span>
      <Button
        id={rowId(appointment.id)}
        look={isNext ? 'primary' : 'quiet'}
        icon={Mic}
        isDisabled={busy}
        autoFocus={autoFocus}
        excludeFromTabOrder={!isActive}
        aria-label={t('visit.of', { what: t('board.start'), name: patient.name })}
        onFocus={onFocus}
        onPress={start}
      >
        {t('board.start')}
      </Button>
    </article>
  );
}
