/** What a short form means in a line of a newborn or of a birth. */
import { forms, type InContext, line, phrases } from './context.ts';

const NEWBORN = line(
  'preterm|prematur\\p{L}*|nicu|newborn|nb|neonat\\p{L}*|b\\/o|v?lbw|elbw|nnj|dol\\s?\\d+|dvet|dspt',
);

/** There, NEC is of a newborn. */
const NEC_OF_NEWBORN = line(
  'preterm|prematur\\p{L}*|nicu|newborn|nb|neonat\\p{L}*|b\\/o|v?lbw|elbw|dol\\s?\\d+|npo|pneumatosis|bell|\\d{2}\\s?w\\p{L}*',
);
const NO_NEWBORN = line('carcinoma|tumou?r|neuroendocrine|elsewhere|pancreatitis|pneumonia|lung');

export const OF_BIRTHS: readonly InContext[] = [
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
    of: line(
      '(?:rds|surfactant|curosurf|insure|cpap|uvc|kg)(?=.*(?:rds|surfactant|curosurf|insure|uvc))',
    ),
    words: /(?<![\p{L}\d])PT(?=\s+\d{2}\s?w)/gu,
    meaning: 'preterm newborn',
  },
  {
    of: NEC_OF_NEWBORN,
    except: NO_NEWBORN,
    words: forms('NEC\\s*(?:st(?:age)?\\.?\\s*)?(?:1|I|i)\\s?[abAB]?'),
    meaning: 'stage 1 necrotizing enterocolitis in newborn',
  },
  {
    of: NEC_OF_NEWBORN,
    except: NO_NEWBORN,
    words: forms('NEC\\s*(?:st(?:age)?\\.?\\s*)?(?:2|II|ii)\\s?[abAB]?'),
    meaning: 'stage 2 necrotizing enterocolitis in newborn',
  },
  {
    of: NEC_OF_NEWBORN,
    except: NO_NEWBORN,
    words: forms('NEC\\s*(?:st(?:age)?\\.?\\s*)?(?:3|III|iii)\\s?[abAB]?'),
    meaning: 'stage 3 necrotizing enterocolitis in newborn',
  },
  {
    of: NEWBORN,
    except: NO_NEWBORN,
    words: forms('NEC'),
    meaning: 'necrotizing enterocolitis in newborn',
  },
  {
    of: line('abo'),
    words: forms('ABO\\s+(?:HDN|HDFN)'),
    meaning: 'ABO isoimmunization of newborn',
  },
  { of: line('rh'), words: forms('Rh\\s+(?:HDN|HDFN)'), meaning: 'Rh isoimmunization of newborn' },
  {
    of: line(
      'newborn|nb|d\\d+|dol|b\\/o|type c|gross c|thoracotomy|ligation|anast\\p{L}*|atresia|(?:oa|ea)\\s*(?:\\+|with|&|\\/)?\\s*(?:tef|tof)',
    ),
    except: line(
      'ca|tb|acquired|laryngectomy|h[- ]?type|tracheostomy|malignan\\p{L}*|without atresia',
    ),
    words: phrases(
      'TEF(?:,?\\s*(?:type|gross)\\s*c)?|(?:OA|EA)\\s*(?:\\+|with|&|\\/)?\\s*(?:TEF|TOF)(?:,?\\s*type\\s*c)?',
    ),
    meaning: 'esophageal atresia with tracheoesophageal fistula',
  },
  {
    of: line('pyloromyot\\p{L}*|pyloric|ramstedt|projectile|olive'),
    words: forms('(?:C?HPS|IHPS)'),
    meaning: 'congenital hypertrophic pyloric stenosis',
  },
  {
    of: line('(?:[4-9]|1\\d|2\\d)\\s?w\\p{L}*|preg\\p{L}*|primi\\p{L}*|keto\\p{L}*|g\\d'),
    except: line('gravidarum|cyclic\\p{L}*|cannabi\\p{L}*|(?:not|non)[- ]?preg\\p{L}*'),
    words:
      /(?<![\p{L}])hyperemesis(?! gravid)(?:\s+grav\.?(?!id))?(?!.*no (?:dehydr|keto))(?=.*(?:keto|dehydr|(?<![\p{L}])K\s*[:=]?\s*[12](?:\.\d)?(?!\d)|hypok))/giu,
    meaning: 'hyperemesis gravidarum with metabolic disturbance',
  },
  {
    of: line('(?:[4-9]|1\\d|2\\d)\\s?w\\p{L}*|preg\\p{L}*|primi\\p{L}*|g\\d'),
    except: line('gravidarum|cyclic\\p{L}*|cannabi\\p{L}*|(?:not|non)[- ]?preg\\p{L}*'),
    words: phrases('hyperemesis(?:\\s+grav\\.?)?(?! gravid)'),
    meaning: 'mild hyperemesis gravidarum',
  },
  {
    of: line(
      'undelivered|tocolys\\p{L}*|nifedipine|os\\s*\\d\\s*cm|no delivery|\\d\\d\\s?w\\p{L}*',
    ),
    except: line('delivered|svd|lscs|baby|h\\/o|prev\\p{L}*|past'),
    words: phrases('PTL|(?:threatened\\s+)?preterm labou?r(?! with)'),
    meaning: 'preterm labor without delivery',
  },
  {
    of: line('pprom'),
    words:
      /(?<![\p{L}])PPROM(?=.*(?:(?:>|more than)\s?24\s?h|(?:2[5-9]|[3-9]\d)\s?h(?:rs?|ours?)?(?![\p{L}])|[2-9]\s?days?(?![\p{L}])))/giu,
    meaning:
      'preterm premature rupture of membranes onset of labor more than 24 hours following rupture',
  },
  {
    of: line('incompet\\p{L}*|stitch|cerclage|mcdonald'),
    except: line('removal|removed|prev\\p{L}*\\s+stitch|(?:not|non)[- ]?preg\\p{L}*'),
    words: phrases('(?:cervical|cx)\\.?\\s+(?:incompet\\p{L}*|insuff\\p{L}*)(?=.*\\d\\d\\s?w)'),
    meaning: 'maternal care for cervical incompetence',
  },
  {
    of: line('cord|deliver\\p{L}*|pph|placenta|johnson\\p{L}*|postpartum|3rd stage'),
    except: line('old|chronic|chr'),
    words: phrases('(?:acute\\s+)?(?:ut\\.?|uterine)\\s+inversion|inversion (?:of )?uterus'),
    meaning: 'postpartum inversion of uterus',
  },
  {
    of: line('rr|hood|cpap|hfnc|newborn|nb|dol|tachyp\\p{L}*|b\\/o|lscs baby|term'),
    except: line('cardiomyop\\p{L}*|gene|mutation|variant'),
    words: phrases('ttnb?'),
    meaning: 'transient tachypnea of newborn',
  },
  {
    of: line('rota(?:virus)?'),
    words: phrases(
      'rota(?:virus)?\\s*(?:\\+(?:ve)?|pos\\p{L}*|ag\\s*(?:\\+(?:ve)?|pos\\p{L}*))(?:\\s*(?:diarrh\\p{L}*|age|ge|loose stools))?',
    ),
    meaning: 'rotaviral enteritis',
  },
  { of: line('psychosis'), words: forms('PP(?=\\s+psychosis)'), meaning: 'puerperal' },
  {
    of: line('ft|term|nnj|tsb|dspt|b\\/o|preterm|newborn|nb|baby'),
    words: /(?<![\p{L}])AGA(?![\p{L}])/gu,
    meaning: '',
  },
  {
    of: line('macerated|(?:2\\d|3\\d|4[0-2])\\s?w\\p{L}*'),
    except: line(
      'cu-?t\\p{L}*|copper|lng|insert\\p{L}*|strings?|threads?|mirena|removal|in situ|expel\\p{L}*|displac\\p{L}*|missing|perforat\\p{L}*|contracep\\p{L}*|post-?\\s?partum',
    ),
    words: forms('IUD'),
    meaning: 'intrauterine death',
  },
  {
    of: line('(?:no|nil|without)\\s+(?:pph|bleed\\p{L}*|h(?:a)?emorrhage)'),
    words: phrases('ret(?:ained|\\.)?\\s*placenta(?! without)'),
    meaning: 'retained placenta without hemorrhage',
  },
  {
    of: line('(?:3[7-9]|4[0-2])(?:\\s?\\+\\s?\\d)?\\s?w\\p{L}*|term'),
    except: line('pre-?term'),
    words: /(?<![\p{L}])PROM(?![\p{L}])(?!.*(?:2[4-9]|[3-9]\d)\s?h)/gu,
    meaning: 'full-term premature rupture of membranes',
  },
  {
    of: line('deliver\\p{L}*|stitch\\p{L}*|vent\\p{L}*|forceps|pph|svd|nvd'),
    except: line('spine|disc'),
    words: phrases('(?:cx|cervical)\\.?\\s+tear'),
    meaning: 'obstetric laceration of cervix',
  },
  {
    of: line('post-?natal|lactat\\p{L}*|puerp\\p{L}*|post-?partum|breast ?feeding|pnd\\s?\\d+'),
    except: line('non-?lactat\\p{L}*'),
    words: phrases('breast abs(?:cess)?'),
    meaning: 'abscess of breast associated with the puerperium',
  },
  { of: line('non-?lactat\\p{L}*'), words: /(?<![\p{L}])non-?lactat\p{L}*\s+/giu, meaning: '' },
  {
    of: line('prolonged|labou?r|lscs|forceps|ventouse'),
    words: phrases('2nd stage'),
    meaning: 'second stage of labor',
  },
  {
    of: line('prolonged|labou?r|lscs'),
    words: phrases('1st stage'),
    meaning: 'first stage of labor',
  },
  {
    of: line('baby|psych|bonding|post-?natal|d\\d+\\s*pp'),
    except: line('mantoux|tb|mm|induration|years?'),
    words: forms('PPD'),
    meaning: 'postpartum depression',
  },
  {
    of: line('episio\\p{L}*'),
    words: phrases(
      'episio\\p{L}*\\s+(?:gap\\p{L}*|dehisc\\p{L}*|breakdown|wound (?:gap\\p{L}*|dehisc\\p{L}*))',
    ),
    meaning: 'disruption of perineal obstetric wound',
  },
  {
    of: line('false pains?'),
    words: phrases('false pains?(?: of labou?r)?'),
    meaning: 'false labor',
  },
  {
    of: line('msaf|msl|b\\/o|mec\\p{L}*|newborn'),
    except: line('s?jia|aosd|ferritin|macrophage'),
    words: forms('MAS'),
    meaning: 'meconium aspiration with respiratory symptoms',
  },
  {
    of: line('simple'),
    except: line('eczema|hsp|epilepsy'),
    words: /(?<![\p{L}])(?:FS[,\s]+simple|simple\s+FS)(?![\p{L}])/gu,
    meaning: 'simple febrile convulsions',
  },
  {
    of: line('complex|atypical'),
    words: /(?<![\p{L}])(?:FS[,\s]+(?:complex|atypical)|(?:complex|atypical)\s+FS)(?![\p{L}])/gu,
    meaning: 'complex febrile convulsions',
  },
  {
    of: line('spastic|gmfcs|dyskinetic|ataxic|diplegi\\p{L}*'),
    words: /(?<![\p{L}])CP[,\s]+(?:spastic\s+)?diplegi\p{L}*(?:\s+CP)?/giu,
    meaning: 'spastic diplegic cerebral palsy',
  },
  {
    of: line('spastic|gmfcs|dyskinetic|ataxic|diplegi\\p{L}*'),
    words: forms('CP'),
    meaning: 'cerebral palsy',
  },
  {
    of: line('bleed\\p{L}*|aph'),
    except: line('no (?:bleed\\p{L}*|aph)'),
    words: phrases(
      '(?:(?:central|complete|comp\\.?|total)\\s+)placenta pr(?:a)?evia(?:\\s+(?:with|c|ē)?\\s*(?:bleeding|aph))?(?:\\s+p\\.?\\/?v\\.?)?(?! with h)',
    ),
    meaning: 'complete placenta previa with hemorrhage',
  },
  {
    of: line(
      'bpv|aph|(?:painless|vaginal|p\\/?v)\\s+bleed\\p{L}*|bleeding\\s+(?:p\\/?v|per vagin\\p{L}*)',
    ),
    words: phrases('plac(?:enta|\\.)?\\s+pr(?:a)?evia(?!\\s+with)'),
    meaning: 'placenta previa with hemorrhage',
    isSure: true,
  },
];
