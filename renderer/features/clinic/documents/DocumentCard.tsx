/** One document: whose, how it stands, what was read in it, and what can be done. */
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
import { Ask } from '../../../ui/Dialog.tsx';
import { useWords } from '../../../ui/useWords.ts';
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

export function DocumentCard({ document }: { readonly document: PatientDocument }) {
  const { t, moment, size, attempt, failure, exists } = useWords();
  const progress = useDocuments((state) => state.progress[document.id]);
  const read = useDocuments((state) => state.read[document.id]);
  const [open, setOpen] = useState(false);
  const [asking, setAsking] = useState(false);
  const card = useRef<HTMLElement>(null);
  const { id, state, name, patientName, patientId, trouble, sealed } = document;
  const [tone, Icon] = looks[state];
  const facts = [
    patientName === undefined ? undefined : name,
    patientId,
    size(document.size),
    t(`documents.tasks.${document.task}`),
    moment(document.createdAt),
    sealed ? t('documents.sealed') : undefined,
  ];

  const show = () =>
    attempt(async () => {
      if (!open) await readDocument(id);
      setOpen(!open);
    });
  const remove = () => {
    setAsking(false);
    // The card goes, and its buttons with it: the focus goes to what stands beside it.
    const next = (card.current?.nextElementSibling ??
      card.current?.previousElementSibling) as HTMLElement | null; // the heading is before the first
    attempt(async () => {
      await removeDocument(id);
      next?.focus();
    }, t('documents.removed'));
  };

  return (
    <article ref={card} className="card visit-card" aria-label={patientName ?? name} tabIndex={-1}>
      <div className="visit-head">
        <div className="visit-who">
          <h3>{patientName ?? name}</h3>
          <p className="hint">
            {facts.filter((fact) => fact !== undefined && fact !== '').join(' · ')}
          </p>
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
      {tone === 'ask' && (
        <p className="reason reason-ask">
          {[
            t(`documents.why.${state}`),
            trouble && exists(`failure.${trouble.code}`) && state === 'not-sent'
              ? failure({ detail: trouble.code })
              : state === 'failed'
                ? trouble?.message
                : undefined,
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
      )}
      {open && read?.result && <DocumentResult document={read} />}
      <div className="row-actions">
        {state === 'done' && (
          <Button icon={Eye} onPress={show} aria-expanded={open}>
            {t(open ? 'documents.hide' : 'documents.show')}
          </Button>
        )}
        {open && read?.result?.fhir && (
          <Button
            icon={Download}
            onPress={() =>
              attempt(async () => {
                const how = await saveFhir(id);
                if (how !== 'cancelled') say(t(`save.${how}`));
              })
            }
          >
            {t('documents.fhir')}
          </Button>
        )}
        {(trouble?.code === 'no-envelope-key' || trouble?.code === 'envelope-refused') && (
          <Button icon={Gear} onPress={() => go({ name: 'settings', section: 'encryption' })}>
            {t('matter.openEncryption')}
          </Button>
        )}
        {(state === 'given-up' || (state === 'failed' && document.documentId !== undefined)) && (
          <Button icon={RefreshCw} onPress={() => attempt(() => lookAgain(id))}>
            {t('documents.again')}
          </Button>
        )}
        {state !== 'sending' && (
          <Button look="quiet" icon={Trash2} onPress={() => setAsking(true)}>
            {t('documents.remove')}
          </Button>
        )}
      </div>
      <Ask
        open={asking}
        urgent
        onClose={() => setAsking(false)}
        title={t('documents.removeTitle', { name })}
        actions={
          <>
            <Button onPress={() => setAsking(false)} autoFocus>
              {t('documents.keep')}
            </Button>
            <Button look="danger" onPress={remove}>
              {t('documents.removeNow')}
            </Button>
          </>
        }
      >
        <p>
          {t(document.documentId === undefined ? 'documents.removeHere' : 'documents.removeText')}
        </p>
      </Ask>
    </article>
  );
}
