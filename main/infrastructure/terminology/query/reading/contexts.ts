/** What a short form means in a line of an injury, of a newborn, of a hernia and others. */

export type InContext = {
  /** What the line is of. */
  readonly of: RegExp;
  readonly except?: RegExp;
  readonly words: RegExp;
  readonly meaning: string;
};

const line = (words: string) => new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, 'iu');
const forms = (words: string) => new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, 'gu');

const INJURY = line(
  'rta|rti|bta|mva|assault\\p{L}*|fall(?! in)|fell(?! ill| asleep)|h\\.?i\\.?|head inj\\p{L}*|stab\\p{L}*|gsw|trauma\\p{L}*|polytrauma|blunt trauma|kick\\p{L}*',
);
/** "CSDH" is told as chronic, and is no injury of today. */
const NO_INJURY = line('ch|chr|chronic|aneurysm\\p{L}*|spont\\p{L}*|nontraumatic|no trauma');
const NEWBORN = line(
  'preterm|prematur\\p{L}*|nicu|newborn|nb|neonat\\p{L}*|b\\/o|v?lbw|elbw|nnj|dol\\s?\\d+',
);
const injured = (words: string, meaning: string): InContext => ({
  of: INJURY,
  except: NO_INJURY,
  words: new RegExp(`(?<!traum\\p{L}*\\s)(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, 'giu'),
  meaning,
});

export const MORE_IN_CONTEXT: readonly InContext[] = [
  injured('(?:acute|ac\\.?)?\\s*SDH', ' traumatic subdural hemorrhage'),
  injured('SAH', 'traumatic subarachnoid hemorrhage'),
  injured('h(?:a)?emopneumothorax|HPTX', 'traumatic hemopneumothorax'),
  injured('h(?:a)?emothorax|HTX', 'traumatic hemothorax'),
  injured('pneumothorax|PTX', 'traumatic pneumothorax'),
  {
    of: line('asv|wbct|unknown|unkn?|fang\\p{L}*'),
    words: /(?<![\p{L}])(?:(?:unknown|unkn?)\s+)?snake\s?bite/giu,
    meaning: 'toxic effect of unspecified snake venom accidental',
  },
  { of: INJURY, words: forms('H\\.?I\\.?'), meaning: 'head injury' },
  {
    of: line('pneumothorax|icdt?|chest drain'),
    except: line('parkinson\\p{L}*|gaze|gait|falls'),
    words: forms('PSP'),
    meaning: 'primary spontaneous pneumothorax',
  },
  {
    of: line('pneumothorax|icdt?|chest drain'),
    words: forms('SSP'),
    meaning: 'secondary spontaneous pneumothorax',
  },
  {
    of: line('silico\\p{L}*|coal|miner|pneumoconio\\p{L}*'),
    words: forms('PMF'),
    meaning: 'progressive massive fibrosis',
  },
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
  { of: line('c(?:s?vt|vst)'), words: forms('SSS'), meaning: 'superior sagittal sinus' },
  {
    of: line('c(?:s?vt|vst)'),
    except: line('turner\\p{L}*'),
    words: forms('TS'),
    meaning: 'transverse sinus',
  },
  {
    of: NEWBORN,
    words: forms('NEC'),
    meaning: 'necrotizing enterocolitis in newborn',
  },
  {
    of: NEWBORN,
    words: /(?<![\p{L}])ABO\s+(?:incomp\p{L}*|set[- ]?up|isoimm\p{L}*)(?![\p{L}]| of newborn)/giu,
    meaning: 'ABO isoimmunization of newborn',
  },
  {
    of: NEWBORN,
    words: /(?<![\p{L}])Rh\s+(?:incomp\p{L}*|isoimm\p{L}*)(?![\p{L}]| of newborn)/giu,
    meaning: 'Rh isoimmunization of newborn',
  },
  {
    of: line('\\d+\\s?w\\p{L}*\\s+pt|rds|surfactant'),
    words: /(?<=\d\s?w\p{L}*\s+)PT(?![\p{L}])/gu,
    meaning: 'preterm newborn',
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
    of: /(?<![\p{L}])(?:old|treated|healed|past)\s+(?:ptb|pul\p{L}*\s+(?:tb|koch)|tb|koch)|(?<![\p{L}])(?:ptb|koch['’]?s?)[,\s]+(?:treated|old|completed|cured|att completed)/iu,
    except: line(
      'relapse|reactivat\\p{L}*|bronchiect\\p{L}*|fibrosis|h(?:a)?emoptysis|aspergill\\p{L}*|mycetoma|copd|active|on att|sequela\\p{L}*|mdr|xdr|smear|sputum|positive|reinfect\\p{L}*|now|partial\\p{L}*|un|not|irregular\\p{L}*|default\\p{L}*|mening\\p{L}*|spine|ln|nodes?|empyema|crypto',
    ),
    words:
      /(?<![\p{L}])(?:old|treated|healed|past)\s+(?:ptb|pul\p{L}*\s+(?:tb|koch)|tb|koch)|(?<![\p{L}])(?:ptb|koch['’]?s?)[,\s]+(?:treated|old|completed|cured|att completed)(?:\s+with\s+att)?(?:\s+(?:in\s+)?(?:19|20)\d{2})?/giu,
    meaning: 'personal history of tuberculosis',
  },
];
