/** The lists of Pick.tsx. */
import { Check, ChevronDown } from 'lucide-react';
import {
  Autocomplete,
  Button,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SearchField,
  Select,
  SelectValue,
  Text,
  useFilter,
} from 'react-aria-components';
import type { Many, One, Option } from './Pick.tsx';
import { useLocale } from './useLocale.ts';

export function PickOne({
  label,
  options,
  hint,
  searchable = false,
  value,
  onChange,
  placeholder = '',
  locked,
  isDisabled = false,
}: One) {
  return (
    <Select
      className="field pick"
      placeholder={placeholder}
      value={value}
      isDisabled={isDisabled}
      onChange={(next) => next !== null && onChange(String(next))}
    >
      <Label className="label">{label}</Label>
      <Face chosen={options.filter(({ id }) => id === value)} />
      {(hint || locked) && (
        <Text slot="description" className="hint">
          {hint} {locked}
        </Text>
      )}
      <List options={options} searchable={searchable} />
    </Select>
  );
}

export function PickMany({
  label,
  options,
  hint,
  searchable = false,
  value,
  limit,
  onChange,
}: Many) {
  const full = value.length >= limit;
  const change = (next: readonly unknown[]) => {
    const ids = next.map(String);
    const kept = value.filter((id) => ids.includes(id));
    const order = [...kept, ...ids.filter((id) => !kept.includes(id))].slice(0, limit);
    if (order.length > 0) onChange(order);
  };
  return (
    <Select
      className="field pick"
      selectionMode="multiple"
      value={[...value]}
      onChange={change}
      disabledKeys={full ? options.filter(({ id }) => !value.includes(id)).map(({ id }) => id) : []}
    >
      <Label className="label">{label}</Label>
      <Face chosen={value.flatMap((id) => options.find((option) => option.id === id) ?? [])} />
      {hint && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <List options={options} searchable={searchable} />
    </Select>
  );
}

function Face({ chosen }: { readonly chosen: readonly Option[] }) {
  return (
    <Button className="input pick-face">
      <SelectValue className="pick-value">
        {({ isPlaceholder, defaultChildren }) =>
          isPlaceholder || chosen.length === 0
            ? defaultChildren
            : chosen.map(({ id, label, lang }, index) => (
                <span key={id}>
                  {index > 0 && ', '}
                  <span lang={lang}>{label}</span>
                </span>
              ))
        }
      </SelectValue>
      <ChevronDown aria-hidden="true" className="icon" />
    </Button>
  );
}

function List({
  options,
  searchable,
}: {
  readonly options: readonly Option[];
  readonly searchable: boolean;
}) {
  const { t } = useLocale();
  const { contains } = useFilter({ sensitivity: 'base' });
  const list = (
    <ListBox
      className="list"
      items={options}
      renderEmptyState={() => <div className="list-empty">{t('pick.nothing')}</div>}
    >
      {({ id, label, also, lang }) => (
        <ListBoxItem
          id={id}
          className="list-item"
          textValue={also === undefined ? label : `${label} ${also}`}
        >
          <span className="list-words">
            <span lang={lang}>{label}</span>
            {also !== undefined && also !== label && <span className="hint">{also}</span>}
          </span>
          <Check aria-hidden="true" className="icon list-tick" />
        </ListBoxItem>
      )}
    </ListBox>
  );
  return (
    <Popover className="popover">
      {searchable ? (
        <Autocomplete filter={contains}>
          <SearchField className="list-search" aria-label={t('pick.search')} autoFocus>
            <Input className="input" placeholder={t('pick.search')} />
          </SearchField>
          {/* The focus stays in the search field; somebody who only wants to scroll can come here. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, which needs the focus by keyboard. */}
          <div className="list-scroll" tabIndex={0}>
            {list}
          </div>
        </Autocomplete>
      ) : (
        list
      )}
    </Popover>
  );
}
