/** The list of keys, on F1. */
import { Keyboard } from 'react-aria-components';
import { showKeys, useScreen } from '../common/stores/navigation.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { useLocale } from './useLocale.ts';

const rows = [
  ['new', ['mod', 'N']],
  ['finish', ['mod', 'enter']],
  ['pause', ['space']],
  ['forget', ['mod', 'shift', 'X']],
  ['search', ['mod', 'F']],
  ['settings', ['mod', ',']],
  ['codes', ['mod', 'K']],
  ['copyNote', ['mod', 'shift', 'C']],
  ['pdf', ['mod', 'P']],
  ['send', ['mod', 'shift', 'E']],
  ['unsigned', ['mod', 'O']],
  ['lock', ['mod', 'L']],
  ['message', ['F6']],
  ['help', ['F1']],
] as const;
/** On the page of a note; the single letters while a difference, or the document, has the focus. */
const noteRows = [
  ['sign', ['mod', 'enter']],
  ['edit', ['mod', 'E']],
  ['editHere', ['E']],
  ['evidence', ['V']],
  ['looked', ['L']],
  ['show', ['S']],
  ['heard', ['T']],
  ['move', ['↑', '↓']],
  ['leave', ['Esc']],
] as const;
/** On the code desk, while an entity has the focus. */
const deskRows = [
  ['move', ['J', 'K']],
  ['column', ['←', '→']],
  ['pick', ['1', '…', '5']],
  ['accept', ['A']],
  ['linked', ['L']],
  ['linkedNote', ['shift', 'L']],
  ['reject', ['R']],
  ['change', ['C']],
  ['status', ['S']],
  ['undo', ['U']],
  ['next', ['N']],
  ['mark', ['M']],
  ['second', ['O']],
] as const;

/** The catalogue key of a keyboard key that has a name; the others stand as they are. */
function nameOfKey(key: string): string | undefined {
  switch (key) {
    case 'mod':
      return navigator.platform.startsWith('Mac') ? 'keys.command' : 'keys.control';
    case 'shift':
    case 'enter':
    case 'space':
      return `keys.${key}`;
    default:
      return undefined;
  }
}

/**
 * A key, or several pressed together, as they stand on the keyboard here. `mod`: Ctrl, or Command
 * on a Mac.
 */
export function KeyCaps({ keys }: { readonly keys: readonly string[] }) {
  const { t } = useLocale();
  return keys.map((key) => {
    const name = nameOfKey(key);
    return (
      <Keyboard key={key} className="key">
        {name === undefined ? key : t(name)}
      </Keyboard>
    );
  });
}

export function KeyList() {
  const { t } = useLocale();
  return (
    <>
      <dl className="keys">
        {rows.map(([id, keys]) => (
          <div key={id}>
            <dt>{t(`keys.${id}`)}</dt>
            <dd>
              <KeyCaps keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
      <h2 className="keys-title">{t('keys.note.title')}</h2>
      <dl className="keys">
        {noteRows.map(([id, keys]) => (
          <div key={id}>
            <dt>{t(`keys.note.${id}`)}</dt>
            <dd>
              <KeyCaps keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
      <h2 className="keys-title">{t('keys.desk.title')}</h2>
      <dl className="keys">
        {deskRows.map(([id, keys]) => (
          <div key={id}>
            <dt>{t(`keys.desk.${id}`)}</dt>
            <dd>
              <KeyCaps keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

export function KeysDialog() {
  const { t } = useLocale();
  const open = useScreen(({ keysShown }) => keysShown);
  const close = () => showKeys(false);
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('keys.title')}
      actions={
        <Button look="primary" onPress={close} autoFocus>
          {t('keys.close')}
        </Button>
      }
    >
      <KeyList />
    </Dialog>
  );
}
