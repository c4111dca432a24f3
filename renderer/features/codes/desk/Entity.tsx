/** One entity: its words, whether the patient has it, what was decided; with the focus also its evidence, its candidates and what can be done. */
import { Ban, Check, CircleDashed, type LucideIcon, Pencil, X } from 'lucide-react';
import { useState } from 'react';
import {
  Button as AriaButton,
  Form,
  Menu,
  MenuItem,
  MenuTrigger,
  Popover,
} from 'react-aria-components';
import { type Status, statuses } from '../../../../shared/model/coding/entities.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { useWords, type Words } from '../../../ui/useWords.ts';
import { stands } from '../desk-format.ts';
import { useDesk } from '../desk-store.ts';
import { Candidates } from './Candidates.tsx';
import { Evidence } from './Evidence.tsx';
import { type DeskWork, type Item, rowId } from './useDeskWork.ts';

export const KeyCap = ({ children }: { readonly children: string }) => (
  <kbd className="key" aria-hidden="true">
    {children}
  </kbd>
);

type Look = {
  readonly icon: LucideIcon;
  readonly tone: 'quiet' | 'good' | 'ask';
  readonly word: string;
};

function verdictLook({ decision, status }: Item, t: Words['t']): Look {
  if (!decision) return { icon: CircleDashed, tone: 'quiet', word: t('desk.open') };
  if (decision.verdict === 'rejected')
    return {
      icon: Ban,
      tone: 'quiet',
      word: t(status === 'absent' ? 'desk.keptOut' : 'desk.verdict.rejected'),
    };
  return { icon: Check, tone: 'good', word: t(`desk.verdict.${decision.verdict}`) };
}

type Props = {
  readonly item: Item;
  readonly work: DeskWork;
  readonly language: string;
  readonly sectionName: (document: number, section: string) => string;
};

export function Entity({ item, work, language, sectionName }: Props) {
  const words = useWords();
  const { t } = words;
  const { entity, status, decision, columns, standing } = item;
  const here = work.current === entity.id;
  const look = verdictLook(item, t);
  const codes = standing
    .map(({ ontology, code, name }) => `${t(`codes.name.${ontology}`)} ${code} ${name}`)
    .join('; ');
  const label = [
    entity.text,
    t(`desk.kind.${entity.kind}`),
    t(`desk.status.${status}`),
    look.word,
    codes,
  ]
    .filter(Boolean)
    .join(', ');
  return (
    <div
      role="row"
      id={rowId(entity.id)}
      data-entity={entity.id}
      tabIndex={here ? 0 : -1}
      aria-label={label}
      className={`desk-entity${here ? ' desk-here' : ''}${decision ? ' desk-decided' : ''}`}
      onFocus={(event) => {
        if (!here && event.target === event.currentTarget) work.moveTo(entity.id);
      }}
    >
      <div role="gridcell" className="desk-cell">
        <div className="desk-head">
          <p className="desk-words">
            <strong lang={language}>{entity.text}</strong>{' '}
            <span className="quiet">{t(`desk.kind.${entity.kind}`)}</span>
          </p>
          {here ? (
            <StatusPick work={work} status={status} id={entity.id} />
          ) : (
            <span className={`chip chip-${status === 'present' ? 'quiet' : 'ask'}`}>
              {t(`desk.status.${status}`)}
            </span>
          )}
          <span className={decision ? `chip chip-${look.tone}` : 'chip desk-undecided'}>
            <look.icon aria-hidden="true" className="icon" />
            {look.word}
          </span>
        </div>
        {!here && <Compact item={item} />}
        {here && (
          <Open
            item={item}
            work={work}
            language={language}
            sectionName={sectionName}
            columns={columns.length}
          />
        )}
      </div>
    </div>
  );
}

/** A line for each list of codes: what was decided, or what stands first. */
function Compact({ item: { decision, columns, standing, status } }: { readonly item: Item }) {
  const { t } = useWords();
  if (decision?.verdict === 'rejected')
    return decision.reason === undefined ? null : (
      <p className="hint">{t('desk.because', { reason: decision.reason })}</p>
    );
  if (status === 'absent') return null;
  const shown = columns.flatMap(({ ontology, candidates }) => {
    const taken = standing.find((one) => one.ontology === ontology);
    if (decision || taken)
      return taken
        ? [{ ontology, code: taken.code, name: taken.name, taken: true, others: 0 }]
        : [];
    const [first] = candidates;
    return first
      ? [
          {
            ontology,
            code: first.code,
            name: first.term,
            taken: false,
            others: candidates.length - 1,
          },
        ]
      : [];
  });
  if (shown.length === 0) return null;
  return (
    <ul className="plain-list desk-compact">
      {shown.map(({ ontology, code, name, taken, others }) => (
        <li key={ontology}>
          <span className="quiet">{t(`codes.name.${ontology}`)}</span>{' '}
          {taken ? (
            <>
              <span lang="en">{name}</span> <span className="code">{code}</span>
            </>
          ) : (
            <span className="quiet">{t('desk.toChoose', { count: others + 1 })}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Open({
  item,
  work,
  language,
  sectionName,
  columns,
}: Props & { readonly columns: number }) {
  const { t } = useWords();
  const looking = useDesk((state) => state.looking);
  const busy = useDesk((state) => state.busy);
  const { entity, status, decision, alike } = item;
  const absent = status === 'absent';
  const others = alike.filter(({ id }) => !work.items.get(id)?.decision);
  const rejecting = work.asking?.what === 'reject' && work.asking.id === entity.id;
  return (
    <>
      <Evidence entity={entity} language={language} />
      {alike.length > 0 && (
        <p className="desk-alike">
          {t('desk.alsoIn', {
            sections: alike
              .map(({ document, section }) => sectionName(document, section))
              .join(', '),
          })}
          {others.length > 0 && (
            <Button
              look="quiet"
              aria-pressed={work.together}
              onPress={() => work.setTogether(!work.together)}
            >
              {t(work.together ? 'desk.together' : 'desk.decideTogether', {
                count: others.length + 1,
              })}{' '}
              <KeyCap>B</KeyCap>
            </Button>
          )}
        </p>
      )}
      {decision?.reason !== undefined && (
        <p className="hint">{t('desk.because', { reason: decision.reason })}</p>
      )}
      {rejecting ? (
        <Reason work={work} />
      ) : (
        <div className="desk-actions">
          {absent ? (
            !decision && (
              <Button icon={Ban} look="primary" isDisabled={busy} onPress={() => work.reject()}>
                {t('desk.keepOut')} <KeyCap>R</KeyCap>
              </Button>
            )
          ) : (
            <>
              {!stands(decision, item.standing) && (
                <Button icon={Check} look="primary" isDisabled={busy} onPress={() => work.accept()}>
                  {t('desk.accept')} <KeyCap>A</KeyCap>
                </Button>
              )}
              <Button icon={X} onPress={() => work.ask('reject')}>
                {t('desk.reject')} <KeyCap>R</KeyCap>
              </Button>
            </>
          )}
          {!absent && columns > 0 && (
            <Button icon={Pencil} onPress={() => work.ask('change')}>
              {t('desk.change')} <KeyCap>C</KeyCap>
            </Button>
          )}
        </div>
      )}
      {absent ? (
        <p className="hint">{t('desk.absentHint')}</p>
      ) : (
        item.columns.length > 0 && <Candidates item={item} work={work} looking={looking} />
      )}
    </>
  );
}

/** Enter alone is enough: nobody has to say why. */
function Reason({ work }: { readonly work: DeskWork }) {
  const { t } = useWords();
  const [text, setText] = useState('');
  return (
    <Form
      className="desk-reason"
      onSubmit={(event) => {
        event.preventDefault();
        work.reject(text);
      }}
      validationBehavior="aria"
    >
      <Field
        label={t('desk.reason')}
        hint={t('desk.reasonHint')}
        value={text}
        onChange={setText}
        maxLength={500}
        autoFocus
        autoComplete="off"
        onKeyDown={(event) => {
          if (event.key === 'Escape') work.stopAsking();
        }}
      />
      <div className="row-actions">
        <Button type="submit" look="primary" icon={X}>
          {t('desk.reject')}
        </Button>
        <Button onPress={work.stopAsking}>{t('desk.back')}</Button>
      </div>
    </Form>
  );
}

function StatusPick({
  work,
  status,
  id,
}: {
  readonly work: DeskWork;
  readonly status: Status;
  readonly id: string;
}) {
  const { t } = useWords();
  const open = work.asking?.what === 'status' && work.asking.id === id;
  return (
    <MenuTrigger
      isOpen={open}
      onOpenChange={(next) => (next ? work.ask('status') : open && work.stopAsking())}
    >
      <AriaButton className={`chip chip-${status === 'present' ? 'quiet' : 'ask'} desk-status`}>
        <span className="unseen">{t('desk.statusLabel')}</span> {t(`desk.status.${status}`)}{' '}
        <KeyCap>S</KeyCap>
      </AriaButton>
      <Popover className="popover">
        <Menu
          className="list"
          aria-label={t('desk.statusLabel')}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[status]}
          onAction={(key) => work.changeStatus(key as Status)}
        >
          {statuses.map((one) => (
            <MenuItem key={one} id={one} className="list-item" textValue={t(`desk.status.${one}`)}>
              <span className="list-words">
                <span>{t(`desk.status.${one}`)}</span>
                <span className="hint">{t(`desk.statusMeans.${one}`)}</span>
              </span>
              <Check aria-hidden="true" className="icon list-tick" />
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
