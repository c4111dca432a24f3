/** Splits a recording that was not yet sent at a pause, or merges it with another. */
import { Combine, Scissors } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Form, Label, Radio, RadioGroup } from 'react-aria-components';
import { dayAt } from '../../../../shared/calendar-day.ts';
import { asFailure, type Failure } from '../../../../shared/failure.ts';
import type { CutMark } from '../../../../shared/model/note/note-versions.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import { say } from '../../../common/stores/messages.ts';
import { openNote } from '../../../common/stores/navigation.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field, useFields } from '../../../ui/Field.tsx';
import { PickOne } from '../../../ui/Pick.tsx';
import { clockFace, secondsOf } from '../../../ui/times.ts';
import { useLocale } from '../../../ui/useLocale.ts';
import { useVisits } from '../../visits/visits-store.ts';
import { noPatient, patientFrom } from '../../visits/whole-patient.ts';
import { ActionCard, type Attempt } from './ActionCard.tsx';
import { cutsOf, mergeable } from './wrong-visit-format.ts';
import {
  marksOf,
  mergeVisits,
  type Rearranged,
  splitVisit,
  undoRearrangement,
} from './wrong-visit-store.ts';

type Props = {
  readonly visit: Visit;
  readonly open: boolean;
  readonly busy: boolean;
  readonly onOpen: () => void;
  readonly attempt: Attempt;
};
const clockTime = (samples: number) => clockFace(secondsOf(samples) * 1000);

/** Announces the result with an undo, and opens the first resulting visit. */
function useAnnounceDone() {
  const { attempt } = useLocale();
  return ({ deed, made }: Rearranged, kind: 'split' | 'merge') => {
    say(({ t }) => t(`wrong.done.${kind}`), {
      action: {
        label: ({ t }) => t('wrong.undo.act'),
        run: () =>
          attempt(
            async () => {
              const [first] = await undoRearrangement(deed);
              if (first) openNote(first.id);
            },
            ({ t }) => t('wrong.undone'),
          ),
      },
    });
    if (made[0]) openNote(made[0].id);
  };
}

export function SplitVisit({ visit, open, busy, onOpen, attempt }: Props) {
  const { t } = useLocale();
  if (!open)
    return (
      <ActionCard title={t('wrong.split.title')} text={t('wrong.split.text')}>
        <Button icon={Scissors} isDisabled={busy} onPress={onOpen}>
          {t('wrong.split.open')}
        </Button>
      </ActionCard>
    );
  return (
    <ActionCard title={t('wrong.split.title')} text={t('wrong.split.where')}>
      <SplitForm visit={visit} busy={busy} attempt={attempt} />
    </ActionCard>
  );
}

type FormProps = Pick<Props, 'visit' | 'busy' | 'attempt'>;

function SplitForm({ visit, busy, attempt }: FormProps) {
  const { t, failure } = useLocale();
  const { cuts, problem } = useCuts(visit);
  if (problem)
    return (
      <p className="problem" role="alert">
        {failure(problem)}
      </p>
    );
  if (!cuts) return <p role="status">{t('wrong.split.looking')}</p>;
  if (cuts.length === 0) return <p role="status">{t('wrong.split.none')}</p>;
  return <CutForm visit={visit} busy={busy} attempt={attempt} cuts={cuts} />;
}

function useCuts({ id, samples }: Visit) {
  const [cuts, setCuts] = useState<readonly CutMark[] | undefined>();
  const [problem, setProblem] = useState<Failure | undefined>();
  useEffect(() => {
    marksOf(id).then(
      (marks) => setCuts(cutsOf(marks, samples)),
      (error: unknown) => setProblem(asFailure(error)),
    );
  }, [id, samples]);
  return { cuts, problem };
}

function CutForm({
  visit,
  busy,
  attempt,
  cuts,
}: FormProps & { readonly cuts: readonly CutMark[] }) {
  const { t } = useLocale();
  const announceDone = useAnnounceDone();
  const [cut, setCut] = useState<string | null>(null);
  const { values, set } = useFields(noPatient);
  const patient = patientFrom(values, dayAt(Date.now()));
  const split = () =>
    attempt(async () => {
      if (patient && cut !== null)
        announceDone(await splitVisit(visit, Number(cut), patient), 'split');
    });
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void split();
      }}
      validationBehavior="aria"
    >
      <RadioGroup className="field choice" value={cut} onChange={setCut}>
        <Label className="label">{t('wrong.split.at')}</Label>
        <div className="wrong-cuts">
          {cuts.map((mark) => (
            <Radio key={mark.sample} value={String(mark.sample)} className="choice-option">
              <CutName mark={mark} samples={visit.samples} />
            </Radio>
          ))}
        </div>
      </RadioGroup>
      <p className="hint">{t('wrong.split.before', { name: visit.patient.name })}</p>
      <div className="fields fields-two">
        <Field
          label={t('wrong.split.patient')}
          value={values.name}
          onChange={set('name')}
          maxLength={200}
          isRequired
          autoComplete="off"
        />
        <Field
          label={t('record.number')}
          value={values.recordNumber}
          onChange={set('recordNumber')}
          maxLength={60}
          autoComplete="off"
        />
      </div>
      <div className="row-actions">
        <Button
          type="submit"
          look="primary"
          icon={Scissors}
          isDisabled={busy || !patient || cut === null}
        >
          {t(busy ? 'wrong.working' : 'wrong.split.act')}
        </Button>
      </div>
    </Form>
  );
}

function CutName({ mark, samples }: { readonly mark: CutMark; readonly samples: number }) {
  const { t, exists } = useLocale();
  const kind = exists(`wrong.mark.${mark.kind}`) ? mark.kind : 'other';
  return t(`wrong.mark.${kind}`, { time: clockTime(mark.sample), whole: clockTime(samples) });
}

export function MergeVisits({ visit, open, busy, onOpen, attempt }: Props) {
  const { t, moment, length } = useLocale();
  const announceDone = useAnnounceDone();
  const list = useVisits((state) => state.list);
  const others = mergeable(visit, list);
  const [chosen, setChosen] = useState<string | undefined>();
  const other = others.find(({ id }) => id === chosen) ?? others[0];
  if (others.length === 0)
    return (
      <ActionCard title={t('wrong.merge.title')} text={t('wrong.merge.none')}>
        {null}
      </ActionCard>
    );
  if (!open)
    return (
      <ActionCard title={t('wrong.merge.title')} text={t('wrong.merge.text')}>
        <Button icon={Combine} isDisabled={busy} onPress={onOpen}>
          {t('wrong.merge.open')}
        </Button>
      </ActionCard>
    );
  const merge = () =>
    attempt(async () => {
      if (other) announceDone(await mergeVisits(visit, other), 'merge');
    });
  return (
    <ActionCard title={t('wrong.merge.title')} text={t('wrong.merge.text')}>
      <PickOne
        label={t('wrong.merge.with')}
        value={other?.id ?? null}
        onChange={setChosen}
        options={others.map((one) => ({
          id: one.id,
          label: one.patient.name,
          also: `${moment(one.createdAt)} · ${length(one.samples)}`,
        }))}
      />
      {other && (
        <p>
          {t('wrong.merge.means', {
            name: other.patient.name,
            length: length(visit.samples + other.samples),
          })}
        </p>
      )}
      <div className="row-actions">
        <Button look="primary" icon={Combine} isDisabled={busy} onPress={() => void merge()}>
          {t(busy ? 'wrong.working' : 'wrong.merge.act')}
        </Button>
      </div>
    </ActionCard>
  );
}
