/**
 * Several short words: each typed one becomes a tag with Enter or a comma, and goes again with
 * Backspace or its cross.
 */
import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import {
  Button,
  FieldError,
  Input,
  Label,
  Tag,
  TagGroup,
  TagList,
  Text,
  TextField,
} from 'react-aria-components';
import { useLocale } from './useLocale.ts';

type Props = {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly problem?: string | undefined;
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
  /** Offered while one types; `label` is shown on the tag beside its id. */
  readonly known?: readonly { readonly id: string; readonly label: string }[];
  readonly isDisabled?: boolean;
};

export function Tags({
  label,
  hint,
  problem,
  value,
  onChange,
  known = [],
  isDisabled = false,
}: Props) {
  const { t } = useLocale();
  const [typed, setTyped] = useState('');
  const list = useId();
  const nameOf = (id: string) => known.find((one) => one.id === id)?.label;
  const take = (text: string) => {
    const words = text
      .split(/[,;\n]/)
      .map((word) => word.trim())
      .filter(Boolean);
    if (words.length > 0) onChange([...new Set([...value, ...words])]);
    setTyped('');
  };
  const write = (text: string) => (/[,;\n]/.test(text) ? take(text) : setTyped(text));
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && typed.trim() !== '') {
      // Else the form would be sent.
      event.preventDefault();
      take(typed);
    }
    if (event.key === 'Backspace' && typed === '' && value.length > 0) onChange(value.slice(0, -1));
  };
  return (
    <div className="field tags">
      <TextField
        value={typed}
        onChange={write}
        onKeyDown={press}
        onBlur={() => take(typed)}
        isInvalid={problem !== undefined}
        isDisabled={isDisabled}
        className="field"
        autoComplete="off"
        maxLength={200}
      >
        <Label className="label">{label}</Label>
        <Input className="input" {...(known.length > 0 ? { list } : {})} />
        {hint && (
          <Text slot="description" className="hint">
            {hint}
          </Text>
        )}
        <FieldError className="problem">{problem}</FieldError>
      </TextField>
      {known.length > 0 && (
        <datalist id={list}>
          {known
            .filter(({ id }) => !value.includes(id))
            .map((one) => (
              <option key={one.id} value={one.id}>
                {one.label}
              </option>
            ))}
        </datalist>
      )}
      {value.length > 0 && (
        <TagGroup
          aria-label={label}
          className="tag-group"
          onRemove={(keys) => onChange(value.filter((id) => !keys.has(id)))}
          selectionMode="none"
        >
          <TagList className="tag-list" items={value.map((id) => ({ id }))} dependencies={[known]}>
            {({ id }) => (
              <Tag id={id} className="tag" textValue={nameOf(id) ?? id}>
                <span>{nameOf(id) === undefined ? id : `${nameOf(id)} · ${id}`}</span>
                <Button slot="remove" className="tag-remove" aria-label={t('tags.remove')}>
                  <X aria-hidden="true" className="icon" />
                </Button>
              </Tag>
            )}
          </TagList>
        </TagGroup>
      )}
    </div>
  );
}
