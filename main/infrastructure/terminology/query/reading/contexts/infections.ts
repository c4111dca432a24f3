/** What a germ means in a line of an infection, and where it was looked for. */
import { type InContext, line, phrases } from './context.ts';

const SEEN = line(
  'ps|smear|rings?|troph\\p{L}*|gamet\\p{L}*|mp|chloroquine|primaquine|artesun\\p{L}*|rdt',
);
/** Seen in the blood, or treated. */
const malaria = (written: string, kind: string): InContext => ({
  of: SEEN,
  words: phrases(
    `P(?:l(?:asmodium)?)?\\.?\\s?${written}(?![\\p{L}])(?!\\s*(?:neg|-ve|mal))(?:\\s+(?:rings?|troph\\p{L}*|gamet\\p{L}*))*`,
  ),
  meaning: `${kind} malaria`,
  isSure: true,
});

export const OF_INFECTIONS: readonly InContext[] = [
  {
    of: line('c\\/s|cultures?|grew|bld|blood|widal'),
    words:
      /(?<![\p{L}])S(?:alm(?:onella)?)?\.?\s?typhi(?![\p{L}])(?!\s*['"‘]?(?:neg|-ve|ig[gm]|t?[oh](?![\p{L}])|ab(?![\p{L}])|ag(?![\p{L}])|1:|\d))/giu,
    meaning: 'typhoid fever',
    isSure: true,
  },
  malaria('vivax', 'vivax'),
  malaria('falcip(?:arum)?', 'falciparum'),
  {
    of: /(?<![\p{L}])rsv(?![\p{L}])(?!\s*(?:neg|-ve|-(?!\s*pos)|not))/iu,
    words: phrases('(?:ac(?:ute)?\\.?\\s+)?bronchiolitis(?!\\s+oblit)'),
    meaning: 'acute bronchiolitis due to respiratory syncytial virus',
    isSure: true,
  },
  {
    of: /(?<![\p{L}])(?:anchovy\s+(?:sauce|pus)|amo?ebic\s+ser\p{L}*\s*(?:\+|pos)|iha\s*(?:\+|pos))/iu,
    except: line('pyogenic|c\\/s grew|klebsiella'),
    words: /(?<![\p{L}])(?<!amo?ebic\s)liver abs(?:cess)?(?![\p{L}])/giu,
    meaning: 'amebic liver abscess',
    isSure: true,
  },
];
