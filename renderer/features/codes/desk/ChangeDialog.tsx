/** Another code for an entity: what was proposed first, then what is found as one types. One field a list of codes; Enter decides. */
import { Check, ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
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
import type { Ontology } from '../../../../shared/model/coding/codification.ts';
import type { ChosenCode } from '../../../../shared/model/coding/desk.ts';
import { Button } from '../../../ui/Button.tsx';
import { Ask } from '../../../ui/Dialog.tsx';
import { useWords } from '../../../ui/useWords.ts';
import type { Column } from '../desk-format.ts';
import { searchCodes } from '../desk-store.ts';
import type { DeskWork, Item } from './useDeskWork.ts';

type Codes = Partial<Record<Ontology, ChosenCode>>;

export function ChangeDialog({ item, work }: { readonly item: Item; readonly work: DeskWork }) {
  const { t } = useWords();
  const [codes, setCodes] = useState<Codes>(() =>
    Object.fromEntries(item.standing.map((one) => [one.ontology, one])),
  );
  const chosen = Object.values(codes);
  const [first] = useState(work.column);
  const set = (ontology: Ontology) => (code: ChosenCode | undefined) =>
    setCodes(({ [ontology]: _before, ...others }) =>
      code ? { ...others, [ontology]: code } : others,
    );
  return (
    <Ask
      open
      onClose={work.stopAsking}
      title={t('desk.changeTitle', { text: item.entity.text })}
      actions={null}
    >
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen.length > 0) work.accept(chosen);
        }}
        validationBehavior="aria"
      >
        <p className="hint">{t('desk.changeHint')}</p>
        {item.columns.map((column, index) => (
          <CodeField
            key={column.ontology}
            column={column}
            value={codes[column.ontology]}
            onChange={set(column.ontology)}
            autoFocus={index === first}
          />
        ))}
        <div className="dialog-actions">
          <Button onPress={work.stopAsking}>{t('desk.back')}</Button>
          <Button type="submit" look="primary" icon={Check} isDisabled={chosen.length === 0}>
            {t('desk.use', { codes: chosen.map(({ code }) => code).join(', ') })}
          </Button>
        </div>
      </Form>
    </Ask>
  );
}

type Shown = { readonly id: string; readonly name: string; readonly about: string };
type FieldProps = {
  readonly column: Column;
  readonly value: ChosenCode | undefined;
  readonly onChange: (code: ChosenCode | undefined) => void;
  readonly autoFocus: boolean;
};

/** Milliseconds after the last letter; the answer is from this computer. */
const PAUSE = 120;
const LONG_PAUSE = 400;
const MOST = 30;
const wordsOf = ({ name, code }: Pick<ChosenCode, 'name' | 'code'>) => `${name} · ${code}`;

function CodeField({ column: { ontology, candidates }, value, onChange, autoFocus }: FieldProps) {
  const { t, failure } = useWords();
  const [text, setText] = useState(value ? wordsOf(value) : '');
  const [found, setFound] = useState<readonly Shown[]>();
  const [said, setSaid] = useState('');
  const typed = useRef(false);
  const about = (one: {
    readonly linked: boolean;
    readonly header?: boolean | undefined;
    readonly billable?: boolean | undefined;
    readonly chosenBefore?: number | undefined;
  }) =>
    [
      one.linked && t('desk.linked'),
      (one.chosenBefore ?? 0) > 0 && t('desk.chosenBefore'),
      one.header ? t('desk.header') : one.billable === false && t('desk.notBillable'),
    ]
      .filter(Boolean)
      .join(' · ');
  const offered = candidates.map(
    (one): Shown => ({ id: one.code, name: one.term, about: about(one) }),
  );
  const wanted = text.trim();

  useEffect(() => {
    if (!typed.current || wanted.length < 2) {
      setFound(undefined);
      return setSaid('');
    }
    let over = false;
    const wait = (ms: number) =>
      new Promise<void>((done) => {
        timer = setTimeout(done, ms);
      });
    let timer: ReturnType<typeof setTimeout>;
    const look = async () => {
      await wait(PAUSE);
      const text = wanted.slice(0, 200);
      let answer = await searchCodes(ontology, text).catch(() => undefined);
      // No list here, or none that knows it: the platform, when nothing is typed for a moment.
      if (!answer?.candidates.length) {
        await wait(LONG_PAUSE);
        if (over) return;
        answer = await searchCodes(ontology, text, 'platform').catch((error: unknown) =>
          answer ? answer : Promise.reject(error),
        );
      }
      if (over || !answer) return;
      const { linker, version, candidates: list } = answer;
      setFound(
        list
          .slice(0, MOST)
          .map((one): Shown => ({ id: one.code, name: one.term, about: about(one) })),
      );
      setSaid(
        t('desk.foundBy', { count: list.length, linker: t(`desk.linker.${linker}`), version }),
      );
    };
    look().catch((error: unknown) => void (over || (setFound([]), setSaid(failure(error)))));
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [wanted, ontology]);

  const items = found ?? offered;
  const choose = (key: unknown) => {
    if (key === null) return onChange(undefined);
    const one = items.find(({ id }) => id === key);
    if (!one) return;
    typed.current = false;
    onChange({ ontology, code: one.id, name: one.name });
    setText(wordsOf({ name: one.name, code: one.id }));
  };
  return (
    <ComboBox
      className="field pick"
      items={items}
      inputValue={text}
      selectedKey={value && items.some(({ id }) => id === value.code) ? value.code : null}
      onInputChange={(next) => {
        typed.current = next !== (value && wordsOf(value));
        setText(next);
        if (next === '') onChange(undefined);
      }}
      onSelectionChange={(key) => key !== null && choose(key)}
      // Words that lead to no code are none: the field shows what stands.
      onBlur={() => {
        if (typed.current && text !== '') {
          typed.current = false;
          setText(value ? wordsOf(value) : '');
        }
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
        {said || t('desk.fieldHint')}
      </Text>
      <Popover className="popover">
        {/* Drawn outside the dialog; a region of its own, so that it is nowhere outside of everything. */}
        <section
          className="desk-combo-list"
          aria-label={t('desk.codesFound', { list: t(`codes.name.${ontology}`) })}
        >
          <ListBox
            className="list"
            renderEmptyState={() => <div className="list-empty">{t('pick.nothing')}</div>}
          >
            {({ id, name, about: more }: Shown) => (
              <ListBoxItem id={id} className="list-item" textValue={wordsOf({ name, code: id })}>
                <span className="list-words">
                  <span>
                    <span lang="en">{name}</span> <span className="code">{id}</span>
                  </span>
                  {more !== '' && <span className="hint">{more}</span>}
                </span>
                <Check aria-hidden="true" className="icon list-tick" />
              </ListBoxItem>
            )}
          </ListBox>
        </section>
      </Popover>
    </ComboBox>
  );
}
