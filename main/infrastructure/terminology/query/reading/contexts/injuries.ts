/** What a short form means in a line of an injury or of a poisoning. */
import { forms, type InContext, line, ORGANOPHOSPHATES, phrases } from './context.ts';

const INJURY = line(
  'rta|rti|bta|mva|assault\\p{L}*|fall(?! in)|fell(?! ill| asleep)|h\\.?i\\.?|head inj\\p{L}*|stab\\p{L}*|gsw|trauma\\p{L}*|polytrauma|blunt trauma|kick\\p{L}*',
);
/** "CSDH" is told as chronic, and is no injury of today. */
const NO_INJURY = line('ch|chr|chronic|aneurysm\\p{L}*|spont\\p{L}*|nontraumatic|no trauma');
const injured = (words: string, meaning: string): InContext => ({
  of: INJURY,
  except: NO_INJURY,
  words: new RegExp(`(?<!traum\\p{L}*\\s)(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, 'giu'),
  meaning,
});
/** What went the wrong way. */
const FOOD =
  'peanuts?|groundnuts?|(?:custard apple|tamarind|watermelon)?\\s?seeds?|supari|betel ?nut|areca nut|fish ?bone|chicken bone|meat bolus';
const THINGS = 'coin|button battery|whistle|safety pin|pin|denture|bead|screw|led bulb|toy';
const INTO =
  '(?:\\s+(?:inhalation|inhaled|aspiration|aspirated|lodged|stuck|impacted|fb))?(?:\\s+(?:in|at|into))?(?:\\s+(?:the|rt|lt|right|left)\\.?)*(?:\\s+main)?\\s+(?=bronch(?!o)|trachea(?!l)|larynx)';
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];
const into = (what: string) => new RegExp(`(?<![\\p{L}\\d])(?:${what})${INTO}`, 'giu');

export const OF_INJURIES: readonly InContext[] = [
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
    of: line('#|fr(?:acture)?|disloc\\p{L}*|compr\\p{L}*|laceration|clw|edh|sdh|contusion|rupture'),
    except: line('palsy|neuropathy'),
    words:
      /(?<=(?:#|fr(?:acture)?|disloc\p{L}*|compr\p{L}*|wedge|laceration|clw|edh|sdh|contusion|rupture)[^,;]*\s)(?:(?:slip(?:ped)?\s*(?:&|and)?\s*)?(?:fall|fell)\s+(?:from|off|into|in|on|at)|FFH|hit by|kicked by)(?![\p{L}])[^,;(#]*?(?=[,;(]|$|\s(?:with|and|sustained|c)\s)/giu,
    meaning: ' ',
  },
  {
    of: line('(?:[1-5](?:st|nd|rd|th)|fifth|fourth|third|second|first)\\s+MC'),
    words: forms('MC'),
    meaning: 'metacarpal bone',
  },
  ...['2nd', '3rd', '4th', '5th'].map((short, at) => ({
    of: line(`${short}\\s+(?:mc|metacarpal)`),
    words: phrases(`${short}(?=\\s+m)`),
    meaning: ORDINALS[at + 1] ?? '',
  })),
  { of: line('sof'), words: forms('SOF(?=\\s*(?:#|fr|fracture))'), meaning: 'shaft of femur' },
  { of: line('soh'), words: forms('SOH(?=\\s*(?:#|fr|fracture))'), meaning: 'shaft of humerus' },
  {
    of: line('disloc\\p{L}*'),
    words:
      /(?<![\p{L}])(?:ant(?:erior)?\.?\s+shoulder\s+disloc\p{L}*|(?:ant(?:erior)?\.?\s+)disloc\p{L}*\s+(?:of\s+)?(?:the\s+)?shoulder|shoulder\s+disloc\p{L}*,?\s+ant(?:erior)?)(?![\p{L}])/giu,
    meaning: 'anterior dislocation of humerus',
  },
  {
    of: line('ball|stick|trauma\\p{L}*|inj\\p{L}*|blunt|fist|shuttle\\p{L}*|hit'),
    except: line('spont\\p{L}*|post-?\\s?op\\p{L}*|rubeosis'),
    words: phrases('hyph(?:a)?ema'),
    meaning: 'contusion of eyeball',
  },
  {
    of: line('ddh'),
    except: line('no disloc\\p{L}*'),
    words: /(?<![\p{L}])DDH(?=.*(?<![\p{L}])disloc)/giu,
    meaning: 'congenital dislocation of hip',
  },
  {
    of: line('scalp'),
    except: line('with (?:foreign body|fb)'),
    words: forms('CLW|lac|laceration(?! with)'),
    meaning: 'laceration without foreign body',
  },
  {
    of: line('bronch\\p{L}*|trachea\\p{L}*|laryn\\p{L}*'),
    words: into(FOOD),
    meaning: 'food causing other injury in ',
  },
  {
    of: line('bronch\\p{L}*|trachea\\p{L}*|laryn\\p{L}*'),
    words: into(THINGS),
    meaning: 'other foreign object causing other injury in ',
  },
  {
    of: line(
      'suicid\\p{L}*|dsh|overdose|nac|consum\\p{L}*|self\\p{L}*|poison\\p{L}*|(?:[5-9]|[1-9]\\d)\\s?gm?|[1-9]\\d\\s*tab\\p{L}*',
    ),
    words:
      /(?<![\p{L}])(?:PCM|paracetamol|crocin|dolo)\s*(?:tabs?\s*)?(?:[\d.]+\s?(?:g|gm|mg)?\s*)?(?:x\s?\d+\s*)?(?:OD|overdose|ingestion|poisoning|consumption)(?![\p{L}])/giu,
    meaning: 'poisoning by 4-Aminophenol derivatives accidental (unintentional)',
  },
  {
    of: line(
      'suicid\\p{L}*|dsh|self\\p{L}*|consum\\p{L}*|accidental|ingest\\p{L}*|yellow phos\\p{L}*',
    ),
    words: phrases(
      '(?:rat\\s?(?:kill|killer|poison)|ratol|zinc phosphide|rodenticide)(?:\\s+(?:paste|cake|poison\\p{L}*|powder))?',
    ),
    meaning: 'rodenticide poisoning',
  },
  {
    of: line('opc?|organophos\\p{L}*'),
    words: forms(
      '(?:OPC?|[Oo]rganophos\\p{L}*)\\s+(?:poison\\p{L}*|pois|consum\\p{L}*|cons(?=\\.?\\s*(?:[,;]|$))|compound(?:\\s+poison\\p{L}*)?)',
    ),
    meaning: 'organophosphate poisoning',
  },
  {
    of: line('kerosene|petrol'),
    except: line('burns?|bomb|stove|immolat\\p{L}*|pump|worker|dermat\\p{L}*|assault'),
    words: phrases(
      '(?:kerosene|petrol)(?:\\s+oil)?(?:\\s+(?:poison\\p{L}*|ingest\\p{L}*|aspirat\\p{L}*|accidental\\p{L}*|accid\\.?|consum\\p{L}*|drank|swallow\\p{L}*))+',
    ),
    meaning: 'toxic effect of petroleum products accidental (unintentional)',
  },
  {
    of: line('methanol|hooch'),
    except: line('toxic effect\\p{L}*'),
    words: phrases(
      '(?:hooch|illicit liquor|methanol)(?:\\s+(?:methanol|poison\\p{L}*|blind\\p{L}*|tragedy))*',
    ),
    meaning: 'toxic effect of methanol accidental',
  },
  {
    of: line('supracond\\p{L}*|s\\/c|sch?'),
    except:
      /(?<![\p{L}])(?:femur|femoral|without intercondylar)(?![\p{L}])|(?<!(?:no|without)\s)(?<![\p{L}])intercond/iu,
    words:
      /(?<![\p{L}])(?:[Ss]upracond\p{L}*|S\/C|SCH?)\s*(?:#|fr(?:acture|\.)?(?![\p{L}]))(?:\s*(?:of\s+)?(?:the\s+)?(?:hum(?:erus)?)(?![\p{L}]))?/gu,
    meaning: 'supracondylar fracture without intercondylar fracture of humerus',
  },
  { of: line('ankle'), words: forms('BM(?=\\s*(?:#|fr))'), meaning: 'bimalleolar' },
  { of: line('ankle'), words: forms('TM(?=\\s*(?:#|fr))'), meaning: 'trimalleolar' },
  {
    of: line('ribs?'),
    words: phrases('multiple\\s+ribs?\\s*(?:#s?|fr(?:acture|\\.)?s?)'),
    meaning: 'multiple fractures of ribs',
  },
  ...ORDINALS.map((ordinal, at) => ({
    of: line('compr\\p{L}*|wedge|burst|#|fr(?:acture)?'),
    except: line(
      'pott\\p{L}*|tb|koch\\p{L}*|disc|pivd|nerve|roots?|cord|conus|stenosis|radicul\\p{L}*',
    ),
    words: forms(`L${at + 1}(?=[\\s,]+(?:wedge|compr|burst|vert|#|fr))`),
    meaning: `${ordinal} lumbar vertebra`,
  })),
  {
    of: line('bite|bitten'),
    words: phrases(
      '(?<!by |a )(?:who\\s+)?cat(?:egory)?\\.?\\s*(?:[1-3]|I{1,3})(?!\\s+(?:times|bites))',
    ),
    meaning: '',
  },
  {
    of: line('heat\\s?stroke'),
    except: line('exert\\p{L}*|marathon|march\\p{L}*|army|drill|run\\p{L}*|training'),
    words: phrases('heat\\s?stroke'),
    meaning: 'heatstroke and sunstroke',
  },
  { of: line('ankle'), words: forms('LM(?=\\s*(?:#|fr))'), meaning: 'lateral malleolus' },
  { of: line('ankle'), words: forms('MM(?=\\s*(?:#|fr))'), meaning: 'medial malleolus' },
  {
    of: line('tpf'),
    words: phrases('bicond\\p{L}*\\.?\\s+TPF'),
    meaning: 'bicondylar fracture of tibia',
  },
  { of: line('menisc\\p{L}*'), words: forms('BHT'), meaning: 'bucket-handle tear of' },
  {
    of: line('scaphoid'),
    words: phrases('scaphoid waist'),
    meaning: 'middle third of navicular scaphoid bone',
  },
  {
    of: line('#|fr(?:acture)?|dislo\\p{L}*'),
    words: phrases('undisp(?:l(?:aced)?)?\\.?'),
    meaning: 'nondisplaced',
  },
  {
    of: line('laceration|cut|lac|repair|incised|glass|sickle|thompson'),
    words: forms('TA(?=\\s+(?:lac|cut|incised))'),
    meaning: 'Achilles tendon',
  },
  {
    of: line('suicid\\p{L}*|attempt\\p{L}*|ligature|gcs|strangul\\p{L}*'),
    except: line('cast|arm|head|skin|breast|ptosis|lid|belly|drop|asphyx\\p{L}*|encounter'),
    words: phrases('hanging(?:\\s+(?:suicidal|attempt\\p{L}*))?'),
    meaning: 'asphyxiation due to hanging accidental',
  },
  { of: line('a\\/h\\/o|ah\\/o'), words: /^\s*A\/?H\/O\s+/giu, meaning: '' },
  {
    of: line('suicid\\p{L}*|dsh|overdose|consum\\p{L}*|ingest\\p{L}*|poison\\p{L}*|self[- ]?harm'),
    words: phrases(
      '(?:alprazolam|alprax|diazepam|clonazepam|lorazepam|nitrazepam|bzd|benzo\\p{L}*)(?:\\s+[\\d.]+\\s*mg)?(?:\\s*(?:\\d+\\s*(?:tabs?|tablets?)|x\\s?\\d{1,2}|overdose|ingest\\p{L}*|consum\\p{L}*|poison\\p{L}*))+',
    ),
    meaning: 'poisoning by benzodiazepines accidental (unintentional)',
  },
  {
    of: line('d(?:h)?atura|oleander|castor seeds?|abrus|jatropha'),
    except: line('leaf spot|allergy'),
    words: phrases(
      '(?:(?:yellow\\s+)?oleander|d(?:h)?atura|castor|abrus|jatropha)(?:\\s+(?:seeds?|fruits?|leaves|poison\\p{L}*|ingest\\p{L}*|consum\\p{L}*|accidental))*',
    ),
    meaning: 'toxic effect of other ingested parts of plants accidental (unintentional)',
  },
  {
    of: line('consum\\p{L}*|ingest\\p{L}*|drank|drunk|swallow\\p{L}*|poison\\p{L}*|pam|sludge'),
    except: line('lotion|shampoo|scabies|lice|spray\\p{L}*|field'),
    words: phrases(`(?:${ORGANOPHOSPHATES})(?:\\s+(?:poison\\p{L}*|consum\\p{L}*|ingest\\p{L}*))?`),
    meaning: 'organophosphate poisoning',
    isSure: true,
  },
  {
    of: line('drank|drunk|drink\\p{L}*|swallow\\p{L}*|consum\\p{L}*|ingest\\p{L}*'),
    except: line('burn\\p{L}*|flame|poured'),
    words: phrases(
      '(?:drank|drunk|drinking|swallow\\p{L}*|consum\\p{L}*|ingest\\p{L}*)\\s+(?:of\\s+|some\\s+)?kerosene(?:\\s+oil)?(?:\\s+from\\s+\\p{L}+\\s+bottle)?(?:\\s+(?:by mistake|accident\\p{L}*))?',
    ),
    meaning: 'kerosene ingestion',
    isSure: true,
  },
];
