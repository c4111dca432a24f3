/** What a unit measures, so that mg/dL and g/L are one thing and mmol/L another. Knows the usual UCUM units and how laboratories write them. */

const ATOMS: Readonly<Record<string, string>> = {
  g: 'mass',
  gm: 'mass',
  gram: 'mass',
  grams: 'mass',
  lb: 'mass',
  lbs: 'mass',
  mol: 'substance',
  mole: 'substance',
  moles: 'substance',
  eq: 'substance',
  mols: 'substance',
  l: 'volume',
  ltr: 'volume',
  liter: 'volume',
  litre: 'volume',
  cc: 'volume',
  u: 'unit',
  iu: 'unit',
  unit: 'unit',
  units: 'unit',
  kat: 'unit',
  pfu: 'unit',
  miu: 'unit',
  uiu: 'unit',
  m: 'length',
  in: 'length',
  inch: 'length',
  inches: 'length',
  ft: 'length',
  s: 'time',
  sec: 'time',
  secs: 'time',
  second: 'time',
  seconds: 'time',
  min: 'time',
  mins: 'time',
  minute: 'time',
  minutes: 'time',
  h: 'time',
  hr: 'time',
  hrs: 'time',
  hour: 'time',
  hours: 'time',
  d: 'time',
  day: 'time',
  days: 'time',
  wk: 'time',
  mo: 'time',
  a: 'time',
  year: 'time',
  years: 'time',
  mmhg: 'pressure',
  pa: 'pressure',
  bar: 'pressure',
  cmh2o: 'pressure',
  cel: 'temperature',
  c: 'temperature',
  f: 'temperature',
  degf: 'temperature',
  degc: 'temperature',
  k: 'temperature',
  osm: 'osmoles',
  hpf: 'field',
  lpf: 'field',
  field: 'field',
  '[hpf]': 'field',
  '[lpf]': 'field',
  m2: 'area',
  cumm: 'volume',
  cmm: 'volume',
  mm3: 'volume',
  cm3: 'volume',
  ml3: 'volume',
  '%': 'share',
  ppm: 'share',
  ppb: 'share',
  dyn: 'force',
  v: 'voltage',
  ph: 'acidity',
};
const PREFIXES = ['mc', 'da', 'k', 'h', 'd', 'c', 'm', 'u', 'n', 'p', 'f'];
/** What is counted, or a name for a plain number. */
const COUNTED =
  /^(?:cells?|counts?|copies|cps|cfu|rbcs?|wbcs?|beats?|breaths?|bpm|index|ratio|inr|titer|titre|score|no|number|lakhs?|lacs?|million|mill|mil|millions|thou|thousand|crore|x|k|each|colonies|erythrocytes|leukocytes|leucocytes|platelets|1)$/;
/** Words behind a unit that do not change it. */
const NOTES =
  /\{[^{}]*\}|\((?:wv|w\/v|v\/v|w\/w)\)|(?<![\p{L}])(?:creat(?:inine)?|cr|feu|ddu|fib|hb|protein|calc|wet weight|dry weight|tissue|stool)(?![\p{L}])/giu;

/** Answers for example `mass/volume`; undefined where the unit is not understood. Nothing measured (`1`, `{INR}`, ratio) is `number`. */
export function dimensionOf(unit: string): string | undefined {
  const plain = unit
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/[\u00b5\u03bc]/g, 'u')
    .replace(/\u00b0\s*/g, 'deg')
    .replace(/mm\s*\[?\s*hg\s*\]?/g, 'mmhg')
    .replace(/\[(?:iu|arb'u)\]/g, 'iu')
    .replace(/\[ph\]/g, 'ph')
    .replace(/cm\s*\[?\s*h2o\s*\]?/g, 'cmh2o')
    .replace(/\[(degf|ppm|ppb|lb_av|in_i)\]/g, (_, atom: string) =>
      atom.replace('lb_av', 'lb').replace('in_i', 'in'),
    );
  if (plain === '') return undefined;
  if (/^(?:bpm|beats?\s*(?:\/|per)\s*min(?:ute)?|breaths?\s*(?:\/|per)\s*min(?:ute)?)$/.test(plain))
    return 'number/time';
  // The body surface to which a clearance is brought.
  const body = /\/\s*\{?\s*1[.,]73\s*_?\s*(?:m2|m\^2|m\*\*2|sq\.?\s*m)?\s*\}?/;
  const perArea = body.test(plain);
  // "mg%", as it is still written, is in a decilitre.
  const text = plain
    .replace(/^(n?g|gm|mg|mcg|ug|meq)\s*%$/, '$1/dl')
    .replace(body, ' ')
    .replace(NOTES, ' ')
    .replace(/\s+per\s+/g, '/')
    .replace(/[()]/g, ' ')
    .replace(/\bcu\.?\s*mm\b/g, 'cumm');
  const parts = text.split('/').map((part) => part.trim());
  const above = dimensions(parts[0]!);
  const below = parts.slice(1).map(dimensions);
  if (above === undefined || below.some((one) => one === undefined)) return undefined;
  const under = [...(below as string[][]).flat(), ...(perArea ? ['area'] : [])].sort();
  // What stands on both sides cancels.
  const over = above.filter((one) => {
    const same = under.indexOf(one);
    if (same >= 0) under.splice(same, 1);
    return same < 0;
  });
  if (over.length === 0 && under.length === 0)
    return above.length > 0 && above[0] !== 'share'
      ? `${above.join('.')}/${above.join('.')}`
      : above.length > 0
        ? 'share'
        : 'number';
  if (over.join() === 'share' && under.length === 0) return 'share';
  return [over.join('.') || 'number', ...under].join('/');
}

/** The dimensions of one side; a plain number has none. */
function dimensions(side: string): string[] | undefined {
  const found: string[] = [];
  for (const piece of side.split(/[\s.]+/).filter(Boolean)) {
    const bare = piece.replace(/^(?:x?\d+(?:[.,]\d+)?(?:(?:\*|\^|e)\d+)?|[*x])+/, '');
    if (bare === '' || COUNTED.test(bare)) continue;
    const atom = atomOf(bare);
    if (atom === undefined) return undefined;
    if (atom !== 'share' || found.length === 0) found.push(atom);
  }
  return found;
}

function atomOf(text: string): string | undefined {
  if (Object.hasOwn(ATOMS, text)) return ATOMS[text];
  for (const prefix of PREFIXES) {
    const rest = text.slice(prefix.length);
    if (
      text.startsWith(prefix) &&
      Object.hasOwn(ATOMS, rest) &&
      !/^(?:time|share|field|pressure)$/.test(ATOMS[rest]!)
    )
      return ATOMS[rest];
  }
  return /^(?:ms|us|ns)$/.test(text) ? 'time' : undefined;
}

/** What each of LOINC's properties measures (LOINC Users' Guide, "Kind of property"); a test with example units is judged by these first. */
const PROPERTIES: Readonly<Record<string, string>> = {
  MCnc: 'mass/volume',
  SCnc: 'substance/volume',
  CCnc: 'unit/volume',
  ACnc: 'unit/volume',
  NCnc: 'number/volume',
  EntMCnc: 'mass/volume',
  EntSCnc: 'substance/volume',
  MFr: 'share',
  NFr: 'share',
  VFr: 'share',
  SFr: 'share',
  CFr: 'share',
  AFr: 'share',
  MRto: 'mass/mass',
  SRto: 'substance/substance',
  MCnt: 'mass/mass',
  SCnt: 'substance/mass',
  CCnt: 'unit/mass',
  ACnt: 'unit/mass',
  NCnt: 'number/mass',
  EntMass: 'mass',
  EntVol: 'volume',
  EntSub: 'substance',
  EntLen: 'length',
  Mass: 'mass',
  Vol: 'volume',
  Len: 'length',
  Sub: 'substance',
  Temp: 'temperature',
  Pres: 'pressure',
  Time: 'time',
  Vel: 'length/time',
  VRat: 'volume/time',
  MRat: 'mass/time',
  SRat: 'substance/time',
  CRat: 'unit/time',
  NRat: 'number/time',
  ArVRat: 'volume/area/time',
  Osmol: 'osmoles/mass',
  Naric: 'number/field',
  Ratio: 'number',
  RelTime: 'number',
};

/** Undefined where nothing can be said. */
export function unitFits(
  unit: string,
  test: { readonly property: string; readonly units: readonly string[] },
): boolean | undefined {
  const asked = dimensionOf(unit);
  if (asked === undefined) return undefined;
  const own = test.units.map(dimensionOf).filter((one) => one !== undefined);
  if (own.length > 0)
    return (
      own.includes(asked) ||
      (PROPERTIES[test.property] === asked && !own.some((one) => one.includes('/')))
    );
  const told = PROPERTIES[test.property];
  return told === undefined ? undefined : told === asked;
}
