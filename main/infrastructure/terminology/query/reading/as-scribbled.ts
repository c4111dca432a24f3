/**
 * Lines of wards: words that are cut short ("Ac pyelo"), initials with full stops ("C.A.P."), and
 * what is found or done behind the name of a disease ("DU bleed, Hb 6, 2 PRBC").
 */
import { z } from 'zod';
import { once } from '../../../../../shared/once.ts';
import clippedWords from '../../tables/clipped.json' with { type: 'json' };
import { readTable } from '../../tables/read-table.ts';
import { type InContext, isOfNowAndHere } from './contexts/context.ts';
import { MORE_IN_CONTEXT } from './contexts/contexts.ts';
import { WHO } from './segments.ts';
import { RT } from './words-beside.ts';
import {
  FIGURE_FIRST,
  IN_CONTEXT,
  isDone,
  isSelfPoisoning,
  NEEDS_AGENT,
  NEEDS_FIGURE,
  NORMAL,
  NOT_THERE,
  OF_DEGREES,
  SIZE,
  withoutIntent,
} from './words-of-wards.ts';

const rows = z.array(
  z.strictObject({
    written: z.array(z.string().regex(/^\p{L}+(?:\/\p{L}+)?$/u)).min(1),
    meaning: z.string().regex(/^\p{L}+(?: \p{L}+)*$/u),
    before: z.string().optional(),
    behind: z.string().optional(),
  }),
);
export const clippedTable = once(() => readTable('clipped.json', rows, clippedWords));

type Clipped = {
  readonly meaning: string;
  readonly inCapitals: boolean;
  readonly before?: RegExp | undefined;
  readonly behind?: RegExp | undefined;
};
const clipped = once((): ReadonlyMap<string, readonly Clipped[]> => {
  const found = new Map<string, Clipped[]>();
  for (const { written, meaning, before, behind } of clippedTable())
    for (const form of written) {
      const one = {
        meaning,
        inCapitals: /^\p{Lu}{2,}$/u.test(form),
        before: before === undefined ? undefined : new RegExp(`^(?:${before})`, 'iu'),
        behind: behind === undefined ? undefined : new RegExp(`^(?:${behind})$`, 'iu'),
      };
      found.set(form.toLowerCase(), [...(found.get(form.toLowerCase()) ?? []), one]);
    }
  return found;
});

/** Clipped words that have a meaning of their own. */
export const clippedForms = (): { has(word: string): boolean } => clipped();

/** "C.A.P.", "I.D.A." */
const INITIALS =
  /(?<![\p{L}.])(?:\p{Lu}\.){2,}(?:\p{Lu}(?![\p{L}]))?(?![\p{L}])|(?<![\p{L}.])\p{Lu}\.\p{Lu}(?![\p{L}.])/gu;
/** "w/o aura". */
const WITHOUT = /(?<![\p{L}])w\/o(?![\p{L}])/giu;
/** "NEC st II". */
const STAGES = /(?<![\p{L}\d])stg?\.?\s*(?=(?:[1-5]|i{1,3}|iv|v)(?![\p{L}\d]))/giu;
/** "L1 burst #"; "2#" is a cycle of chemotherapy. */
const BROKEN = /(?<=\p{L}{2})\s*#(?=\s*(?:[,;.)]|$))/gu;
/** "SLE c class IV LN": cum. A "c" may be the letter of a kind, too. */
const CUM =
  /(?<!(?:hep(?:at(?:itis)?)?|vit(?:amin)?|protein|hb|hemoglobin|haemoglobin|child|type|class|grade|stage|group|cystatin|factor|c\.|vitamins))\sc\s(?=[\p{L}#])/giu;
/** "2° burn", "II° piles", "3rd deg". */
const ORDINAL =
  /(?<![\p{L}\d])([1-4]|i{1,3}|iv)(?:st|nd|rd|th)?\s?(?:°(?!\s*to(?![\p{L}]))|deg(?:ree)?\.?(?![\p{L}]))\s*/giu;
const DEGREES = ['first', 'second', 'third', 'fourth'];
const ordinalOf = (figure: string): string =>
  DEGREES[
    (/\d/.test(figure)
      ? Number(figure)
      : ['i', 'ii', 'iii', 'iv'].indexOf(figure.toLowerCase()) + 1) - 1
  ] ?? figure;
const WORD = /\p{L}+(?:\/\p{L}+)?['’]?\.?/gu;
const SIDES = /^(?:[rl]t\.?|right|left|b\/l)\s+/iu;

export type Scribbled = {
  /** Ways to read the line, the likeliest first; none where nothing is read otherwise. */
  readonly ways: readonly string[];
  /** What the line is of tells more than its words: "on insulin" of a diabetes in pregnancy. */
  readonly saysMore: boolean;
  /** It does so where the words are a term as they stand, too. */
  readonly overrules: boolean;
  /** Something was written as in wards: clipped, who it is, what was done, what a form means. */
  readonly isMarked: boolean;
};

/** "D.U. perforation": short forms without their full stops. */
export const withoutStops = (line: string): string =>
  line.replace(INITIALS, (initials) => initials.replaceAll('.', ''));

export function asScribbled(query: string): Scribbled {
  const plain = query.replace(/\s+/g, ' ').trim();
  const letters = withoutStops(plain)
    .replace(WITHOUT, 'without')
    .replace(CUM, ' with ')
    .replace(WHO, '')
    .replace(STAGES, 'stage ')
    .replace(BROKEN, ' fracture ')
    .replace(RADIOTHERAPY, 'radiotherapy')
    .replace(SIZE, ' ');
  const whole = OF_DEGREES.test(letters)
    ? letters.replace(ORDINAL, (_, figure: string) => ` ${ordinalOf(figure)} degree `)
    : letters;
  const isOneWord = /^\S+$/.test(plain);
  const isPoisoned = isSelfPoisoning(whole);
  const read = (text: string) => {
    const meant = isPoisoned ? withoutIntent(text) : text;
    return isOneWord ? meant : writtenOut(meant);
  };
  const meant = inContext(whole);
  const named = withoutTail(meant);
  const [first = named] = named.split(FIRST);
  const isFirstAlone =
    !GENERAL.test(first) &&
    !BACKGROUND.test(first) &&
    !COMPLICATION.test(named.slice(first.length));
  const written = read(named);
  const ways = [written, ...(isFirstAlone ? [read(first)] : [])].map(sideLast);
  return {
    ways: [...new Set([...ways, ...ways.slice(0, 1).map(withoutDenials)])].filter(
      (way) => way !== plain && /\p{L}{2}/u.test(way),
    ),
    saysMore: meant !== whole,
    overrules: readBy(IN_CONTEXT, whole) !== whole,
    isMarked: written !== plain,
  };
}

/** What a word means where the line is of a pregnancy, of a lung, of an eye. */
export const inContext = (line: string): string =>
  readBy([...IN_CONTEXT, ...MORE_IN_CONTEXT], line);

const readBy = (contexts: readonly InContext[], line: string): string =>
  contexts.reduce(
    (text, { of, except, words, meaning, isSure }) =>
      of.test(line) && !except?.test(line) && (!isSure || isOfNowAndHere(line))
        ? text.replace(words, (found: string, ...rest: readonly (string | number)[]) => {
            const [first] = rest;
            const at = rest.find((one) => typeof one === 'number') ?? 0;
            if (NOT_SAID_OF_NOW.test(text.slice(0, at))) return found;
            return meaning.replace('$1', typeof first === 'string' ? first : '');
          })
        : text,
    line,
  );
/** What stands right before it says that it is not there, or not now, or somebody else's. */
const NOT_SAID_OF_NOW =
  /(?<![\p{L}])(?:no|nil|not|denies|h\/o|history of|prev(?:ious)?|past|family|mother|father|wife|husband|r\/o|rule[sd]? out|suspect\p{L}*|screen\p{L}*(?: for)?|contact (?:with|of)|post exposure|fear of|risk of)(?:\s+(?:an?|any|e\/o|evidence of|signs? of|acute))*\s*$/iu;

/** Behind it another disease is told. */
const FIRST = /[,;]/u;
/** Says nothing by itself: "Pain, low back", "Anemia, iron deficiency". */
const GENERAL =
  /^\W*(?:(?:ac|acute|ch|chronic|rec|sev|severe|mild|old|[rl]t\.?|left|right|b\/l)\s+)*(?:pain|ca|cancer|carcinoma|malignancy|tumou?r|mass|lump|swelling|cyst|polyp|fracture|fr|#|injury|inj|wound|burns?|abs(?:cess)?|infection|sepsis|ulcer|hernia|stone|calculus|bleed(?:ing)?|an(?:a)?emia|fever|fit|seizure|edema|hepatitis|arthritis|neuropathy|pneumonia|diabetes|dm|pregnancy|preg|hemophilia|migraine|depression|heart failure|lymphoma|leuk(?:a)?emia)\W*$/iu;
/** "Kidney transplant, graft rejection": it is what the first part came to. */
const COMPLICATION =
  /(?<![\p{L}])(?:reject|fail|infect|thrombos|toxic|induced|associat|leak|loosen|dislo[cd]|perf|rupt|gangr|necro|strang|obst|gap|dehisc|burst|bleed|h(?:a)?ematom|sepsis|fistula|stric|restenos|peripros|malun|non-?un|block|migrat|pph)/iu;
/** "K/c/o asthma, pneumothorax": what was there before, or how it came about. */
const BACKGROUND =
  /^\W*(?:s\/p|post|pod|k\/c\/o|h\/o|old|prev|ftnvd|lscs|svd|fall|rta|mva|assault|trauma|alcoholic|smoker|newborn|nb|neonate|preterm|baby|child|primi|pregnancy|pt|\d+\s?w\p{L}*\s+preg\p{L}*)(?![\p{L}])/iu;
/** "On RT"; "Rt" is a side. */
const RADIOTHERAPY =
  /(?<=(?:on|for|post|under|chemo|CT)\s*[+&]?\s*)RT(?![\p{L}])(?!\s+(?:TKR|THR|feeds?))/gu;

/** "PE no cor pulmonale", "no necrosis": what is not there leads to no code of its own. */
const DENIAL =
  /(?<=\p{L}{2}[^:]*)(?<![\p{L}])(?:no|nil)\s+(?!loc(?![\p{L}])|light|perception|voice|f(?:o)?etal|fm|fhs?|cry|cried|mec|stool|flatus|urin|pulse|vision|speech|movement|anc|antenatal|menses|bowel)\p{L}+(?:\s+(?!no\s|nil\s)\p{L}+){0,2}(?=\s*(?:[,;.)]|$|(?:no|nil)\s))/giu;
/** "DM neg". */
const NEGATIVE =
  /(?<![\p{L}])(?:dm|t2dm|htn|hiv|hbs\s?ag|hcv|vdrl|covid|rat)\s*(?:-ve|neg(?:ative)?|nil)(?![\p{L}])/giu;
const withoutDenials = (text: string): string =>
  text
    .replace(DENIAL, ' ')
    .replace(NORMAL, ' ')
    .replace(NEGATIVE, ' ')
    .replace(/\s*[,;]\s*(?=[,;]|$)/gu, '')
    .replace(/\s+/g, ' ')
    .trim();

/** The first part, and those behind it that say more of the disease. */
function withoutTail(text: string): string {
  const [name = '', ...parts] = text.split(/(?=[,;]\s*|\s[-–+]\s)/u);
  if (NEEDS_AGENT.test(name.split(/\s(?:on|for|ē|with|to|of)\s/iu)[0] ?? '')) return text;
  const more = parts.filter((part) => {
    const words = part.replace(/^[\s,;–+-]+/u, '');
    if (FIGURE_FIRST.test(words) && NEEDS_FIGURE.test(name)) return true;
    return !isDone(words) && !NOT_THERE.test(words);
  });
  const left = [name, ...more].map(withoutGiven).join('');
  return /\p{L}{2}/u.test(left) && !isDone(left) ? left.trim() : text;
}

/** "T2DM on metformin with neuropathy" keeps the neuropathy. */
function withoutGiven(part: string): string {
  const [name = '', ...more] = part.split(/(?=\s(?:on|for|ē|with)\s)/iu);
  return [name, ...more.filter((one) => !isDone(one))].join('');
}

/** "Ca Rt BM": a side between two words that belong together. */
function sideLast(text: string): string {
  const [side, ...others] = text.match(SIDE) ?? [];
  if (side === undefined || others.length > 0) return text;
  return `${text.replace(SIDE, ' ').replace(/\s+/g, ' ').trim()} ${side}`;
}
const SIDE = new RegExp(
  String.raw`(?<![\p{L}\d#])(?:${RT}\.?|lt\.?|right|left|b/l)(?![\p{L}\d/])`,
  'giu',
);

function writtenOut(text: string): string {
  return text.replace(WORD, (found, at: number) => {
    const form = found.replace(/['’]?\.?$/u, '');
    const rows = clipped().get(form.toLowerCase());
    if (!rows) return found;
    const next = text
      .slice(at + found.length)
      .trimStart()
      .replace(SIDES, '');
    const previous =
      text
        .slice(0, at)
        .match(/[\p{L}#/]+/gu)
        ?.slice(-2) ?? [];
    const row = rows.find(
      ({ inCapitals, before, behind }) =>
        (!inCapitals || form === form.toUpperCase()) &&
        (before?.test(next) ?? true) &&
        (behind === undefined || previous.some((word) => behind.test(word))),
    );
    return row?.meaning ?? found;
  });
}
