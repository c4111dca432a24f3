/** A list of pairs that the doctor keeps: what is typed or heard, and what stands for it. Added, changed and removed, by keyboard too. */
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { say } from '../../../common/stores/messages.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Ask } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Lines } from '../../../ui/Lines.tsx';
import { useWords } from '../../../ui/useWords.ts';

type Pair = readonly [left: string, right: string];
type Props = {
  /** Of its words in the catalogue, under `phrases`. */
  readonly id: 'dot' | 'dictionary';
  readonly rows: readonly Pair[];
  readonly most: number;
  readonly longest: readonly [number, number];
  /** Its right side may have several lines. */
  readonly several?: boolean;
  readonly read: (left: string) => string;
  /** A key under `phrases.<id>.wrong`, or undefined where it may be so. */
  readonly wrong: (left: string, right: string) => 'short' | 'numbers' | undefined;
  readonly save: (rows: readonly Pair[]) => Promise<void>;
};

export function PhraseList(props: Props) {
  const { id, rows, most, save } = props;
  const { t, attempt } = useWords();
  /** The place of the one that is changed; that of none for a new one. */
  const [open, setOpen] = useState<number | undefined>();
  return (
    <section className="setting" aria-labelledby={`phrases-${id}`} tabIndex={-1}>
      <h2 id={`phrases-${id}`}>{t(`phrases.${id}.title`)}</h2>
      <p className="hint">{t(`phrases.${id}.text`)}</p>
      {rows.length === 0 ? (
        <p className="empty">{t(`phrases.${id}.none`)}</p>
      ) : (
        <ul className="rows phrase-rows">
          {rows.map(([left, right], at) => (
            <li key={left} className="row-line">
              <p className="row-words">
                <strong>{left}</strong>
                <span className="hint phrase-text">{right}</span>
              </p>
              <div className="row-actions">
                <Button
                  look="quiet"
                  icon={Pencil}
                  aria-label={t('phrases.changeOne', { name: left })}
                  onPress={() => setOpen(at)}
                >
                  {t('phrases.change')}
                </Button>
                <Button
                  look="quiet"
                  icon={Trash2}
                  aria-label={t('phrases.removeOne', { name: left })}
                  onPress={() =>
                    attempt(async () => {
                      await save(rows.filter((_, other) => other !== at));
                      say(t('phrases.removed', { name: left }), {
                        action: { label: t('discard.undo'), run: () => attempt(() => save(rows)) },
                      });
                    })
                  }
                >
                  {t('phrases.remove')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <div className="row-actions">
        <Button icon={Plus} isDisabled={rows.length >= most} onPress={() => setOpen(rows.length)}>
          {t(`phrases.${id}.add`)}
        </Button>
      </div>
      {open !== undefined && <PairDialog {...props} at={open} onClose={() => setOpen(undefined)} />}
    </section>
  );
}

function PairDialog({
  id,
  rows,
  longest,
  several = false,
  read,
  wrong,
  save,
  at,
  onClose,
}: Props & { readonly at: number; readonly onClose: () => void }) {
  const { t, failure } = useWords();
  const [left, setLeft] = useState(rows[at]?.[0] ?? '');
  const [right, setRight] = useState(rows[at]?.[1] ?? '');
  const [told, setTold] = useState<{
    readonly left?: string;
    readonly right?: string;
    readonly all?: string;
  }>({});
  const keep = async () => {
    const key = read(left);
    const bad = wrong(key, right.trim());
    const twice = rows.some(
      ([other], place) => place !== at && read(other).toLowerCase() === key.toLowerCase(),
    );
    const problem =
      bad === 'short' ? t(`phrases.${id}.wrong`) : twice ? t('phrases.twice') : undefined;
    const other =
      right.trim() === ''
        ? t('phrases.empty')
        : bad === 'numbers'
          ? t('phrases.numbers')
          : undefined;
    if (problem !== undefined || other !== undefined)
      return setTold({
        ...(problem !== undefined && { left: problem }),
        ...(other !== undefined && { right: other }),
      });
    const pair: Pair = [key, right];
    try {
      await save(at < rows.length ? rows.with(at, pair) : [...rows, pair]);
      onClose();
    } catch (error) {
      setTold({ all: failure(error) });
    }
  };
  const second = {
    label: t(`phrases.${id}.right`),
    value: right,
    onChange: setRight,
    maxLength: longest[1],
    isRequired: true,
    problem: told.right,
  };
  return (
    <Ask
      open
      onClose={onClose}
      title={t(at < rows.length ? 'phrases.changeTitle' : `phrases.${id}.add`)}
      actions={null}
    >
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          void keep();
        }}
        validationBehavior="aria"
      >
        <Field
          label={t(`phrases.${id}.left`)}
          hint={t(`phrases.${id}.leftHint`)}
          value={left}
          onChange={setLeft}
          maxLength={longest[0]}
          isRequired
          autoFocus
          autoComplete="off"
          problem={told.left}
        />
        {several ? <Lines {...second} rows={5} /> : <Field {...second} autoComplete="off" />}
        {told.all !== undefined && <Banner tone="bad" urgent title={told.all} />}
        <div className="dialog-actions">
          <Button onPress={onClose}>{t('phrases.cancel')}</Button>
          <Button type="submit" look="primary">
            {t('phrases.save')}
          </Button>
        </div>
      </Form>
    </Ask>
  );
}
