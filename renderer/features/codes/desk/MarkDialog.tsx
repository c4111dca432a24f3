/**
 * Marks words of the note as an entity, by keyboard: a line, its first and last word, and the kind.
 * A selection in the note's text is taken over.
 */
import { Highlighter } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Form, Label, ListBox, ListBoxItem, type Selection } from 'react-aria-components';
import { asFailure, type Failure } from '../../../../shared/failure.ts';
import { ontologiesOf } from '../../../../shared/model/coding/entities.ts';
import type { EntityKind } from '../../../../shared/model/export/export.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { PickOne } from '../../../ui/Pick.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { wordsIn } from '../../visits/text/note-text.ts';
import { mark } from '../desk-store.ts';
import { type MarkableLine, markableLines, rangeOf, startLine } from './note/markable-lines.ts';
import type { Selected } from './note/selection.ts';
import { useNoteText } from './note/useNoteText.ts';
import { currentItem } from './work/desk-actions.ts';
import type { DeskWork } from './work/useDeskWork.ts';

// Not from shared/model/export/export: its schemas are for the core, and would come into the page
// with it.
const kinds = (Object.keys(ontologiesOf) as EntityKind[]).filter(
  (kind) => ontologiesOf[kind].length > 0,
);

type Props = {
  readonly work: DeskWork;
  readonly selected: Selected | undefined;
  readonly language: string;
  readonly sectionName: (document: number, section: string) => string;
  readonly transcriptAt: number;
};

export function MarkDialog({ work, selected, language, sectionName, transcriptAt }: Props) {
  const { t, failure } = useLocale();
  const { lines, line, setLine, words, range, setChosen } = useMarkedRange(
    work,
    selected,
    language,
    transcriptAt,
  );
  const [kind, setKind] = useState<EntityKind>(currentItem(work)?.entity.kind ?? 'symptom');
  const [problem, setProblem] = useState<Failure | undefined>();
  const save = async () => {
    if (!line || !range) return;
    setProblem(undefined);
    try {
      const { document, section } = line;
      const { start, text } = range;
      const message = t('desk.told.marked', { text });
      await markWords(work, { document, section, start, text, kind }, message);
    } catch (error) {
      setProblem(asFailure(error));
    }
  };
  return (
    <Dialog open onClose={work.closeForm} title={t('desk.markTitle')} actions={null}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
        validationBehavior="aria"
      >
        <PickOne
          label={t('desk.markLine')}
          searchable
          value={line?.key ?? null}
          onChange={setLine}
          options={lines.map((one) => ({
            id: one.key,
            label: one.text.slice(one.start, Math.min(one.end, one.start + 200)),
            also: sectionName(one.document, one.section),
            lang: language,
          }))}
        />
        <WordList
          words={words}
          selected={range?.wordStarts ?? new Set()}
          onChange={setChosen}
          language={language}
        />
        <PickOne
          label={t('desk.markKind')}
          value={kind}
          onChange={(id) => setKind(id as EntityKind)}
          options={kinds.map((id) => ({ id, label: t(`desk.kind.${id}`) }))}
        />
        {problem && <Banner tone="bad" urgent title={failure(problem)} />}
        <div className="dialog-actions">
          <Button onPress={work.closeForm}>{t('desk.back')}</Button>
          <Button type="submit" look="primary" icon={Highlighter} isDisabled={!range}>
            {range ? t('desk.markNow', { text: range.text.slice(0, 60) }) : t('desk.markNone')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/**
 * The line and the words in it that are to be marked; at the start those of the selection, or the
 * line of the entity with the focus.
 */
function useMarkedRange(
  work: DeskWork,
  selected: Selected | undefined,
  language: string,
  transcriptAt: number,
) {
  const { documents } = useNoteText();
  const lines = useMemo(() => markableLines(documents, transcriptAt), [documents, transcriptAt]);
  const [key, setKey] = useState(() => startLine(lines, selected, currentItem(work)?.entity)?.key);
  const line = lines.find((one) => one.key === key);
  const words = useMemo(() => (line ? wordsIn(line.text, line, language) : []), [line, language]);
  const [chosen, setChosen] = useState<Selection>(() => selectedWords(words, line, selected));
  return {
    lines,
    line,
    setLine: (next: string) => {
      setKey(next);
      setChosen(new Set());
    },
    words,
    range: line && rangeOf(line, words, chosen),
    setChosen,
  };
}

type Word = ReturnType<typeof wordsIn>[number];

const selectedWords = (
  words: readonly Word[],
  line: MarkableLine | undefined,
  selected: Selected | undefined,
): Selection =>
  new Set(
    selected && line
      ? words
          .filter(({ start, end }) => start < selected.end && end > selected.start)
          .map(({ start }) => start)
      : [],
  );

/** Marks the words, closes the form and moves the focus to the new entity. */
async function markWords(
  work: DeskWork,
  words: Parameters<typeof mark>[0],
  message: string,
): Promise<void> {
  const known = new Set(work.desk?.entities.map(({ id }) => id));
  const after = await mark(words);
  if (!after) return;
  const created = after.entities.find(({ id }) => !known.has(id));
  work.closeForm();
  work.announce(message);
  work.moveTo(created?.id ?? work.current);
}

type WordListProps = {
  readonly words: readonly Word[];
  readonly selected: ReadonlySet<number>;
  readonly onChange: (selection: Selection) => void;
  readonly language: string;
};

function WordList({ words, selected, onChange, language }: WordListProps) {
  const { t } = useLocale();
  return (
    <div className="field">
      <Label className="label" id="desk-mark-words">
        {t('desk.markWords')}
      </Label>
      <ListBox
        className="desk-words-list"
        aria-labelledby="desk-mark-words"
        orientation="horizontal"
        layout="grid"
        selectionMode="multiple"
        selectionBehavior="toggle"
        selectedKeys={selected}
        onSelectionChange={onChange}
        items={words}
        dependencies={[words]}
        autoFocus="first"
        escapeKeyBehavior="none"
      >
        {({ start, text }) => (
          <ListBoxItem key={start} id={start} className="desk-word" textValue={text}>
            <span lang={language}>{text}</span>
          </ListBoxItem>
        )}
      </ListBox>
      <p className="hint">{t('desk.markHint')}</p>
    </div>
  );
}
