/** Words that were not found become an entity: the line, then its words, then what they are. What is selected in the note is taken over. */
import { Highlighter } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Form, Label, ListBox, ListBoxItem, type Selection } from 'react-aria-components';
import { ontologiesOf } from '../../../../shared/model/coding/entities.ts';
import type { EntityKind } from '../../../../shared/model/export/export.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Ask } from '../../../ui/Dialog.tsx';
import { PickOne } from '../../../ui/Pick.tsx';
import { useWords } from '../../../ui/useWords.ts';
import { linesOf, wordsIn } from '../../visits/text/note-text.ts';
import { mark } from '../desk-store.ts';
import type { Selected } from './selected.ts';
import type { DeskWork } from './useDeskWork.ts';
import { useNoteText } from './useNoteText.ts';

// Not from shared/model/export/export: its schemas are for the core, and would come into the page with it.
const kinds = (Object.keys(ontologiesOf) as EntityKind[]).filter(
  (kind) => ontologiesOf[kind].length > 0,
);
/** A note has some fifty; a list of more is no list to pick from. */
const MOST = 400;

type Props = {
  readonly work: DeskWork;
  readonly selected: Selected | undefined;
  readonly language: string;
  readonly sectionName: (document: number, section: string) => string;
  readonly transcriptAt: number;
};

export function MarkDialog({ work, selected, language, sectionName, transcriptAt }: Props) {
  const { t, failure } = useWords();
  const { documents } = useNoteText();
  const here = work.current === undefined ? undefined : work.items.get(work.current)?.entity;
  const lines = useMemo(
    () =>
      documents
        .flatMap((sections, document) =>
          document === transcriptAt
            ? []
            : sections.flatMap(({ id, text }) =>
                linesOf(text, []).map(({ start, end }) => ({
                  key: `${document} ${id} ${start}`,
                  document,
                  section: id,
                  start,
                  end,
                  all: text,
                })),
              ),
        )
        .slice(0, MOST),
    [documents, transcriptAt],
  );
  const lineAt = (document: number, section: string, at: number) =>
    lines.find(
      (one) =>
        one.document === document && one.section === section && at >= one.start && at < one.end,
    );
  const first =
    (selected && lineAt(selected.document, selected.section, selected.start)) ??
    (here && lineAt(here.document, here.section, here.span.start)) ??
    lines[0];
  const [key, setKey] = useState(first?.key);
  const line = lines.find((one) => one.key === key);
  const words = useMemo(() => (line ? wordsIn(line.all, line, language) : []), [line, language]);
  const [chosen, setChosen] = useState<Selection>(
    () =>
      new Set(
        selected && line
          ? words
              .filter(({ start, end }) => start < selected.end && end > selected.start)
              .map(({ start }) => start)
          : [],
      ),
  );
  const [kind, setKind] = useState<EntityKind>(here?.kind ?? 'symptom');
  const [problem, setProblem] = useState<string | undefined>();

  // From the first to the last: an entity is one stretch of text.
  const taken = chosen === 'all' ? words : words.filter(({ start }) => chosen.has(start));
  const [from, to] = [taken[0], taken.at(-1)];
  const text = line && from && to ? line.all.slice(from.start, to.end) : '';
  const within = new Set(
    from && to
      ? words
          .filter(({ start }) => start >= from.start && start <= to.start)
          .map(({ start }) => start)
      : [],
  );
  const save = async () => {
    if (!line || !from || text === '') return;
    setProblem(undefined);
    try {
      const before = work.desk;
      const after = await mark({
        document: line.document,
        section: line.section,
        start: from.start,
        text,
        kind,
      });
      if (!after) return;
      const made = after.entities.find(({ id }) => !before?.entities.some((one) => one.id === id));
      work.stopAsking();
      work.tell(t('desk.told.marked', { text }));
      work.moveTo(made?.id ?? work.current);
    } catch (error) {
      setProblem(failure(error));
    }
  };
  return (
    <Ask open onClose={work.stopAsking} title={t('desk.markTitle')} actions={null}>
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
          value={key ?? null}
          onChange={(next) => {
            setKey(next);
            setChosen(new Set());
          }}
          options={lines.map((one) => ({
            id: one.key,
            label: one.all.slice(one.start, Math.min(one.end, one.start + 200)),
            also: sectionName(one.document, one.section),
            lang: language,
          }))}
        />
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
            selectedKeys={within}
            onSelectionChange={setChosen}
            items={words}
            dependencies={[words]}
            autoFocus="first"
            escapeKeyBehavior="none"
          >
            {({ start, text: word }) => (
              <ListBoxItem key={start} id={start} className="desk-word" textValue={word}>
                <span lang={language}>{word}</span>
              </ListBoxItem>
            )}
          </ListBox>
          <p className="hint">{t('desk.markHint')}</p>
        </div>
        <PickOne
          label={t('desk.markKind')}
          value={kind}
          onChange={(id) => setKind(id as EntityKind)}
          options={kinds.map((id) => ({ id, label: t(`desk.kind.${id}`) }))}
        />
        {problem !== undefined && <Banner tone="bad" urgent title={problem} />}
        <div className="dialog-actions">
          <Button onPress={work.stopAsking}>{t('desk.back')}</Button>
          <Button type="submit" look="primary" icon={Highlighter} isDisabled={text === ''}>
            {text === '' ? t('desk.markNone') : t('desk.markNow', { text: text.slice(0, 60) })}
          </Button>
        </div>
      </Form>
    </Ask>
  );
}
