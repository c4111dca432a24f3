/** One document: its patient, its state, the result of reading it, and its actions. */
import {
  Circle,
  CircleAlert,
  CircleCheck,
  Download,
  Eye,
  Settings as Gear,
  LoaderCircle,
  type LucideIcon,
  RefreshCw,
  Trash2,
} from 'lucide-react';
import { useRef, useState } from 'react';
import type { DocumentState, PatientDocument } from '../../../../shared/model/clinic/document.ts';
import { say } from '../../../common/stores/messages.ts';
import { go } from '../../../common/stores/navigation.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { DocumentResult } from './DocumentResult.tsx';
import {
  lookAgain,
  readDocument,
  removeDocument,
  saveFhir,
  useDocuments,
} from './documents-store.ts';

const looks: Readonly<
  Record<DocumentState, readonly [tone: 'quiet' | 'moving' | 'good' | 'ask', icon: LucideIcon]>
> = {
  sending: ['moving', LoaderCircle],
  working: ['moving', LoaderCircle],
  done: ['good', CircleCheck],
  'not-sent': ['ask', CircleAlert],
  unclear: ['ask', CircleAlert],
  failed: ['ask', CircleAlert],
  gone: ['quiet', Circle],
  'given-up': ['ask', CircleAlert],
};

type Props = { readonly document: PatientDocument };

export function DocumentCard({ document }: Props) {
  const { t, attempt } = useLocale();
  const progress = useDocuments((state) => state.progress[document.id]);
  const read = useDocuments((state) => state.read[document.id]);
  const [open, setOpen] = useState(false);
  const [asking, setAsking] = useState(false);
  const card = useRef<HTMLElement>(null);
  const { id, state, name, patientName } = document;
  const [tone, Icon] = looks[state];
  const toggle = () =>
    attempt(async () => {
      if (!open) await readDocument(id);
      setOpen(!open);
    });
  const remove = () => {
    setAsking(false);
    // The card goes and takes the focus with it: its neighbour takes the focus. Before the first
    // card stands the heading.
    const neighbour = (card.current?.nextElementSibling ??
      card.current?.previousElementSibling) as HTMLElement | null;
    attempt(
      async () => {
        await removeDocument(id);
        neighbour?.focus();
      },
      ({ t }) => t('documents.removed'),
    );
  };
  return (
    <article ref={card} className="card visit-card" aria-label={patientName ?? name} tabIndex={-1}>
      <div className="visit-head">
        <div className="visit-who">
          <h3>{patientName ?? name}</h3>
          <Facts document={document} />
        </div>
        <span className={`chip chip-${tone}`}>
          <Icon aria-hidden="true" className="icon" />
          {t(`documents.state.${state}`)}
        </span>
      </div>
      {state === 'sending' && progress && (
        <progress
          className="progress"
          max={progress.all}
          value={progress.sent}
          aria-label={t('documents.progress')}
        />
      )}
      {tone === 'ask' && <Reason document={document} />}
      {open && read?.result && <DocumentResult document={read} />}
      <Actions
        document={document}
        open={open}
        hasFhir={open && read?.result?.fhir === true}
        onToggle={toggle}
        onRemove={() => setAsking(true)}
      />
      <RemoveDialog
        document={document}
        open={asking}
        onClose={() => setAsking(false)}
        onRemove={remove}
      />
    </article>
  );
}

function Facts({ document }: Props) {
  const { t, moment, size } = useLocale();
  const { name, patientName, patientId, task, createdAt, sealed } = document;
  const facts = [
    patientName !== undefined && name,
    patientId,
    size(document.size),
    t(`documents.tasks.${task}`),
    moment(createdAt),
    sealed && t('documents.sealed'),
  ];
  return <p className="hint">{facts.filter(Boolean).join(' · ')}</p>;
}

/** The reason of a state that needs the doctor, with the failure's own words if there are any. */
function Reason({ document: { state, trouble } }: Props) {
  const { t, failure, exists } = useLocale();
  const detailOf = () => {
    if (trouble && state === 'not-sent' && exists(`failure.${trouble.code}`))
      return failure({ detail: trouble.code });
    return state === 'failed' ? trouble?.message : undefined;
  };
  return (
    <p className="reason reason-ask">
      {[t(`documents.why.${state}`), detailOf()].filter(Boolean).join(' ')}
    </p>
  );
}

type ActionsProps = Props & {
  readonly open: boolean;
  readonly hasFhir: boolean;
  readonly onToggle: () => void;
  readonly onRemove: () => void;
};

function Actions({ document, open, hasFhir, onToggle, onRemove }: ActionsProps) {
  const { t, attempt } = useLocale();
  const { id, state, trouble, documentId } = document;
  const save = () =>
    attempt(async () => {
      const how = await saveFhir(id);
      if (how !== 'cancelled') say(({ t }) => t(`save.${how}`));
    });
  const needsKey = trouble?.code === 'no-envelope-key' || trouble?.code === 'envelope-refused';
  const canLookAgain = state === 'given-up' || (state === 'failed' && documentId !== undefined);
  return (
    <div className="row-actions">
      {state === 'done' && (
        <Button icon={Eye} onPress={onToggle} aria-expanded={open}>
          {t(open ? 'documents.hide' : 'documents.show')}
        </Button>
      )}
      {hasFhir && (
        <Button icon={Download} onPress={save}>
          {t('documents.fhir')}
        </Button>
      )}
      {needsKey && (
        <Button icon={Gear} onPress={() => go({ name: 'settings', section: 'encryption' })}>
          {t('matter.openEncryption')}
        </Button>
      )}
      {canLookAgain && (
        <Button icon={RefreshCw} onPress={() => attempt(() => lookAgain(id))}>
          {t('documents.again')}
        </Button>
      )}
      {state !== 'sending' && (
        <Button look="quiet" icon={Trash2} onPress={onRemove}>
          {t('documents.remove')}
        </Button>
      )}
    </div>
  );
}

type RemoveProps = Props & {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onRemove: () => void;
};

function RemoveDialog({ document: { name, documentId }, open, onClose, onRemove }: RemoveProps) {
  const { t } = useLocale();
  return (
    <Dialog
      open={open}
      urgent
      onClose={onClose}
      title={t('documents.removeTitle', { name })}
      actions={
        <>
          <Button onPress={onClose} autoFocus>
            {t('documents.keep')}
          </Button>
          <Button look="danger" onPress={onRemove}>
            {t('documents.removeNow')}
          </Button>
        </>
      }
    >
      <p>{t(documentId === undefined ? 'documents.removeHere' : 'documents.removeText')}</p>
    </Dialog>
  );
}
