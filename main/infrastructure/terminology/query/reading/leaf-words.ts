/** Words of a line of a ward, and the words that the names of codes have for them. */

/** "no coma", "not in failure", "AFB neg". */
const DENIED =
  /(?<![\p{L}])(?:no|nil|not|without|w\/o|non|never)[\s-]+([\p{L}/]+(?:\s+[\p{L}]+)?)/giu;
const NEGATIVE = /(?<![\p{L}])([\p{L}\d]+)\s*(?:-ve|neg(?:ative)?)(?![\p{L}])/giu;

/** "Undelivered" shares its stem with a delivery. */
const UNDELIVERED = /(?<![\p{L}])(?:undelivered|not yet delivered)(?![\p{L}])/giu;

export function withoutDenied(all: string): { readonly told: string; readonly denied: string } {
  const line = all.replace(UNDELIVERED, 'no delivery');
  const denied = [...line.matchAll(DENIED), ...line.matchAll(NEGATIVE)].map(([, what]) => what);
  return {
    told: line.replace(DENIED, ' ').replace(NEGATIVE, ' '),
    denied: denied.join(' '),
  };
}

type LeafWord = { readonly said: RegExp; readonly named: string };
const word = (said: string, named: string): LeafWord => ({
  said: new RegExp(`(?<![\\p{L}\\d])(?:${said})(?![\\p{L}\\d])`, 'iu'),
  named,
});

const LEAF_WORDS: readonly LeafWord[] = [
  word('l5\\s?[-/–]?\\s?s1', 'lumbosacral region'),
  word('l[1-4]\\s?[-/–]?\\s?l?[2-5]', 'lumbar region'),
  word('charcot\\p{L}*\\s+(?:f|j|arthro|neuro)\\p{L}*', 'diabetic neuropathic arthropathy'),
  word('bancrofti', 'wuchereria bancrofti'),
  word('neurogenic\\s+claud\\p{L}*', 'neurogenic claudication'),
  word('mixed\\s+obs\\p{L}*', 'mixed obsessional thoughts acts'),
  word('partial|sub-?acute', 'partial intestinal obstruction'),
  word('mediast\\p{L}*|hilar', 'intrathoracic lymph nodes'),
  word('(?:neck|cervical)\\s+(?:ln|lns|nodes?|lad)', 'lymph nodes of head face and neck'),
  word('mssa|s\\.?\\s?aureus|staph\\p{L}*|mrsa', 'staphylococcal'),
  word('pneumococ\\p{L}*', 'pneumococcal'),
  word('fungal|koh|hyphae|mycotic', 'mycotic'),
  word('dka|ketoacidosis|ketosis', 'ketoacidosis'),
  word(
    'hypo(?!\\s*(?:k|na|ca|mg|po4|hb|thyr))(?:glyc\\p{L}*)?|(?:rbs|grbs|cbg|bsl)\\s*[:=]?\\s*[1-5]\\d(?![\\d.])',
    'hypoglycemia',
  ),
  word('hyperglyc\\p{L}*', 'hyperglycemia'),
  word('dfu|foot ulcers?|diab(?:etic)? foot', 'foot ulcer'),
  word('(?:diab\\p{L}*\\s+)?(?:polyneuropathy)|burning feet', 'diabetic polyneuropathy'),
  word('dn|diab\\p{L}*\\s+nephrop\\p{L}*', 'diabetic nephropathy'),
  word('ckd', 'diabetic chronic kidney disease'),
  word('npdr', 'nonproliferative diabetic retinopathy'),
  word('pdr', 'proliferative diabetic retinopathy'),
  word(
    'class\\s+(?:[2-6]|ii|iii|iv|v)\\s*(?:ln|lupus nephritis)|lupus nephritis',
    'glomerular disease',
  ),
  word('minimal change|mcd|mcns', 'minor glomerular abnormality'),
  word('fsgs', 'focal and segmental glomerular lesions'),
  word('(?:ac|acute)?\\s*(?:exacerb\\p{L}*|exac)', 'acute exacerbation'),
  word('rsv', 'respiratory syncytial virus'),
  word('afb\\s*(?:\\d\\+|\\+|pos\\p{L}*)|sputum\\s*(?:\\+|pos\\p{L}*)', 'sputum'),
  word('voc|(?:sickl\\p{L}*|painful|vaso-?occlusive) crisis', 'crisis'),
  word('acs', 'acute chest syndrome'),
  word('cardioembolic|cardio-?embolic', 'embolism'),
  word('psychotic|psychosis', 'psychotic features'),
  word('dts?(?!\\s+(?:vaccin|booster|dose|given))|delirium tremens', 'withdrawal delirium'),
  word('antrum|antral', 'pyloric antrum'),
  word('antepartum', 'complicating pregnancy'),
  word('advanced', 'severe stage'),
  word('cme|csme', 'macular edema'),
  word('aur|luts|retention', 'lower urinary tract symptoms'),
  word('frontal', 'frontal lobe'),
  word('(?:distal|lower end)\\s+(?:of\\s+)?femur|femur|tibia|fibula', 'long bones lower limb'),
  word('humerus|radius|ulna', 'long bones upper limb'),
  word('distress|tachypn\\p{L}*|cpap|hfnc|vent\\p{L}*', 'respiratory symptoms'),
  word('abo', 'abo isoimmunization'),
  word('endometrioma|chocolate cyst', 'deep endometriosis ovary'),
  word('oesophagitis|esophagitis|la gr(?:ade)? [a-d]', 'esophagitis'),
  word('comatose|coma|gcs\\s*[3-8](?!\\d)', 'coma'),
  word('insulin(?! not)|on ins', 'insulin controlled'),
  word(
    'loc\\s*(?:~|for|of|x|[+])*\\s*(?:[1-9]|[12]\\d|30)\\s*min\\p{L}*',
    'loss of consciousness of 30 minutes or less',
  ),
  word(
    'loc\\s*(?:~|for|of|x|[+])*\\s*(?:3[1-9]|[45]\\d)\\s*min\\p{L}*',
    'loss of consciousness of 31 minutes to 59 minutes',
  ),
  word(
    'loc\\s*(?:~|for|of|x|[+])*\\s*[1-6]\\s*h\\p{L}*',
    'loss of consciousness of 1 hour to 5 hours 59 minutes',
  ),
];

/** What the names of codes say for the words of the line. */
export const namedInLeaves = (line: string): string =>
  LEAF_WORDS.filter(({ said }) => said.test(line))
    .map(({ named }) => named)
    .join(' ');
