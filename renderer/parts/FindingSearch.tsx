/** A field for a symptom or a diagnosis: proposes what the platform knows while one types, and takes any other words as well. */
import { useEffect, useRef, useState } from 'react';
import { ComboBox, Input, Label, ListBox, ListBoxItem, Popover, Text } from 'react-aria-components';
import type { Finding } from '../../shared/findings.ts';
import { request } from '../stores/bridge.ts';
import { useWords } from './useWords.ts';

type Props = {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** One of the proposals was taken. */
  readonly onChoose?: ((finding: Finding) => void) | undefined;
  readonly kind?: Finding['kind'] | undefined;
  /** False: a plain field; tests and medicines are not in that list. */
  readonly proposing?: boolean;
};

/** Milliseconds after the last letter. */
const PAUSE = 300;
const SHORTEST = 3;
const MOST = 8;

export function FindingSearch({ label, hint, value, onChange, onChoose, kind, proposing = true }: Props) {
  const { t } = useWords();
  const [found, setFound] = useState<readonly Finding[]>([]);
  const [failed, setFailed] = useState(false);
  const chosen = useRef('');
  useEffect(() => {
    const text = value.trim();
    if (!proposing || text.length < SHORTEST || text === chosen.current) return setFound([]);
    let over = false;
    const timer = setTimeout(() => {
      request('findings.search', { text, most: MOST, ...(kind && { kind }) }).then(
        (list) => {
          if (over) return;
          setFailed(false);
          setFound(list);
        },
        // Without the platform any words will do; the field says that there are no proposals.
        () => void (over || (setFailed(true), setFound([]))),
      );
    }, PAUSE);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [value, kind, proposing]);
  return (
    <ComboBox
      className="field" inputValue={value} onInputChange={onChange} items={found} allowsCustomValue menuTrigger="input"
      onSelectionChange={(key) => {
        const one = found.find(({ id }) => id === key);
        if (!one) return;
        chosen.current = one.name;
        setFound([]);
        onChange(one.name);
        onChoose?.(one);
      }}
    >
      <Label className="label">{label}</Label>
      <Input className="input" maxLength={1000} autoComplete="off" />
      {(hint !== undefined || failed) && <Text slot="description" className="hint">{failed ? t('finding.none') : hint}</Text>}
      <Popover className="popover">
        <ListBox className="list">
          {(one: Finding) => (
            <ListBoxItem id={one.id} className="list-item" textValue={one.name}>
              <span className="list-words">
                <span>{one.name}</span>
                <span className="hint">{[one.commonName === one.name ? '' : one.commonName, t(`finding.${one.kind}`), one.icd10?.code].filter(Boolean).join(' · ')}</span>
              </span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
