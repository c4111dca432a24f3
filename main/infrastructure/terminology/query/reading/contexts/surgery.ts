/** What a short form means in a line of surgery, of cancers, bones, eyes, ears and wombs. */
import { forms, type InContext, line, phrases } from './context.ts';

/** In capitals: "re" and "be" are words. */
const EYE = /(?<![\p{L}\d])(?:RE|LE|BE|YAG|PPV|ILM|hypopyon|fortified|scraping)(?![\p{L}\d])/u;

/** There a squamous cell carcinoma is one of the skin, or of the lung. */
const OF_SKIN = line(
  'skin|scalp|face|pinna|lids?|eyelids?|marjolin\\p{L}*|scar|leg|hand|foot|lung|wall|perianal',
);

export const OF_SURGERY: readonly InContext[] = [
  {
    of: line('reducible|irred\\p{L}*|lichtenstein|mesh\\p{L}*|hernio\\p{L}*|tepp?|tapp'),
    except: line('papill\\p{L}*|csf|shunt|headache|preg\\p{L}*'),
    words: forms('IIH'),
    meaning: 'indirect inguinal hernia',
  },
  {
    of: line('phaco|sics|iol|pciol|cataract'),
    words: forms('NS'),
    meaning: 'nuclear cataract',
  },
  {
    of: line('renal|kidney'),
    words: /(?:post\s+)?(?:renal|kidney)\s+(?:tx|transplant)\p{L}*(?=.*reject)/giu,
    meaning: 'kidney transplant',
  },
  {
    of: line('pod\\s?\\d*|post-?op\\p{L}*|superficial|wound|stitch\\p{L}*'),
    words: /(?<![\p{L}])superficial\s+SSI(?![\p{L}])/gu,
    meaning: 'infection following a procedure superficial incisional surgical site',
  },
  {
    of: line('pod\\s?\\d*|post-?op\\p{L}*|deep|wound'),
    words: /(?<![\p{L}])deep\s+SSI(?![\p{L}])/gu,
    meaning: 'infection following a procedure deep incisional surgical site',
  },
  {
    of: line('pod\\s?\\d*|post-?op\\p{L}*|lap\\p{L}*|wound|stitch\\p{L}*'),
    words: forms('SSI'),
    meaning: 'infection following a procedure',
  },
  {
    of: line('chemo\\p{L}*|cycle|folfox|abvd|r-?chop|aml'),
    words:
      /(?<![\p{L}])(?:feb(?:rile)?\.?\s+neutrop\p{L}*|(?<!#\s?)FN)(?=.*(?:post|chemo|cycle|after)|$)/giu,
    meaning: 'agranulocytosis secondary to cancer chemotherapy',
  },
  {
    of: /(?<![\p{L}])(?:for|adm\p{L}*)\s+(?:implant|plate|nail|k-?wire|hardware)s?\s+(?:removal|exit)/iu,
    except: line('toe\\p{L}*|finger\\p{L}*|ingrow\\p{L}*|onych\\p{L}*|paronych\\p{L}*'),
    words: /^.*$/u,
    meaning: 'encounter for removal of internal fixation device',
  },
  {
    of: line('asymptomatic|lap|lc|usg|gb|biliary|symptomatic|incidental'),
    except: line('c?gs|guillain|nephrotic'),
    words: /(?<![\p{L}])GS(?=[\s,]|$)(?!.*(?:cholecystitis|panc|cbd))/gu,
    meaning: 'calculus of gallbladder',
  },
  {
    of: line('ca|carcinoma|cancer'),
    words: /(?<=\p{L}[^;]*[;,]\s*)SCC(?=\s*(?:[,;]|$))/gu,
    meaning: '',
  },
  {
    of: line('gbm|glio\\p{L}*|astrocyt\\p{L}*'),
    words:
      /(?<=(?:gbm|glio\p{L}*|astrocyt\p{L}*)[^,;]{0,25})(?<![\p{L}])(frontal|temporal|parietal|occipital)(?![\p{L}]|\s+(?:lobe|bone|arter))/giu,
    meaning: '$1 lobe',
  },
  {
    of: line('stricture|urethr\\p{L}*|oiu|viu'),
    words: phrases('bulbar(?=\\s+(?:urethra\\p{L}*|stricture))'),
    meaning: 'bulbous',
  },
  {
    of: line('natamycin|koh|corneal?|hypopyon|keratitis|cornea|ulcer\\s+(?:le|re|be)'),
    except: line('foot|leg|skin|toe'),
    words: phrases('fungal\\s+(?:corneal\\s+)?(?:ulcer|keratitis)'),
    meaning: 'mycotic corneal ulcer',
  },
  {
    of: line('dfu'),
    words:
      /(?<=(?<![\p{L}])DFU)\s+(?:(?:rt|lt|right|left|r|l)\.?\s+)?(?:(?:great|gr|big|[2-5](?:nd|rd|th))\s+)?(?:toe|foot|heel|sole|forefoot|plantar)(?![\p{L}])/giu,
    meaning: '',
  },
  {
    of: line('volvulus'),
    words: phrases('(?:sigmoid|c(?:a)?ecal|small bowel|midgut)\\s+volvulus'),
    meaning: 'volvulus of intestine',
  },
  {
    of: line('antrum|antral'),
    except: line('maxilla\\p{L}*|sinus|proptosis|nasal|cheek|nose|orbit\\p{L}*'),
    words: phrases(
      '(?:ca|carcinoma|cancer)\\s+(?:of\\s+)?(?:gastric\\s+|stomach\\s+)?(?:antrum|antral)(?:\\s+(?:of\\s+)?stomach)?',
    ),
    meaning: 'malignant neoplasm of pyloric antrum',
  },
  {
    of: line('periampull\\p{L}*'),
    words: phrases(
      'periampull\\p{L}*\\s+(?:ca|carcinoma|cancer|growth|tumou?r|malignancy)|ca\\s+periampull\\p{L}*',
    ),
    meaning: 'malignant neoplasm of ampulla of Vater',
  },
  {
    of: line('cx|cervix'),
    except: line('in situ|cis|cin'),
    words: phrases(
      'ca\\s+(?:cx|cervix)(?:\\s+(?:st(?:age)?\\.?\\s*)?(?:i{1,3}|iv|[1-4])[abc]?\\d?)?(?=\\s*(?:[,;]|$))',
    ),
    meaning: 'malignant neoplasm of cervix uteri',
  },
  {
    of: line('cap'),
    words: /(?<![\p{L}])CaP(?![\p{L}])/gu,
    meaning: 'malignant neoplasm of prostate',
  },
  {
    of: line('hdn|hun|hydron\\p{L}*'),
    words: phrases(
      '(?:(?:vuj|puj|ureteric|upper ureteric|lower ureteric)\\s+(?:calculus|calculi|stone))[^,;]*?\\s(?:w|with|c|ē|\\+)\\s*(?:(?:gross|mild|mod|severe)\\s+)?(?:hdn|hun|hydron\\p{L}*)',
    ),
    meaning: 'hydronephrosis with renal and ureteral calculous obstruction',
  },
  {
    of: line('vuj|puj'),
    words: phrases('(?:vuj|puj)\\s+(?:calculus|calculi|stone)'),
    meaning: 'calculus of ureter',
  },
  {
    of: line('procidentia'),
    words: phrases('(?:uv|uterovaginal|ut(?:erine)?)\\s+(?:prol\\p{L}*)(?=.*procidentia)'),
    meaning: '',
  },
  {
    of: line('quervain\\p{L}*|dequervain\\p{L}*'),
    except: line('thyroid\\p{L}*|syndrome'),
    words:
      /(?<![\p{L}])de\s?quervain['’]?s?(?:\s+(?:wrist|tenosynovitis|disease|dis))?(?![\p{L}])/giu,
    meaning: 'radial styloid tenosynovitis',
  },
  {
    of: line(
      'tibia|femur|humerus|radius|ulna|fibula|calcan\\p{L}*|drilling|sequestr\\p{L}*|bone|mandible|foot|toe',
    ),
    except: line('ear|tm|media|mastoid\\p{L}*|effusion|baha|glue'),
    words: forms('OM'),
    meaning: 'osteomyelitis',
  },
  { of: line('csom'), words: forms('TTD?'), meaning: 'tubotympanic' },
  { of: line('csom'), words: forms('AAD?'), meaning: 'atticoantral' },
  {
    of: line('iop|attack|mannitol|red eye'),
    except: line('suspects?'),
    words: forms('A?ACG(?:\\s+(?:attack|glaucoma))?|PACG\\s+attack'),
    meaning: 'acute angle-closure glaucoma',
  },
  {
    of: line('claud\\p{L}*|decompression|laminectomy|l\\d\\s?-\\s?\\d|backache'),
    words: forms('LCS'),
    meaning: 'spinal stenosis lumbar region',
  },
  {
    of: line('tepp?|tapp|lichtenstein|mesh|hernio\\p{L}*|hernia'),
    words: forms('BIH'),
    meaning: 'bilateral inguinal hernia',
  },
  {
    of: line('sig(?:moid)?'),
    words: phrases('sig(?:moid)?\\.?\\s+diverticulitis'),
    meaning: 'diverticulitis of large intestine',
  },
  {
    of: line('sig(?:moid)?'),
    words: phrases('sig(?:moid)?\\.?\\s+ca|ca\\.?\\s+sig(?:moid)?(?:\\s+colon)?'),
    meaning: 'malignant neoplasm of sigmoid colon',
  },
  {
    of: line('vc'),
    words: forms('VC(?=\\s+(?:nodules?|palsy|polyps?|paralysis|cyst))'),
    meaning: 'vocal cord',
  },
  {
    of: EYE,
    words: forms('PCO'),
    meaning: 'other secondary cataract',
  },
  {
    of: EYE,
    words: phrases('vit(?:reous)?\\.?\\s+h(?:a)?em(?:orrhage)?\\.?(?![\\p{L}])'),
    meaning: 'vitreous hemorrhage',
  },
  {
    of: EYE,
    words: forms('FTMH|MH(?=.*(?:ILM|PPV))'),
    meaning: 'macular hole',
  },
  {
    of: EYE,
    words: phrases('central\\s+(?:CU|corneal ulcer)'),
    meaning: 'central corneal ulcer',
  },
  {
    of: EYE,
    words: forms('CU'),
    meaning: 'corneal ulcer',
  },
  { of: line('hord\\p{L}*'), words: phrases('hord\\.?\\s+ext\\.?'), meaning: 'hordeolum externum' },
  {
    of: line('chalazion|hordeolum|stye|hord\\p{L}*'),
    words: /(?<=(?<![\p{L}])[RL]E\s.*)(?<![\p{L}])UL(?![\p{L}])/gu,
    meaning: 'upper eyelid',
  },
  {
    of: line('chalazion|hordeolum|stye|hord\\p{L}*'),
    words: /(?<=(?<![\p{L}])[RL]E\s.*)(?<![\p{L}])LL(?![\p{L}])/gu,
    meaning: 'lower eyelid',
  },
  {
    of: line('nikolsky\\p{L}*|erosions|rituximab|pemph\\p{L}*'),
    except: line('bleed\\p{L}*|malaria|aub|discharge|spotting'),
    words: forms('PV'),
    meaning: 'pemphigus vulgaris',
  },
  { of: line('areata'), words: phrases('al(?:op)?\\.?\\s+areata'), meaning: 'alopecia areata' },
  {
    of: line('ca'),
    except: line('skin|scalp|face|pinna|lids?|eyelids?|nose|marjolin\\p{L}*|scar|lung|unknown'),
    words:
      /(?<=(?<![\p{L}])ca\s[^,;]*)(?<![\p{L}])(?:SCC|squamous cell ca\p{L}*|adeno-?ca\p{L}*)(?=\s*(?:[,;)]|$))/giu,
    meaning: '',
    isSure: true,
  },
  {
    of: line('scc|adeno-?ca(?:rcinoma)?'),
    except: OF_SKIN,
    words:
      /(?<![\p{L}])(?<!(?:fo?etal|poor|malignant|slow|bacterial|c\/s|culture)\s)(?:growth(?!\s+(?:retard|restrict|hormone|scan|chart|delay|plate|spurt|of|e\.? ?coli|in culture))|ulcer(?=[^,;]*(?<![\p{L}])(?:tongue|cheek|bm|buccal|lip|palate|penis|larynx|vulva|cx|cervix|alveolus)(?![\p{L}])))(?![\p{L}])/giu,
    meaning: 'cancer',
    isSure: true,
  },
  {
    of: line('cancer|growth|ulcer'),
    except: OF_SKIN,
    words:
      /(?<=cancer[^;]*[;,]\s*)(?:(?:biopsy|bx|hpe)\s*[:-]?\s*)?(?:SCC|adeno-?ca(?:rcinoma)?)(?=\s*(?:[,;]|$))/giu,
    meaning: '',
    isSure: true,
  },
  {
    of: line('gbm|glioblastoma'),
    words: /(?<![\p{L}])(frontal|temporal|parietal|occipital)(?=\s+(?:gbm|glioblastoma))/giu,
    meaning: '$1 lobe',
  },
  {
    // Where all is written in capitals.
    of: /^[^\p{Ll}]*$/u,
    words:
      /(?<![\p{L}-])ALL(?=\s+(?:MEMBERS|LIMBS|JOINTS|FINGERS|TOES|TEETH|NIGHT|OVER|FOUR|OTHER|VITALS|PULSES)(?![\p{L}]))/gu,
    meaning: 'every',
  },
];
