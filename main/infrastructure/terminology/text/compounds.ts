/** Takes a word apart that no release has: "ureterolithiasis" is a calculus of the ureter. Only to show what is near: never to promise it. */

/** Endings, and what they say. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/o?lithiasis$/, 'calculus'],
  [/itis$/, 'inflammation'],
  [/(?:algia|odynia)$/, 'pain'],
  [/o?pathy$/, 'disorder'],
  [/o?megaly$/, 'enlargement'],
  [/o?ptosis$/, 'prolapse'],
  [/o?rrhagia$/, 'bleeding'],
  [/o?rrhea$/, 'discharge'],
  [/o?stenosis$/, 'stenosis'],
  [/o?sclerosis$/, 'sclerosis'],
  [/o?malacia$/, 'softening'],
  [/ectasi[as]$/, 'dilatation'],
  [/o?spasm$/, 'spasm'],
  [/o?plegia$/, 'paralysis'],
  [/o?cele$/, 'hernia'],
  [/o?rrhexis$/, 'rupture'],
  [/emia$/, 'blood'],
  [/uria$/, 'urine'],
  [/oma$/, 'neoplasm'],
];

/** Beginnings of parts and things, longest first where one begins another. */
const PARTS: Readonly<Record<string, string>> = Object.fromEntries(
  `nephr kidney|ren kidney|pyel kidney|card heart|hepat liver|gastr stomach|enter intestine|col colon|proct rectum|rect rectum|cyst bladder|ureter ureter|urethr urethra|oophor ovary|ovari ovary|salping
  fallopian tube|metr uterus|hyster uterus|colp vagina|vagin vagina|vulv vulva|orchi testis|orchid testis|epididym epididymis|prostat prostate|balan penis|mast breast|mamm breast|pneum lung|pneumon
  lung|bronch bronchus|trache trachea|laryng larynx|pharyng pharynx|rhin nose|ot ear|tympan eardrum|mastoid mastoid|blephar eyelid|conjunctiv conjunctiva|kerat cornea|scler sclera|ir iris|uve uvea|retin
  retina|choroid choroid|ophthalm eye|dacryocyst lacrimal sac|dacryoaden lacrimal gland|stomat mouth|gloss tongue|cheil lip|gingiv gum|odont tooth|sialaden salivary gland|parotid parotid|esophag
  esophagus|duoden duodenum|jejun jejunum|ile ileum|typhl cecum|appendic appendix|cholecyst gallbladder|cholang bile duct|choledoch bile duct|pancreat pancreas|splen spleen|periton peritoneum|arthr
  joint|osteomyel bone|oste bone|chondr cartilage|my muscle|myos muscle|tendin tendon|tenosynov tendon sheath|burs bursa|spondyl spine|disc disc|phleb vein|ven vein|arteri artery|vascul vessel|angi
  vessel|lymphaden lymph node|lymphangi lymph vessel|aden gland|thyroid thyroid|adren adrenal|hypophys pituitary|encephal brain|cerebr brain|mening meninges|myel spinal cord|neur nerve|radicul nerve
  root|plex plexus|dermat skin|derm skin|cellul connective tissue|onych nail|trich hair|cervic cervix|peri|omphal umbilicus|coccyg coccyx|pod foot|gon knee|cephal head|abdomin abdomen|thorac thorax|brachi
  arm|cost rib|pleur pleura|pericard pericardium|myocard myocardium|endocard endocardium|valv valve|aort aorta`
    .replace(/\s*\n\s*/g, ' ')
    .split('|')
    .map((line) => line.trim().split(/ (.*)/))
    .filter(([, part]) => part)
    .map(([start, part]) => [start!, part!]),
);

/** "gastroduoden" is a stomach and a duodenum. */
function partsOf(stem: string): string[] | undefined {
  const whole = PARTS[stem] ?? PARTS[stem.replace(/o$/, '')];
  if (whole !== undefined) return [whole];
  for (let at = stem.length - 3; at >= 3; at--) {
    const first = PARTS[stem.slice(0, at).replace(/o$/, '')];
    const second = PARTS[stem.slice(at)];
    if (first !== undefined && second !== undefined) return [first, second];
  }
  return undefined;
}

/** Plain words for one that is put together; undefined where it is not. `word` in lower case and American spelling. */
export function takenApart(word: string): string | undefined {
  for (const [ending, says] of ENDINGS) {
    if (!ending.test(word)) continue;
    const parts = partsOf(word.replace(ending, ''));
    if (parts) return `${says} ${parts.join(' ')}`;
  }
  return undefined;
}
