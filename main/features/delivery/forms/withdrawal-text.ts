/** The receipt of a withdrawn consent as a text file: what was erased, and what is elsewhere. */
import type { Withdrawal } from '../../../../shared/model/withdrawal.ts';

export function withdrawalText(receipt: Withdrawal): {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
} {
  const { id, askedAt, erasedAt, seconds, hadNote, signatures, platform, sent } = receipt;
  const time = (at: number) => new Date(at).toISOString().slice(0, 16).replace('T', ' ');
  const lines = [
    'CONSENT WITHDRAWN',
    `Receipt: ${id}`,
    `Asked for: ${time(askedAt)} UTC`,
    erasedAt === undefined
      ? 'Erased on this computer: not yet; Scriba completes it.'
      : `Erased on this computer: ${time(erasedAt)} UTC`,
    `Sound: ${seconds} seconds`,
    `Note: ${hadNote ? 'yes' : 'none'}`,
    `Signatures: ${signatures}`,
    '',
    ...(platform.length + sent.length > 0
      ? ['This computer cannot take back what had left it before:']
      : ['Nothing of this visit had left this computer by Scriba’s records.']),
    ...platform.map((transaction) => `- platform: transaction ${transaction}`),
    ...sent.map(({ target, at }) => `- ${target}: ${time(at)} UTC`),
  ];
  return {
    name: `consent-withdrawn-${id.slice(0, 8)}.txt`,
    contentType: 'text/plain; charset=UTF-8',
    bytes: new TextEncoder().encode(`${lines.join('\n')}\n`),
  };
}
