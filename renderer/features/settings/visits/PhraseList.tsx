/** A list of pairs that the doctor keeps: a typed or heard word, and the text that replaces it. */
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { asFailure, type Failure } from '../../../../shared/failure.ts';
import { say } from '../../../common/stores/messages.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Lines } from '../../../ui/Lines.tsx';
import { useLocale } from '../../../ui/useLocale.ts';

type Pair = readonly [left: string, right: string];
type Props = {
  /** Selects the texts of the catalogue under `phrases`. */
  readonly id: 'dot' | 'dictionary';
  readonly rows: readonly Pair[];
  readonly maxRows: number;
  readonly maxLengths: readonly [left: number, right: number];
  /** The right side may have several lines. */
  readonly multiline?: boolean;
  /** The left side as it is stored. */
  readonly normalize: (left: string) => string;
  /** `short` concerns the left side, `numbers` the right side; undefined if the pair is valid. */
  readonly problemOf: (left: string, right: string) => 'short' | 'numbers' | undefined;
  readonly save: (rows: readonly Pair[]) => Promise<void>;
};

export function PhraseList(props: Props) {
  const { id, rows, maxRows } = props;
  const { t } = useLocale();
  /** Index of the pair in the dialog; after the last for a new one. */
  const [open, setOpen] = useState<number | undefined>();
  return (
    <section className="setting" aria-labelledby={`phrases-${id}`} tabIndex={-1}>
      <h2 id={`phrases-${id}`}>{t(`phrases.${id}.title`)}</h2>
      <p className="hint">{t(`phrases.${id}.text`)}</p>
      {rows.length === 0 ? (
        <p className="empty">{t(`phrases.${id}.none`)}</p>
      ) : (
        <ul className="rows phrase-rows">
          {rows.map((pair, index) => (
            <PairRow key={pair[0]} pair={pair} list={props} onChange={() => setOpen(index)} />
          ))}
        </ul>
      )}
      <div className="row-actions">
        <Button
          icon={Plus}
          isDisabled={rows.length >= maxRows}
          onPress={() => setOpen(rows.length)}
        >
          {t(`phrases.${id}.add`)}
        </Button>
      </div>
      {open !== undefined && (
        <PairDialog list={props} index={open} onClose={() => setOpen(undefined)} />
      )}
    </section>
  );
}

type RowProps = {
  readonly pair: Pair;
  readonly list: Props;
  readonly onChange: () => void;
};

function PairRow({ pair, list: { rows, save }, onChange }: RowProps) {
  const { t, attempt } = useLocale();
  const [left, right] = pair;
  const remove = () =>
    attempt(async () => {
      await save(rows.filter((other) => other !== pair));
      say(({ t }) => t('phrases.removed', { name: left }), {
        action: { label: ({ t }) => t('discard.undo'), run: () => attempt(() => save(rows)) },
      });
    });
  return (
    <li className="row-line">
      <p className="row-words">
        <strong>{left}</strong>
        <span className="hint phrase-text">{right}</span>
      </p>
      <div className="row-actions">
        <Button
          look="quiet"
          icon={Pencil}
          aria-label={t('phrases.changeOne', { name: left })}
          onPress={onChange}
        >
          {t('phrases.change')}
        </Button>
        <Button
          look="quiet"
          icon={Trash2}
          aria-label={t('phrases.removeOne', { name: left })}
          onPress={remove}
        >
          {t('phrases.remove')}
        </Button>
      </div>
    </li>
  );
}

type Problems = { readonly left?: string; readonly right?: string };
type DialogProps = { readonly list: Props; readonly index: number; readonly onClose: () => void };

/** Problems of a pair as keys of the catalogue; empty if it can be saved. */
function problemsIn({ id, rows, normalize, problemOf }: Props, index: number) {
  return (left: string, right: string): Problems => {
    const problem = problemOf(left, right.trim());
    const isTwice = rows.some(
      ([other], at) => at !== index && normalize(other).toLowerCase() === left.toLowerCase(),
    );
    return {
      ...(isTwice && { left: 'phrases.twice' }),
      ...(problem === 'short' && { left: `phrases.${id}.wrong` }),
      ...(problem === 'numbers' && { right: 'phrases.numbers' }),
      ...(right.trim() === '' && { right: 'phrases.empty' }),
    };
  };
}

function PairDialog({ list, index, onClose }: DialogProps) {
  const { t, failure } = useLocale();
  const { id, rows, maxLengths, multiline = false, normalize, save } = list;
  const isNew = index >= rows.length;
  const [left, setLeft] = useState(rows[index]?.[0] ?? '');
  const [right, setRight] = useState(rows[index]?.[1] ?? '');
  const [problems, setProblems] = useState<Problems>({});
  const [refused, setRefused] = useState<Failure | undefined>();
  const submit = async () => {
    const key = normalize(left);
    const found = problemsIn(list, index)(key, right);
    setProblems(found);
    setRefused(undefined);
    if (Object.keys(found).length > 0) return;
    const pair: Pair = [key, right];
    try {
      await save(isNew ? [...rows, pair] : rows.with(index, pair));
      onClose();
    } catch (error) {
      setRefused(asFailure(error));
    }
  };
  const rightField = {
    label: t(`phrases.${id}.right`),
    value: right,
    onChange: setRight,
    maxLength: maxLengths[1],
    isRequired: true,
    problem: problems.right && t(problems.right),
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(isNew ? `phrases.${id}.add` : 'phrases.changeTitle')}
      actions={null}
    >
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        validationBehavior="aria"
      >
        <Field
          label={t(`phrases.${id}.left`)}
          hint={t(`phrases.${id}.leftHint`)}
          value={left}
          onChange={setLeft}
          maxLength={maxLengths[0]}
          isRequired
          autoFocus
          autoComplete="off"
          problem={problems.left && t(problems.left)}
        />
        {multiline ? (
          <Lines {...rightField} rows={5} />
        ) : (
          <Field {...rightField} autoComplete="off" />
        )}
        {refused && <Banner tone="bad" urgent title={failure(refused)} />}
        <div className="dialog-actions">
          <Button onPress={onClose}>{t('phrases.cancel')}</Button>
          <Button type="submit" look="primary">
            {t('phrases.save')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
