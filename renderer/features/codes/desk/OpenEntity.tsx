/**
 * The entity with the focus: its evidence, its duplicates, what can be done with it, and its
 * candidates.
 */
import { Check, Pencil, X } from 'lucide-react';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { KeyCap } from '../../../ui/KeyCap.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { isDecidedAs } from '../desk-format.ts';
import { useDesk } from '../desk-store.ts';
import { Candidates } from './Candidates.tsx';
import { Evidence } from './Evidence.tsx';
import type { Item } from './work/desk-items.ts';
import type { DeskWork } from './work/useDeskWork.ts';

export type EntityProps = {
  readonly item: Item;
  readonly work: DeskWork;
  readonly language: string;
  readonly sectionName: (document: number, section: string) => string;
};

type Props = { readonly item: Item; readonly work: DeskWork };

export function OpenEntity({ item, work, language, sectionName }: EntityProps) {
  const { t } = useLocale();
  const { entity, status, decision } = item;
  const { form } = work;
  // An equal finding may have come in front of it meanwhile.
  const rejecting =
    form?.kind === 'reject' && [entity, ...item.equals].some(({ id }) => id === form.id);
  return (
    <>
      {entity.brandOf !== undefined && (
        <p className="hint">{t('desk.brandOf', { ingredients: entity.brandOf })}</p>
      )}
      <Evidence entity={entity} language={language} />
      {item.equals.length > 0 && <Equals item={item} sectionName={sectionName} />}
      {decision?.reason !== undefined && (
        <p className="hint">{t('desk.because', { reason: decision.reason })}</p>
      )}
      {rejecting && <RejectForm work={work} />}
      {!rejecting && status !== 'absent' && <CodeActions item={item} work={work} />}
      {status === 'absent' && <p className="hint">{t('desk.absentHint')}</p>}
      {status === 'possible' && entity.unread && <p className="hint">{t('desk.unreadHint')}</p>}
      {status === 'hypothetical' && <p className="hint">{t('desk.hypotheticalHint')}</p>}
      {status !== 'absent' && item.columns.length > 0 && <Candidates item={item} work={work} />}
    </>
  );
}

/** Other places of the note with the same finding: one decision serves all. */
function Equals({ item, sectionName }: Pick<EntityProps, 'item' | 'sectionName'>) {
  const { t } = useLocale();
  const sections = item.equals.map(({ document, section }) => sectionName(document, section));
  return (
    <p className="desk-alike">
      {t('desk.alsoIn', { sections: [...new Set(sections)].join(', ') })}
    </p>
  );
}

function CodeActions({ item, work }: Props) {
  const { t } = useLocale();
  const busy = useDesk((state) => state.busy);
  return (
    <div className="desk-actions">
      {!isDecidedAs(item.decision, item.selected) && (
        <Button icon={Check} look="primary" isDisabled={busy} onPress={() => work.accept()}>
          {t('desk.accept')} <KeyCap>A</KeyCap>
        </Button>
      )}
      <Button icon={X} onPress={() => work.openForm('reject')}>
        {t('desk.reject')} <KeyCap>R</KeyCap>
      </Button>
      {item.columns.length > 0 && (
        <Button icon={Pencil} onPress={() => work.openForm('change')}>
          {t('desk.change')} <KeyCap>C</KeyCap>
        </Button>
      )}
    </div>
  );
}

/** The reason of a rejection. Enter alone is enough: a reason is not required. */
function RejectForm({ work }: { readonly work: DeskWork }) {
  const { t } = useLocale();
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
          if (event.key === 'Escape') work.closeForm();
        }}
      />
      <div className="row-actions">
        <Button type="submit" look="primary" icon={X}>
          {t('desk.reject')}
        </Button>
        <Button onPress={work.closeForm}>{t('desk.back')}</Button>
      </div>
    </Form>
  );
}
