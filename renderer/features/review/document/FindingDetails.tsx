/**
 * Adds details to a finding of the note: since when, how severe, which side. The note itself is not
 * changed.
 */
import { useEffect, useMemo, useState } from 'react';
import { Form } from 'react-aria-components';
import { asFailure, type Failure } from '../../../../shared/failure.ts';
import type { Addition, FindingContext, Property } from '../../../../shared/model/note/findings.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import { request } from '../../../common/stores/core.ts';
import { say } from '../../../common/stores/messages.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { PickOne } from '../../../ui/Pick.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
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

const kinds: Partial<Record<FindingContext, 'symptom' | 'diagnosis'>> = {
  symptoms: 'symptom',
  diagnosis: 'diagnosis',
};

/**
 * Properties of the finding itself if the platform knows it by this name, else those of its whole
 * kind.
 */
async function propertiesFor(name: string, context: FindingContext): Promise<readonly Property[]> {
  const kind = kinds[context];
  const found = kind
    ? await request('findings.search', { text: name.slice(0, 200), kind, most: 5 })
    : [];
  const isSame = (text: string) =>
    text.localeCompare(name, undefined, { sensitivity: 'base' }) === 0;
  const id = found.find((one) => isSame(one.name) || isSame(one.commonName))?.id;
  const [own] =
    id === undefined ? [] : await request('findings.properties', { context, ids: [id] });
  if (own && own.properties.length > 0) return own.properties;
  const [all] = await request('findings.properties', { context, ids: [] });
  return all?.properties ?? [];
}

type Loaded = {
  readonly properties: readonly Property[];
  /** The platform could not be asked. */
  readonly offline: boolean;
  /** They are named by the platform, not by the catalogue. */
  readonly isPlatforms?: boolean;
};

function useProperties(name: string, context: FindingContext): Loaded | undefined {
  const { t } = useLocale();
  const [answer, setAnswer] = useState<Loaded | undefined>();
  useEffect(() => {
    let over = false;
    const show = (next: Loaded) => {
      if (!over) setAnswer(next);
    };
    propertiesFor(name, context).then(
      (properties) => show({ properties, offline: false }),
      () => show({ properties: [], offline: true }),
    );
    return () => {
      over = true;
    };
  }, [name, context]);
  // Without properties from the platform: the usual ones, in the language of the interface.
  return useMemo(
    () =>
      answer && answer.properties.length > 0
        ? { ...answer, isPlatforms: true }
        : answer && {
            ...answer,
            properties: usualProperties(context, (id) => t(`details.word.${id}`)),
          },
    [answer, context, t],
  );
}

export function FindingDetails({ visit, section, name, context, addition, onClose }: Props) {
  const { t, failure } = useLocale();
  const loaded = useProperties(name, context);
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries((addition?.values ?? []).map(({ id, text }) => [id, text])),
  );
  const [problem, setProblem] = useState<Failure | undefined>();
  const [busy, setBusy] = useState(false);
  const fields = fieldsFor(loaded?.properties ?? [], addition);

  const save = async () => {
    if (busy || !loaded) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const values = fields.flatMap(({ id, name: label }) =>
        texts[id]?.trim() ? [{ id, label, text: texts[id].trim() }] : [],
      );
      applyVisit(await request('notes.add', { id: visit.id, section, name, values }));
      say(({ t }) => t('details.saved'));
      onClose();
    } catch (error) {
      setProblem(asFailure(error));
      setBusy(false);
    }
  };

  return (
    <Dialog open onClose={onClose} title={t('details.title', { name })} actions={null}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
        validationBehavior="aria"
      >
        <p className="hint">{t('details.text')}</p>
        {!loaded && (
          <p className="empty" role="status">
            {t('details.opening')}
          </p>
        )}
        {loaded?.offline && <p className="hint">{t('details.alone')}</p>}
        {loaded && (
          // The platform's own words are in the language of the note.
          <div className="fields" lang={loaded.isPlatforms ? visit.outputLanguage : undefined}>
            {fields.map((property) => (
              <PropertyField
                key={property.id}
                property={property}
                text={texts[property.id] ?? ''}
                onChange={(text) => setTexts((before) => ({ ...before, [property.id]: text }))}
              />
            ))}
          </div>
        )}
        {problem && <Banner tone="bad" urgent title={failure(problem)} />}
        <div className="dialog-actions">
          <Button onPress={onClose}>{t('details.cancel')}</Button>
          <Button type="submit" look="primary" isDisabled={busy || !loaded}>
            {t(busy ? 'details.saving' : 'details.save')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

const MAX_FIELDS = 12;

/**
 * The properties to fill in. Those with a text come first: saving writes exactly these fields, so
 * none with a text may be cut off.
 */
function fieldsFor(properties: readonly Property[], addition: Addition | undefined): Property[] {
  const values = addition?.values ?? [];
  const notOffered = values
    .filter(({ id }) => !properties.some((one) => one.id === id))
    .map(({ id, label }): Property => ({ id, name: label, type: 'open_text', options: [] }));
  const all = [...properties, ...notOffered];
  const isFilled = ({ id }: Property) => values.some((one) => one.id === id);
  return [...all.filter(isFilled), ...all.filter((one) => !isFilled(one))].slice(0, MAX_FIELDS);
}

const NONE = 'none:';
/** Characters. */
const MAX_LENGTH = 500;

type FieldProps = {
  readonly property: Property;
  readonly text: string;
  readonly onChange: (text: string) => void;
};

function PropertyField({ property, text, onChange }: FieldProps) {
  const { name, type, options } = property;
  if (type === 'choice' && options.length > 0)
    return <ChoiceField property={property} text={text} onChange={onChange} />;
  if (type === 'prefix_suggest' && options.length > 0)
    return <AmountField property={property} text={text} onChange={onChange} />;
  return (
    <Field
      label={name}
      value={text}
      onChange={onChange}
      maxLength={MAX_LENGTH}
      autoComplete="off"
      {...(type === 'date' && { type: 'date' })}
    />
  );
}

function ChoiceField({ property: { name, options }, text, onChange }: FieldProps) {
  const { t } = useLocale();
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

/** A number and its unit; the unit may be chosen first. */
function AmountField({ property: { name, options }, text, onChange }: FieldProps) {
  const { t } = useLocale();
  const [unit, setUnit] = useState(
    () => readAmount(text, options).unit || (options[1] ?? options[0] ?? ''),
  );
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
