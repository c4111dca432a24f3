/** Copies a note, or one section of it, to the clipboard. */
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
  const row = storeRow(
    state,
    newRow(state, source, 'clipboard', {
      form: 'text',
      sha256: sha256(Buffer.from(content.text)),
      state: 'done',
      doneAt: clock.now(),
      attempts: 1,
      ...(asked && { section: asked.title }),
    }),
  );
  if (!clipboard) return { receipt: presentOne(state, row), copied: false, ...content };
  try {
    await clipboard.write(content);
  } catch {
    const failed = markUncopied(state, row);
    return { receipt: presentOne(state, failed), copied: false, ...content };
  }
  return { receipt: presentOne(state, row), copied: true, ...content };
}

/** Marks a copy as failed: the clipboard did not take it. */
export const markUncopied = ({ queue }: DeliveryState, row: ExportRow): ExportRow =>
  queue.patch(row.id, {
    state: 'failed',
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
