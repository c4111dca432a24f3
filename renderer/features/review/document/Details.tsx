/** Adds to a line of the note what it leaves open: since when, how bad, which side. The note itself stays as it came. */
import { useEffect, useState } from 'react';
import { Form } from 'react-aria-components';
import type { Addition, FindingContext, Property } from '../../../../shared/model/note/findings.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import { request } from '../../../common/stores/core.ts';
import { say } from '../../../common/stores/messages.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Ask } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { PickOne } from '../../../ui/Pick.tsx';
import { useWords } from '../../../ui/useWords.ts';
import { applyVisit } from '../../visits/visits-store.ts';
import { readAmount, usualProperties, writeAmount } from './details-format.ts';

type Props = {
  readonly visit: Visit;
  readonly section: string;
  readonly name: string;
  readonly context: FindingContext;
  readonly addition: Addition | undefined;
  readonly onClose: () => void;
};

/** Those of the finding itself where the platform knows it by this name, else those of all of its kind. */
async function propertiesFor(name: string, context: FindingContext): Promise<readonly Property[]> {
  const kind =
    context === 'symptoms' ? 'symptom' : context === 'diagnosis' ? 'diagnosis' : undefined;
  const found = kind
    ? await request('findings.search', { text: name.slice(0, 200), kind, most: 5 })
    : [];
  const same = (text: string) => text.localeCompare(name, undefined, { sensitivity: 'base' }) === 0;
  const id = found.find((one) => same(one.name) || same(one.commonName))?.id;
  const [own] =
    id === undefined ? [] : await request('findings.properties', { context, ids: [id] });
  const [all] =
    own && own.properties.length > 0
      ? [own]
      : await request('findings.properties', { context, ids: [] });
  return all?.properties ?? [];
}

export function Details({ visit, section, name, context, addition, onClose }: Props) {
  const { t, failure } = useWords();
  const [properties, setProperties] = useState<readonly Property[] | undefined>();
  const [alone, setAlone] = useState(false);
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries((addition?.values ?? []).map(({ id, text }) => [id, text])),
  );
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let over = false;
    const usual = () => usualProperties(context, (id) => t(`details.word.${id}`));
    propertiesFor(name, context).then(
      (list) => void (over || setProperties(list.length > 0 ? list : usual())),
      () => void (over || (setAlone(true), setProperties(usual()))),
    );
    return () => void (over = true);
    // Once for this line; the words of another language come with the next opening.
  }, [name, context]);

  // What was added under a property that is not offered any more stays.
  const kept = (addition?.values ?? [])
    .filter(({ id }) => !properties?.some((one) => one.id === id))
    .map(({ id, label }): Property => ({ id, name: label, type: 'open_text', options: [] }));
  const offered = [...(properties ?? []), ...kept];
  const filled = ({ id }: Property) => addition?.values.some((one) => one.id === id) === true;
  // What has a text already comes first: saving writes what stands here, so none of it may be cut off.
  const all = [...offered.filter(filled), ...offered.filter((one) => !filled(one))].slice(0, 12);

  const save = async () => {
    if (busy || !properties) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const values = all.flatMap(({ id, name: label }) =>
        texts[id]?.trim() ? [{ id, label, text: texts[id].trim() }] : [],
      );
      applyVisit(await request('notes.add', { id: visit.id, section, name, values }));
      say(t('details.saved'));
      onClose();
    } catch (error) {
      setProblem(failure(error));
      setBusy(false);
    }
  };

  return (
    <Ask open onClose={onClose} title={t('details.title', { name })} actions={null}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
        validationBehavior="aria"
      >
        <p className="hint">{t('details.text')}</p>
        {!properties && (
          <p className="empty" role="status">
            {t('details.opening')}
          </p>
        )}
        {properties && alone && <p className="hint">{t('details.alone')}</p>}
        {properties && (
          <div className="fields">
            {all.map((one) => (
              <One
                key={one.id}
                property={one}
                text={texts[one.id] ?? ''}
                onChange={(text) => setTexts((before) => ({ ...before, [one.id]: text }))}
              />
            ))}
          </div>
        )}
        {problem !== undefined && <Banner tone="bad" urgent title={problem} />}
        <div className="dialog-actions">
          <Button onPress={onClose}>{t('details.cancel')}</Button>
          <Button type="submit" look="primary" isDisabled={busy || !properties}>
            {t(busy ? 'details.saving' : 'details.save')}
          </Button>
        </div>
      </Form>
    </Ask>
  );
}

const NONE = 'none:';
const LONGEST = 500;

function One({
  property: { name, type, options },
  text,
  onChange,
}: {
  readonly property: Property;
  readonly text: string;
  readonly onChange: (text: string) => void;
}) {
  const { t } = useWords();
  // The unit may be chosen before the number.
  const [unit, setUnit] = useState(
    () => readAmount(text, options).unit || (options[1] ?? options[0] ?? ''),
  );
  if (type === 'choice' && options.length > 0) {
    const known = text === '' || options.includes(text) ? options : [...options, text];
    return (
      <PickOne
        label={name}
        value={text === '' ? NONE : text}
        onChange={(id) => onChange(id === NONE ? '' : id)}
        options={[
          { id: NONE, label: t('details.unsaid') },
          ...known.map((id) => ({ id, label: id })),
        ]}
      />
    );
  }
  if (type === 'prefix_suggest' && options.length > 0) {
    const { amount } = readAmount(text, options);
    return (
      <div className="amount">
        <Field
          label={name}
          value={amount}
          onChange={(next) => onChange(writeAmount(next, unit))}
          inputMode="decimal"
          maxLength={20}
          autoComplete="off"
        />
        <PickOne
          label={t('details.unit')}
          value={unit}
          onChange={(next) => {
            setUnit(next);
            onChange(writeAmount(amount, next));
          }}
          options={options.map((id) => ({ id, label: id }))}
        />
      </div>
    );
  }
  return (
    <Field
      label={name}
      value={text}
      onChange={onChange}
      maxLength={LONGEST}
      autoComplete="off"
      {...(type === 'date' && { type: 'date' })}
    />
  );
}
