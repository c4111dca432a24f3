/**
 * The templates of this account: the platform's, and the user's own, which can be added, changed
 * and removed.
 */
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { Form } from 'react-aria-components';
import { asFailure, type Failure } from '../../../../shared/failure.ts';
import type { AccountTemplate } from '../../../../shared/model/account/templates-of-account.ts';
import { say } from '../../../common/stores/messages.ts';
import { keepTemplate, listTemplates, removeTemplate } from '../../../common/stores/platform.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Confirm } from '../../../ui/Confirm.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Lines } from '../../../ui/Lines.tsx';
import { useLocale } from '../../../ui/useLocale.ts';

export function Templates() {
  const { t, failure } = useLocale();
  const [list, setList] = useState<readonly AccountTemplate[] | undefined>();
  const [problem, setProblem] = useState<Failure | undefined>();
  const [editing, setEditing] = useState<AccountTemplate | 'new' | undefined>();
  const [removing, setRemoving] = useState<AccountTemplate | undefined>();
  const load = useCallback(() => {
    setProblem(undefined);
    listTemplates().then(setList, (error: unknown) => setProblem(asFailure(error)));
  }, []);
  useEffect(load, [load]);
  return (
    <div className="setting">
      <h2>{t('templates.title')}</h2>
      <p className="hint">{t('templates.text')}</p>
      {problem && (
        <Banner
          tone="warn"
          title={t('templates.unread')}
          actions={<Button onPress={load}>{t('templates.again')}</Button>}
        >
          {failure(problem)}
        </Banner>
      )}
      {!list && !problem && (
        <p className="hint" role="status">
          {t('templates.loading')}
        </p>
      )}
      {list && (
        <ul className="plain-list rows">
          {list.map((template) => (
            <TemplateRow
              key={template.id}
              template={template}
              onEdit={() => setEditing(template)}
              onRemove={() => setRemoving(template)}
            />
          ))}
        </ul>
      )}
      {list && (
        <div className="row-actions">
          <Button icon={Plus} onPress={() => setEditing('new')}>
            {t('templates.add')}
          </Button>
        </div>
      )}
      {editing !== undefined && (
        <TemplateDialog
          template={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
          onSaved={setList}
        />
      )}
      {removing && (
        <RemoveDialog
          template={removing}
          onClose={() => setRemoving(undefined)}
          onRemoved={setList}
        />
      )}
    </div>
  );
}

type RowProps = {
  readonly template: AccountTemplate;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
};

function TemplateRow({ template, onEdit, onRemove }: RowProps) {
  const { t } = useLocale();
  const { title, description, sections, given } = template;
  const ownHint = description || t('templates.sections', { count: sections.length });
  return (
    <li className="row-line">
      <div className="row-words">
        <strong>{title}</strong>
        <span className="hint">{given ? t('templates.given') : ownHint}</span>
      </div>
      {!given && (
        <div className="row-actions">
          <Button
            look="quiet"
            icon={Pencil}
            aria-label={t('templates.editOne', { title })}
            onPress={onEdit}
          >
            {t('templates.edit')}
          </Button>
          <Button
            look="quiet"
            icon={Trash2}
            aria-label={t('templates.removeOne', { title })}
            onPress={onRemove}
          >
            {t('templates.remove')}
          </Button>
        </div>
      )}
    </li>
  );
}

type EditProps = {
  readonly template: AccountTemplate | undefined;
  readonly onClose: () => void;
  readonly onSaved: (all: readonly AccountTemplate[]) => void;
};

function TemplateDialog({ template, onClose, onSaved }: EditProps) {
  const { t, failure } = useLocale();
  const [title, setTitle] = useState(template?.title ?? '');
  const [description, setDescription] = useState(template?.description ?? '');
  const [sections, setSections] = useState(template?.sections.join('\n') ?? '');
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (title.trim() === '' || busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const lines = sections
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '');
      onSaved(
        await keepTemplate(template?.id, {
          title: title.trim(),
          description: description.trim(),
          sections: lines.slice(0, 100),
        }),
      );
      say(({ t }) => t('templates.kept'));
      onClose();
    } catch (error) {
      setProblem(failure(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(template ? 'templates.change' : 'templates.new')}
      actions={null}
    >
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
        validationBehavior="aria"
      >
        <div className="fields">
          <Field
            wide
            label={t('templates.name')}
            value={title}
            onChange={setTitle}
            maxLength={100}
            isRequired
            autoFocus
          />
          <Lines
            label={t('templates.description')}
            value={description}
            onChange={setDescription}
            maxLength={2000}
          />
          <Lines
            label={t('templates.sectionIds')}
            hint={t('templates.sectionsHint')}
            value={sections}
            onChange={setSections}
            rows={5}
            maxLength={10_000}
          />
        </div>
        {problem !== undefined && (
          <Banner tone="bad" urgent title={t('templates.notKept')}>
            {problem}
          </Banner>
        )}
        <div className="dialog-actions">
          <Button onPress={onClose}>{t('templates.cancel')}</Button>
          <Button type="submit" look="primary" isDisabled={busy || title.trim() === ''}>
            {t('templates.keep')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

type RemoveProps = {
  readonly template: AccountTemplate;
  readonly onClose: () => void;
  readonly onRemoved: (all: readonly AccountTemplate[]) => void;
};

function RemoveDialog({ template, onClose, onRemoved }: RemoveProps) {
  const { t } = useLocale();
  const remove = async () => {
    onRemoved(await removeTemplate(template.id));
    say(({ t }) => t('templates.removed'));
  };
  return (
    <Confirm
      title={t('templates.removeTitle', { title: template.title })}
      stay={t('templates.stay')}
      act={t('templates.remove')}
      icon={Trash2}
      refused={t('templates.notRemoved')}
      run={remove}
      onClose={onClose}
    >
      <p>{t('templates.removeText')}</p>
    </Confirm>
  );
}
