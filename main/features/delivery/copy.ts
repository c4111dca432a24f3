/**
 * Copies a note, or one section of it, to the clipboard. Where the page has the clipboard, its word
 * counts: a page that is gone, or shows another profile by then, never gives it.
 */
import type { Input, Output } from '../../../shared/contract/contract.ts';
import { Failure } from '../../../shared/failure.ts';
import type { ExportRow } from '../../infrastructure/store/tables/exports.ts';
import { checkAllowed } from './allowed.ts';
import { sha256 } from './digest.ts';
import { checkExportable } from './forms/export-requirements.ts';
import { htmlFragment, htmlSection } from './forms/html.ts';
import { plainSection, plainText } from './forms/text.ts';
import type { Source } from './queue/source.ts';
import { type DeliveryState, newRow, presentOne, storeRow } from './state.ts';

const DRAFT = 'Draft - not signed';
const COPY_UNCONFIRMED = 'copy-unconfirmed';

/**
 * Throws Failure `missing` / `no-section`, `refused` / `set-by-organisation`, and what
 * `checkExportable` and `Sources.of` throw.
 */
export async function copyNote(
  state: DeliveryState,
  { id, section, draft = false }: Input<'exports.copy'>,
): Promise<Output<'exports.copy'>> {
  const { clipboard, clock, policy } = state.deps;
  checkAllowed(policy, 'clipboard');
  const source = state.sources.of(id, draft);
  const asked = section === undefined ? undefined : sectionAt(source, section);
  checkExportable(source.note, 'text', 'r4');
  const content = contentOf(source, asked, state.sources.newline());
  const made = newRow(state, source, 'clipboard', {
    form: 'text',
    sha256: sha256(Buffer.from(content.text)),
    state: 'done',
    doneAt: clock.now(),
    attempts: 1,
    ...(asked && { section: asked.title }),
  });
  if (!clipboard) {
    const open = { ...made, ...unconfirmed };
    // Nobody is told yet: the page's word is only an instant away.
    state.deps.store.exports.put(open);
    return { receipt: presentOne(state, open), copied: false, ...content };
  }
  const row = storeRow(state, made);
  try {
    await clipboard.write(content);
  } catch {
    const failed = markUncopied(state, row);
    return { receipt: presentOne(state, failed), copied: false, ...content };
  }
  return { receipt: presentOne(state, row), copied: true, ...content };
}

/** What is withdrawn meanwhile may lie on a clipboard: `posted`. */
const unconfirmed = {
  state: 'failed',
  posted: true,
  doneAt: undefined,
  trouble: {
    detail: COPY_UNCONFIRMED,
    message:
      'Scriba does not know whether this was copied: the page did not confirm it. Copy it again.',
  },
} as const;

/** Marks a copy as done: the page's clipboard has it. Any other row stays as it is. */
export const markCopied = ({ queue, deps }: DeliveryState, row: ExportRow): ExportRow =>
  row.trouble?.detail === COPY_UNCONFIRMED
    ? (queue.patch(row.id, { state: 'done', doneAt: deps.clock.now(), trouble: undefined }) ?? row)
    : row;

/** Marks a copy as failed: the clipboard did not take it. */
export const markUncopied = ({ queue }: DeliveryState, row: ExportRow): ExportRow =>
  queue.patch(row.id, {
    state: 'failed',
    posted: undefined,
    doneAt: undefined,
    trouble: {
      detail: 'not-copied',
      message: 'The clipboard did not accept the note. Copy it again.',
    },
  }) ?? row;

type Section = Source['note']['sections'][number];

/** Counts the sections that have words. */
function sectionAt({ note }: Source, section: number): Section {
  const asked = note.sections.filter(({ text }) => text.trim() !== '')[section];
  if (!asked)
    throw new Failure('missing', 'This section is not in the note.', { detail: 'no-section' });
  return asked;
}

function contentOf(
  { note }: Source,
  asked: Section | undefined,
  end: '\r\n' | '\n',
): { readonly html: string; readonly text: string } {
  if (!asked) return { html: htmlFragment(note), text: plainText(note, end) };
  const marked = note.draft ? ['', DRAFT] : [];
  return {
    html: htmlSection(asked.title, asked.text, note.draft),
    text: `${[...plainSection(asked.title, asked.text), ...marked].join(end)}${end}`,
  };
}
