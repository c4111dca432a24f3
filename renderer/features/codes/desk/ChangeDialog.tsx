/**
 * Chooses other codes for an entity: first the proposed ones, then those found by typing. One field
 * for each code list; Enter decides.
 */
import { Check, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import {
  Button as AriaButton,
  ComboBox,
  Form,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from 'react-aria-components';
import type { CodeCandidate, Ontology } from '../../../../shared/model/coding/codification.ts';
import type { ChosenCode } from '../../../../shared/model/coding/desk.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useLocale, type Words } from '../../../ui/useLocale.ts';
import type { Column } from '../columns.ts';
import { type CodeSearch, useCodeSearch } from './useCodeSearch.ts';
import type { Item } from './work/desk-items.ts';
import type { DeskWork } from './work/useDeskWork.ts';

type Touched = ReadonlyMap<Ontology, ChosenCode | undefined>;

export function ChangeDialog({ item, work }: { readonly item: Item; readonly work: DeskWork }) {
  const { t } = useLocale();
  /** What was chosen here; a list that was not touched has the code that is selected for it. */
  const [touched, setTouched] = useState<Touched>(new Map());
  /** Lists whose field has words that lead to no code yet. */
  const [searching, setSearching] = useState<ReadonlySet<Ontology>>(new Set());
  const codes = new Map<Ontology, ChosenCode | undefined>([
    ...item.selected.map((one) => [one.ontology, one] as const),
    ...touched,
  ]);
  const chosen = [...codes.values()].filter((code) => code !== undefined);
  const canDecide = chosen.length > 0 && searching.size === 0;
  const [firstField] = useState(work.column);
  const set = (ontology: Ontology) => (code: ChosenCode | undefined) =>
    setTouched((before) => new Map(before).set(ontology, code));
  const search = (ontology: Ontology) => (isSearching: boolean) =>
    setSearching((before) => {
      const others = [...before].filter((one) => one !== ontology);
      return new Set(isSearching ? [...others, ontology] : others);
    });
  return (
    <Dialog
      open
      onClose={work.closeForm}
      title={t('desk.changeTitle', { text: item.entity.text })}
      actions={null}
    >
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          if (canDecide) work.accept(chosen, item.entity.id);
        }}
        validationBehavior="aria"
      >
        <p className="hint">{t('desk.changeHint')}</p>
        {item.columns.map((column, index) => (
          <CodeField
            key={column.ontology}
            column={column}
            value={codes.get(column.ontology)}
            onChange={set(column.ontology)}
            onSearch={search(column.ontology)}
            autoFocus={index === firstField}
          />
        ))}
        <div className="dialog-actions">
          <Button onPress={work.closeForm}>{t('desk.back')}</Button>
          <Button type="submit" look="primary" icon={Check} isDisabled={!canDecide}>
            {t('desk.use', { codes: chosen.map(({ code }) => code).join(', ') })}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

type Option = { readonly id: string; readonly name: string; readonly about: string };
type FieldProps = {
  readonly column: Column;
  readonly value: ChosenCode | undefined;
  readonly onChange: (code: ChosenCode | undefined) => void;
  readonly onSearch: (isSearching: boolean) => void;
  readonly autoFocus: boolean;
};

const textOf = ({ name, code }: Pick<ChosenCode, 'name' | 'code'>) => `${name} · ${code}`;

function CodeField({
  column: { ontology, candidates },
  value,
  onChange,
  onSearch,
  autoFocus,
}: FieldProps) {
  const { t } = useLocale();
  /** Undefined while the field shows the chosen code. */
  const [typed, setTyped] = useState<string | undefined>();
  const shown = value ? textOf(value) : '';
  const search = useCodeSearch(ontology, typed?.trim() ?? '');
  const options = (search?.candidates ?? candidates).map(
    (candidate): Option => ({
      id: candidate.code,
      name: candidate.term,
      about: aboutCandidate(candidate, t),
    }),
  );
  const show = () => {
    setTyped(undefined);
    onSearch(false);
  };
  const choose = (key: unknown) => {
    const option = options.find(({ id }) => id === key);
    if (!option) return;
    onChange({ ontology, code: option.id, name: option.name });
    show();
  };
  const type = (next: string) => {
    if (next === shown) return show();
    setTyped(next);
    onSearch(next.trim() !== '');
    if (next === '') onChange(undefined);
  };
  return (
    <ComboBox
      className="field pick"
      items={options}
      inputValue={typed ?? shown}
      selectedKey={value && options.some(({ id }) => id === value.code) ? value.code : null}
      onInputChange={type}
      onSelectionChange={choose}
      // Text that leads to no code is dropped: the field shows the chosen code again.
      onBlur={() => {
        if (typed) show();
      }}
      allowsCustomValue
      allowsEmptyCollection
      menuTrigger="focus"
      autoFocus={autoFocus}
      onFocus={(event) => {
        if (event.target instanceof HTMLInputElement) event.target.select();
      }}
    >
      <Label className="label">{t(`codes.name.${ontology}`)}</Label>
      <div className="desk-combo">
        <Input className="input" autoComplete="off" maxLength={400} />
        <AriaButton className="desk-combo-open">
          <ChevronDown aria-hidden="true" className="icon" />
        </AriaButton>
      </div>
      <Text slot="description" className="hint">
        <SearchSummary search={search} />
      </Text>
      <CodeOptions ontology={ontology} />
    </ComboBox>
  );
}

function SearchSummary({ search }: { readonly search: CodeSearch | undefined }) {
  const { t, failure } = useLocale();
  if (!search) return t('desk.fieldHint');
  if (search.failure) return failure(search.failure);
  const { count, linker, version } = search;
  return t('desk.foundBy', { count, linker: t(`desk.linker.${linker}`), version });
}

/**
 * The list below the field. It is drawn outside of the dialog, so it is a region of its own: no
 * content stands outside of every landmark.
 */
function CodeOptions({ ontology }: { readonly ontology: Ontology }) {
  const { t } = useLocale();
  return (
    <Popover className="popover">
      <section
        className="desk-combo-list"
        aria-label={t('desk.codesFound', { list: t(`codes.name.${ontology}`) })}
      >
        <ListBox
          className="list"
          renderEmptyState={() => <div className="list-empty">{t('pick.nothing')}</div>}
        >
          {({ id, name, about }: Option) => (
            <ListBoxItem id={id} className="list-item" textValue={textOf({ name, code: id })}>
              <span className="list-words">
                <span>
                  <span lang="en">{name}</span> <span className="code">{id}</span>
                </span>
                {about !== '' && <span className="hint">{about}</span>}
              </span>
              <Check aria-hidden="true" className="icon list-tick" />
            </ListBoxItem>
          )}
        </ListBox>
      </section>
    </Popover>
  );
}

function aboutCandidate(
  { linked, chosenBefore = 0, header, billable }: CodeCandidate,
  t: Words['t'],
): string {
  const parts = [
    linked && t('desk.linked'),
    chosenBefore > 0 && t('desk.chosenBefore'),
    header && t('desk.header'),
    !header && billable === false && t('desk.notBillable'),
  ];
  return parts.filter(Boolean).join(' · ');
}
