/** What a germ means in a line of an infection, and where it was looked for. */
import { type InContext, line, phrases } from './context.ts';

export const OF_INFECTIONS: readonly InContext[] = [
  {
    of: line('c\\/s|cultures?|grew|bld|blood|widal'),
    words:
      /(?<![\p{L}])S(?:alm(?:onella)?)?\.?\s?typhi(?![\p{L}])(?!\s*['"‘]?(?:neg|-ve|ig[gm]|t?[oh](?![\p{L}])|ab(?![\p{L}])|ag(?![\p{L}])|1:|\d))/giu,
    meaning: 'typhoid fever',
    isSure: true,
  },
  {
    of: line(
      'ps|smear|rings?|troph\\p{L}*|gamet\\p{L}*|mp|chloroquine|primaquine|ACT|artesun\\p{L}*|rdt',
    ),
    words:
      /(?<![\p{L}])P(?:l(?:asmodium)?)?\.?\s?vivax(?![\p{L}])(?!\s*(?:neg|-ve|mal))(?:\s+(?:rings?|troph\p{L}*|gamet\p{L}*))*/giu,
    meaning: 'vivax malaria',
    isSure: true,
  },
  {
    of: line('ps|smear|rings?|troph\\p{L}*|gamet\\p{L}*|mp|ACT|artesun\\p{L}*|rdt'),
    words:
      /(?<![\p{L}])P(?:l(?:asmodium)?)?\.?\s?falcip(?:arum)?(?![\p{L}])(?!\s*(?:neg|-ve|mal))(?:\s+(?:rings?|troph\p{L}*|gamet\p{L}*))*/giu,
    meaning: 'falciparum malaria',
    isSure: true,
  },
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
