/** Shows outcomes: announced politely, and kept until they are read or the next ones come. */
import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { SECOND } from '../../../shared/time.ts';
import { dismiss, type Message, useMessages, wordsOf } from '../../common/stores/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { useLocale } from '../../ui/useLocale.ts';

/** Long enough to read and to reach; a message with an action stays longer. */
const STAY = 8 * SECOND;
const STAY_WITH_ACTION = 20 * SECOND;

export function Messages() {
  const page = useMessages((state) => state.page);
  return <MessageList key={page} />;
}

function MessageList() {
  const { t } = useLocale();
  const list = useMessages((state) => state.list);
  return (
    <section className="messages" aria-label={t('messages.label')}>
      {/* The live region is there before its first words, else they are not announced. */}
      <div role="status" className="messages-list">
        {list.map((message) => (
          <MessageCard key={message.id} message={message} />
        ))}
      </div>
    </section>
  );
}

/** A message under the pointer or with the focus stays: somebody reads or answers it. */
const isInUse = (place: HTMLElement | null) => place?.matches(':hover, :focus-within') === true;

function MessageCard({ message }: { readonly message: Message }) {
  const { t, exists } = useLocale();
  const words = { exists, t: (key: string, values = {}) => t(key, values) };
  const { id, action, text, tone, unseen } = message;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Trouble waits for the reader.
    if (tone === 'trouble') return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = (ms: number) => {
      timer = setTimeout(() => {
        if (isInUse(place.current)) wait(STAY);
        else dismiss(id);
      }, ms);
    };
    wait(action ? STAY_WITH_ACTION : STAY);
    return () => clearTimeout(timer);
  }, [id, tone, action]);
  if (unseen) return <p className="unseen">{wordsOf(text, words)}</p>;
  const Icon = tone === 'trouble' ? TriangleAlert : CircleCheck;
  return (
    <div className={`message message-${tone}`} ref={place}>
      <Icon aria-hidden="true" className="icon" />
      <p>{wordsOf(text, words)}</p>
      {action && (
        <Button
          look="plain"
          onPress={() => {
            dismiss(id);
            action.run();
          }}
        >
          {wordsOf(action.label, words)}
        </Button>
      )}
      <Button look="quiet" icon={X} onPress={() => dismiss(id)}>
        {t('messages.close')}
      </Button>
    </div>
  );
}
