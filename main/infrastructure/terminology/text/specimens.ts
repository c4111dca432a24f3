/** What a test is made on: a doctor's words and LOINC's own short ones, as the same set of systems. */
import { rawWords } from './normalise.ts';

export type Specimens = {
  /** LOINC's systems that these words may mean; none where no specimen is named. */
  readonly systems: ReadonlySet<string>;
  /** "Blood" is said of serum too: these are meant where it is taken literally. */
  readonly literal: ReadonlySet<string>;
  /** The text without the words of the specimen. */
  readonly rest: string;
  /** How long it was collected (LOINC's time aspect), where that is said. */
  readonly time?: string | undefined;
};

const SERUM = ['Ser', 'Ser/Plas', 'Ser/Plas/Bld'];
const PLASMA = ['Plas', 'PPP', 'Ser/Plas', 'Ser/Plas/Bld'];

/** Longer ones first. Only what is unmistakable. */
const WORDS: readonly (readonly [
  words: string,
  systems: readonly string[],
  literal?: readonly string[],
])[] = [
  ['serum plasma blood', ['Ser/Plas/Bld']],
  ['serum or plasma or blood', ['Ser/Plas/Bld']],
  ['serum plasma or blood', ['Ser/Plas/Bld']],
  ['serum or plasma', ['Ser/Plas', 'Ser/Plas/Bld']],
  ['serum plasma', ['Ser/Plas', 'Ser/Plas/Bld']],
  ['ser plas bld', ['Ser/Plas/Bld']],
  ['ser plas', ['Ser/Plas', 'Ser/Plas/Bld']],
  ['mixed venous blood', ['BldMV']],
  ['dried blood spot', ['Bld.dot']],
  ['cord blood', ['BldCo']],
  ['bone marrow', ['Bone mar']],
  ['arterial blood', ['BldA']],
  ['venous blood', ['BldV']],
  ['capillary blood', ['BldC']],
  ['whole blood', ['Bld', 'BldV']],
  ['blood gas', ['BldA']],
  ['platelet poor plasma', ['PPP']],
  ['red blood cells', ['RBC']],
  ['red blood cell', ['RBC']],
  ['urine sediment', ['Urine sed']],
  ['cerebral spinal fluid', ['CSF']],
  ['cerebrospinal fluid', ['CSF']],
  ['spinal fluid', ['CSF']],
  ['pleural fluid', ['Plr fld']],
  ['peritoneal dialysis fluid', ['Dial fld prt']],
  ['peritoneal fluid', ['Periton fld']],
  ['ascitic fluid', ['Periton fld']],
  ['synovial fluid', ['Synv fld']],
  ['joint fluid', ['Synv fld']],
  ['pericardial fluid', ['Pericard fld']],
  ['amniotic fluid', ['Amnio fld']],
  ['gastric fluid', ['Gast fld']],
  ['dialysis fluid', ['Dial fld']],
  ['body fluid', ['Body fld']],
  ['seminal fluid', ['Semen']],
  ['vitreous fluid', ['Vitr fld']],
  ['vaginal fluid', ['Vag']],
  ['bronchoalveolar lavage', ['BAL']],
  ['breast milk', ['Mmlk']],
  ['mother milk', ['Mmlk']],
  ['mothers milk', ['Mmlk']],
  ['serum', SERUM],
  ['ser', SERUM],
  ['plasma', PLASMA],
  ['plas', PLASMA],
  ['blood', ['Bld', 'BldV', 'BldC', 'Plas', ...SERUM], ['Bld', 'Ser/Plas/Bld']],
  ['bld', ['Bld', 'Ser/Plas/Bld']],
  ['urine', ['Urine']],
  ['urinary', ['Urine']],
  ['csf', ['CSF']],
  ['stool', ['Stool']],
  ['feces', ['Stool']],
  ['faeces', ['Stool']],
  ['fecal', ['Stool']],
  ['faecal', ['Stool']],
  ['sputum', ['Sputum']],
  ['semen', ['Semen']],
  ['saliva', ['Saliva']],
  ['sweat', ['Sweat']],
  ['hair', ['Hair']],
  ['throat', ['Thrt']],
  ['nasopharynx', ['Nph']],
  ['nasopharyngeal', ['Nph']],
  ['wound', ['Wound']],
  ['tissue', ['Tiss']],
  ['pus', ['Pus']],
];
const LONGEST = 5;
const byWords = new Map(
  WORDS.map(([words, systems, literal]) => [words, { systems, literal: literal ?? systems }]),
);

/** "24 hour urine", "24h"; what says nothing of it is a single sample. */
const COLLECTED = /(?<![\d.])(\d{1,2})\s*-?\s*(?:h|hr|hrs|hour|hours)(?![\p{L}])/iu;
const SPOT = /(?<![\p{L}])(?:spot|random)(?![\p{L}])/giu;

/** The specimen that a text names ("serum potassium", "Ser/Plas", "24 hour urine"), and the text without it. */
export function specimensIn(text: string): Specimens {
  const time = COLLECTED.exec(text);
  const words = rawWords(text.replace(COLLECTED, ' ').replace(SPOT, ' '));
  const systems = new Set<string>();
  const literal = new Set<string>();
  let rest = text.replace(COLLECTED, ' ').replace(SPOT, ' ');
  for (let at = 0; at < words.length; ) {
    let taken = Math.min(LONGEST, words.length - at);
    let found;
    for (; taken > 0 && !found; taken--) found = byWords.get(words.slice(at, at + taken).join(' '));
    if (!found) at += 1;
    else {
      rest = rest.replace(
        new RegExp(words.slice(at, at + taken + 1).join(String.raw`[^\p{L}]+`), 'iu'),
        ' ',
      );
      at += taken + 1;
      for (const one of found.systems) systems.add(one);
      for (const one of found.literal) literal.add(one);
    }
  }
  return {
    systems,
    literal,
    rest: rest.replace(/\s+/g, ' ').trim(),
    ...(time ? { time: `${Number(time[1])}H` } : {}),
  };
}

/** The systems of a test: LOINC's own word for it, or what a list of ours says in plain ones. Empty where nothing is taken from the patient. */
export function systemsOf(system: string): ReadonlySet<string> {
  if (LOINC_SYSTEMS.has(system)) return new Set([system]);
  const own = /[\^+]/.test(system) ? undefined : specimensIn(system).literal;
  if (own && own.size > 0) return own;
  return NO_SPECIMEN.test(system) ? new Set() : new Set([system]);
}
const LOINC_SYSTEMS = new Set(WORDS.flatMap(([, systems]) => systems));
const NO_SPECIMEN =
  /^$|^\^|patient|arterial system|cardiovascular|respiratory|body|^eye|^heart|^chest|^head|vital/i;
