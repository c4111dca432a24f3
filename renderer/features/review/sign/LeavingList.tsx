/**
 * How the medicines, tests and procedures of the note leave, before it is signed. The words of a
 * note are read by rules: the doctor sees the outcome, and changes it with an arrow key.
 */
import { CircleHelp } from 'lucide-react';
import { useId, useState } from 'react';
import { asFailure, type Failure } from '../../../../shared/failure.ts';
import {
  type Leaving,
  type LeavingRow,
  type SaidLeaving,
  sayable,
} from '../../../../shared/model/export/leaving.ts';
import { PickOne } from '../../../ui/Pick.tsx';
import { leaveAs } from '../../visits/note/leave-as.ts';
import { useNames } from '../useNames.ts';

type Props = { readonly rows: readonly LeavingRow[]; readonly language: string };

export function LeavingList({ rows, language }: Props) {
  const { t, failure } = useNames();
  const [problem, setProblem] = useState<Failure>();
  const title = useId();
  if (rows.length === 0) return null;
  return (
    <section className="leaving" aria-labelledby={title}>
      <h3 id={title} className="leaving-title">
        {t('sign.leaving.title')}
      </h3>
      <p className="hint">{t('sign.leaving.hint')}</p>
      <ul className="leaving-rows">
        {rows.map((row) => (
          <Row key={keyOf(row)} row={row} language={language} onProblem={setProblem} />
        ))}
      </ul>
      <p role="alert" className="problem leaving-problem">
        {problem && failure(problem)}
      </p>
    </section>
  );
}

/** Stays the same when the doctor says something else. */
const keyOf = ({ of, text, read, entities }: LeavingRow) => [of, text, read, entities[0]].join(' ');

type RowProps = {
  readonly row: LeavingRow;
  readonly language: string;
  readonly onProblem: (problem: Failure | undefined) => void;
};

function Row({ row, language, onProblem }: RowProps) {
  const { t } = useNames();
  const { of, text, read, as, lines } = row;
  /** What was chosen last, until the core has it. */
  const [chosen, setChosen] = useState<Leaving>();
  const may: readonly Leaving[] = sayable[of];
  const options = may.includes(read) ? may : [read, ...may];
  const change = async (next: Leaving) => {
    setChosen(next);
    onProblem(undefined);
    try {
      await leaveAs(row, next === read ? null : (next as SaidLeaving));
    } catch (error) {
      onProblem(asFailure(error));
    } finally {
      setChosen((latest) => (latest === next ? undefined : latest));
    }
  };
  const value = chosen ?? as;
  return (
    <li className="leaving-row" data-unclear={value === 'unclear' || undefined}>
      <div className="leaving-words" lang={language}>
        <strong>{text}</strong>
        <span className="hint leaving-line" title={lines.join('\n')}>
          {lines.join(' · ')}
        </span>
      </div>
      {value === 'unclear' && <CircleHelp aria-hidden="true" className="icon" />}
      <PickOne
        label={t('sign.leaving.one', { name: text })}
        value={value}
        options={options.map((id) => ({ id, label: t(`sign.leaving.${of}.${id}`) }))}
        onChange={(next) => void change(next as Leaving)}
      />
      {value !== read && (
        <span className="hint leaving-read">
          {t('sign.leaving.read', { as: t(`sign.leaving.${of}.${read}`) })}
        </span>
      )}
    </li>
  );
}

/** Beside the buttons, which are in view also where the list is not. */
export function Unclear({ rows }: Pick<Props, 'rows'>) {
  const { t } = useNames();
  const count = rows.filter(({ as }) => as === 'unclear').length;
  return (
    count > 0 && (
      <strong className="leaving-unclear">{t('sign.leaving.unclear', { count })} </strong>
    )
  );
}
