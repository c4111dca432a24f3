/** What a short form means in a line of a medical disease. */
import { forms, type InContext, line, phrases } from './context.ts';

export const OF_DISEASES: readonly InContext[] = [
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
    of: line('c(?:s?vt|vst)'),
    except: line(
      'turner\\p{L}*|septic|cavernous|pyogenic|infective|preg\\p{L}*|puerp\\p{L}*|post-?partum|(?<!no )infarct\\p{L}*',
    ),
    words: forms(
      '(?:CS?VT|CVST)(?:[,\\s]+(?:(?:Rt|Lt|R|L|and|SSS|TS|SS|IJV|sigmoid|transverse|sagittal|sinus|thrombosis|\\+|&|\\/)(?:[\\s,+&]+|(?![\\p{L}]))))*',
    ),
    meaning: 'nonpyogenic thrombosis of intracranial venous system ',
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
  { of: line('aura'), words: /\s[sš]\s(?=aura)/giu, meaning: ' without ' },
  {
    of: line('scrub'),
    words: phrases(
      'scrub(?!\\s+typhus)(?!.*igm\\s*(?:neg|-ve))(?=.*(?:igm\\s*(?:\\+|pos)|eschar|doxy|azithro|elisa\\s*(?:\\+|pos)))',
    ),
    meaning: 'scrub typhus',
  },
  {
    of: line('rocm|mucor\\p{L}*|fibrosis|fungal'),
    words: phrases('post[- ]?covid(?=\\s+\\S)'),
    meaning: '',
  },
  {
    of: line('dsdna|ds dna|sle|lupus|mmf|cyc|bx|c3'),
    words: forms('LN(?=[,\\s]+class)'),
    meaning: 'lupus nephritis',
  },
  {
    of: line('panc\\.?'),
    words: /(?<![\p{L}])(?:ac(?:ute)?\.?\s+panc\.?|panc(?=\s*\())\s*\((?:alc\p{L}*|etoh)\)/giu,
    meaning: 'alcohol induced acute pancreatitis',
  },
  {
    of: line('panc'),
    words: /(?<![\p{L}])(?:ac(?:ute)?\.?\s+)panc\.?(?![\p{L}])/giu,
    meaning: 'acute pancreatitis',
  },
  {
    of: line('infected necrosis|infected wopn|air foci'),
    words: phrases(
      'pancreatitis(?! with)(?!.*no\\s+(?:infected|air foci|necrosis))(?=.*(?:infected necrosis|infected wopn|air foci))',
    ),
    meaning: 'pancreatitis with infected necrosis',
  },
  {
    of: line('creon|steatorr\\p{L}*|pd stones?|mpd|puestow|frey\\p{L}*'),
    except: line('palsy|spastic|quadri\\p{L}*|chest|cns'),
    words: /(?<![\p{L}])C(?:CP|P)(?=.*(?<![\p{L}])(?:alc|etoh))/gu,
    meaning: 'alcohol induced chronic pancreatitis',
  },
  {
    of: line('creon|steatorr\\p{L}*|pd stones?|mpd|puestow|frey\\p{L}*'),
    except: line('palsy|spastic|quadri\\p{L}*|chest|cns'),
    words: forms('CC?P'),
    meaning: 'chronic pancreatitis',
  },
  {
    of: line('pigtail|kleb\\p{L}*|lobe|seg(?:ment)?|liver|aspirat\\p{L}*|pus|usg'),
    words: forms('PLA'),
    meaning: 'pyogenic abscess of liver',
  },
  {
    of: line(
      'amoeb\\p{L}*|ameb\\p{L}*|anchovy|metro\\p{L}*|lobe|seg(?:ment)?|liver|aspirat\\p{L}*|pigtail',
    ),
    words: forms('ALA'),
    meaning: 'amebic liver abscess',
  },
  {
    of: line('jak2?|hct\\s*[5-7]\\d|phlebot\\p{L}*|phleb|venesect\\p{L}*'),
    except: line('bleed\\p{L}*|malaria|aub|discharge'),
    words: forms('PV|PRV'),
    meaning: 'polycythemia vera',
  },
  {
    of: line('pla2r|nephrotic|24\\s?h\\p{L}*\\s+prot\\p{L}*|ponticelli'),
    words: forms('(?:primary\\s+)?MN'),
    meaning: 'nephrotic syndrome with primary membranous glomerulonephritis',
  },
  {
    of: line('(?:pit|pituitary)(?:\\s+(?:micro|macro)?adenoma)?|tss|tnts|microadenoma'),
    except: line('adrenal|iatrogenic|drug|ectopic|steroids?'),
    words: phrases("(?<!pituitary[- ]dependent )cushing['’]?s?(?:\\s+(?:disease|syndrome|dis))?"),
    meaning: "pituitary-dependent Cushing's disease",
  },
  {
    of: line('ferritin|marrow|ebv|etoposide|fever|splenomeg\\p{L}*'),
    words: forms('HLH'),
    meaning: 'hemophagocytic lymphohistiocytosis',
  },
  {
    of: line('t2(?:dm)?|grbs|rbs|osm\\p{L}*'),
    except: line('t1dm|type\\s?1|iddm|steroids?'),
    words: forms('HHS[,\\s]+T2(?:DM)?|T2DM[,\\s]+(?:with\\s+|c\\s+|in\\s+)?HHS|HHS'),
    meaning: 'type 2 diabetes mellitus with hyperosmolarity',
  },
  {
    of: line('dependence|withdrawal|iv|addict\\p{L}*|abuse'),
    words: phrases('chitta|smack(?=\\s+(?:depend|addict|withdraw|abuse|use))|brown sugar'),
    meaning: 'opioid',
  },
  {
    of: line('spine|pott\\p{L}*'),
    words:
      /(?<=(?:pott['’]?s?|koch['’]?s?|tb)\s+(?:of\s+)?spine)[,\s]+(?:at\s+)?[CDLT]\d{1,2}(?:\s?[-–/]\s?[CDLTS]?\d{1,2})?/giu,
    meaning: '',
  },
  {
    of: line('rhd'),
    words: phrases(
      'RHD[,\\s]+(?:with\\s+)?(?:(?:severe|sev|mod(?:erate)?|mild)\\s+)?MS(?:\\s*(?:\\+|&|with|\\/)\\s*(?:(?:severe|sev|mod(?:erate)?|mild)\\s+)?MR)',
    ),
    meaning: 'rheumatic mitral stenosis with insufficiency',
  },
  {
    of: line('rhd'),
    words: phrases(
      'RHD[,\\s]+(?:with\\s+)?(?:(?:severe|sev|mod(?:erate)?|mild)\\s+)?MS(?![,\\s+&/]+(?:and\\s+)?(?:(?:severe|sev|mod|mild)\\s+)?(?:MR|AR|AS|TR))',
    ),
    meaning: 'rheumatic mitral stenosis',
  },
  {
    of: line('rhd'),
    words: phrases(
      'RHD[,\\s]+(?:with\\s+)?(?:(?:severe|sev|mod(?:erate)?|mild)\\s+)?MR(?![,\\s+&/]+(?:and\\s+)?(?:(?:severe|sev|mod|mild)\\s+)?(?:MS|AR|AS|TR))',
    ),
    meaning: 'rheumatic mitral insufficiency',
  },
  {
    of: line('spo2|sats?|nebs?|o2|niv'),
    except: line('joints?|mtx|dmards?|rf'),
    words: /(?<=(?:spo2|sats?|SpO2|Sats?)\s*[:=]?\s*\d{2,3}\s*%?\s*(?:on\s+)?)RA(?![\p{L}])/gu,
    meaning: '',
  },
  {
    of: line('sputum'),
    except: line('ln|nodes?|pleur\\p{L}*|spine|ntm|kansasii|avium|mac|abscessus|atypical'),
    words: /(?<![\p{L}])sputum\s+(?:for\s+)?AFB\s*(?:[1-3]\s?\+|\++(?:ve)?|pos\p{L}*)/giu,
    meaning: 'tuberculosis of lung',
  },
  {
    of: line('ctpa|rv strain|doac|lmwh|thrombol\\p{L}*|lysed|dvt|d-?dimer'),
    except: line(
      'eff\\p{L}*|tapp\\p{L}*|icdt?|preg\\p{L}*|primi\\p{L}*|g\\d\\p{L}*|pericard\\p{L}*',
    ),
    words: forms('PE'),
    meaning: 'pulmonary embolism',
  },
  {
    of: line('d\\/o'),
    words:
      /(?<=(?:seizure|sz|thyroid|mood|bleeding|psychotic|personality|anxiety|conduct|conversion|panic|depressive|bipolar|somatoform|stress|storage)\s+)d\/o(?![\p{L}])/giu,
    meaning: 'disorder',
  },
  { of: line('trig\\p{L}*'), words: phrases('V[1-3](?:\\s*[\\/&+,-]\\s*V?[1-3])*'), meaning: '' },
  {
    of: line('crohn\\p{L}*'),
    except: line('large|colon\\p{L}*|sparing'),
    words: forms('TI|terminal ileum|terminal ileal'),
    meaning: 'of small intestine',
  },
  {
    of: line('hbv|hbe\\s?ag|taf|tdf|tenofovir|entecavir'),
    except: line('heart block|pacemaker|ppi|tpi|avb|hr|delta\\s*(?:pos\\p{L}*|\\+(?:ve)?)'),
    words: forms('CHB'),
    meaning: 'chronic viral hepatitis B without delta-agent',
  },
  {
    of: line('geno\\p{L}*|hcv|gt\\s?\\d|sofosb\\p{L}*|daa'),
    except: line('ref\\p{L}*|from|phc'),
    words: forms('CHC'),
    meaning: 'chronic viral hepatitis C',
  },
  {
    of: line('t1dm|type\\s?1|iddm'),
    words: forms('DKD'),
    meaning: 'type 1 diabetes mellitus with diabetic chronic kidney disease',
  },
  {
    of: line('dkd'),
    words: forms('DKD'),
    meaning: 'type 2 diabetes mellitus with diabetic chronic kidney disease',
  },
  {
    of: line('t1dm|type\\s?1|iddm'),
    words:
      /(?<![\p{L}])(?:(?:T1DM|type\s?1\s+DM|IDDM)[,\s]+(?:c|with|in|ē)?\s*DKA|DKA[,\s]+(?:in\s+|c\s+)?(?:T1DM|type\s?1(?:\s+DM)?|IDDM))(?![\p{L}])/giu,
    meaning: 'type 1 diabetes mellitus with ketoacidosis',
  },
  {
    of: line('pcp|pjp|crypto\\p{L}*|toxo\\p{L}*|cmv|kaposi\\p{L}*|pml|oesophageal candid\\p{L}*'),
    except: /-ve|(?<![\p{L}])(?:neg\p{L}*|non-?reactive|prep|mother|exposed)(?![\p{L}])/iu,
    words:
      /(?<![\p{L}])HIV(?:\s*(?:\+(?:ve)?|pos\p{L}*|reactive))?(?:\s+on\s+(?:TLD|ART|HAART))?(?![\p{L}\d])(?=.*(?:pcp|pjp|crypto|toxo|cmv|kaposi|pml|candid))/giu,
    meaning: 'human immunodeficiency virus disease',
  },
  {
    of: line('adamts\\p{L}*|schisto\\p{L}*|plex'),
    words: forms('TTP'),
    meaning: 'thrombotic thrombocytopenic purpura other thrombotic microangiopathy',
  },
  {
    of: line('hu|hydroxyurea|jak2?|calr|plt\\s*(?:[6-9]|[12]\\d)\\s*(?:lakhs?|l)'),
    except: line('mm|tube|tremors?|aub|ett'),
    words: forms('ET'),
    meaning: 'essential thrombocythemia',
  },
  {
    of: line('rickets'),
    words: phrases('[,\\s]*vit(?:amin)?\\.?\\s*D\\s+def\\p{L}*'),
    meaning: '',
  },
  {
    of: line('blisters?|bullae|bullous|clobetasol'),
    words:
      /(?<![\p{L}])BP(?!\s*[:\d])(?![\p{L}]|\s+(?:normal|stable|high|low|control|ok|monitor|chart))/gu,
    meaning: 'bullous pemphigoid',
  },
  {
    of: line('ciwa|thiamine|tremors?|halluc\\p{L}*|ads|alc\\p{L}*'),
    words: phrases(
      "(?:ADS[,\\s]+(?:(?:c|with|in|ē)\\s+)?DT['’]?s?|DT['’]?s?[,\\s]+(?:(?:c|with|in)\\s+)?ADS)",
    ),
    meaning: 'alcohol dependence with withdrawal delirium',
  },
  {
    of: line('pancreatitis|ccp'),
    words: /(?<![\p{L}])alc(?:oholic)?\s+CCP(?![\p{L}])/giu,
    meaning: 'alcohol induced chronic pancreatitis',
  },
  {
    of: line('strep\\p{L}*\\s+pneumo\\p{L}*|pneumococ\\p{L}*'),
    except: line('mening\\p{L}*|vacc\\p{L}*|sepsis'),
    words: forms('CAP'),
    meaning: 'pneumonia due to streptococcus pneumoniae',
  },
  {
    of: line('covid'),
    words:
      /(?<!(?:post|long)[- ])(?<![\p{L}])covid(?:-?19)?\s+(?:pcr|rat|rt-?pcr|ag|lft)\s*(?:\+(?:ve)?|pos\p{L}*)/giu,
    meaning: 'COVID-19',
  },
  {
    of: line('tavi|calcific|valve|ava|gradient|avr|ejection systolic'),
    except: line('rhd|rheumatic fever|spond\\p{L}*|hla\\p{L}*|si joint\\p{L}*'),
    words: /(?<![\p{L}])(?:calcific\s+)?AS(?![\p{L}])/gu,
    meaning: 'nonrheumatic aortic stenosis',
  },
  {
    of: line('neg\\p{L}*|-ve'),
    words:
      /(?<=^|[,;]\s*)(?:DM|T2DM|HTN|HIV|HBs\s?Ag|HCV|VDRL|COVID)(?:(?:\s*[/,&]\s*|\s+and\s+)(?:DM|T2DM|HTN|HIV|HBs\s?Ag|HCV|VDRL|COVID))*\s*(?:neg(?:ative)?|-ve|nil)\s*(?=[,;])/giu,
    meaning: '',
  },
  {
    of: line('lad'),
    except: line('nstemi|uap?|unstable|neck|cervical|ln|nodes?'),
    words:
      /(?<![\p{L}])(?:(?:A(?:nt(?:erior)?)?\.?\s?WMI|anterior wall MI)(?:[-\s]+STEMI)?|(?:anterior|ant)\.?\s+(?:wall\s+)?STEMI)(?=.*(?<![\p{L}])LAD(?![\p{L}]))/giu,
    meaning:
      'ST elevation (STEMI) myocardial infarction involving left anterior descending coronary artery',
  },
  {
    of: line('cobb|lenke|psf|scoli\\p{L}*|brace'),
    words: forms('AIS'),
    meaning: 'adolescent idiopathic scoliosis',
  },
  {
    of: line('relaps\\p{L}*|methylpred\\p{L}*|optic neuritis|dmt|ocb|periventricular|rrms'),
    except: line('rhd|mva|bmv|ptmc|rheumatic|valve'),
    words: forms('MS'),
    meaning: 'multiple sclerosis',
  },
  {
    of: line('hbss|hb\\s?ss|voc|sickl\\p{L}*'),
    words: phrases(
      'Hb\\s?SS(?:\\s+disease)?(?:[,\\s]+(?:c|with|in|ē)?\\s*(?:VOC|(?:vaso-?occlusive|painful|sickle)\\s+crisis))',
    ),
    meaning: 'Hb-SS disease with crisis',
  },
  {
    of: line('dts?'),
    words: phrases(
      "alc(?:ohol)?\\.?\\s+dependen\\p{L}*[,\\s]+(?:in\\s+withdrawal\\s+)?(?:(?:c|w\\/|with|in)\\s*)?DT['’]?s?",
    ),
    meaning: 'alcohol dependence with withdrawal delirium',
  },
  {
    of: line('dts?'),
    words: phrases("DT['’]?s?,\\s*alc(?:ohol)?\\.?\\s+dependence"),
    meaning: 'alcohol dependence with withdrawal delirium',
  },
  {
    of: line('hypo-?k'),
    words: phrases('hypo-?k\\p{L}*\\s+(?:PP|periodic paralysis)'),
    meaning: 'hypokalemic periodic paralysis',
  },
  {
    of: line('ckd'),
    words: phrases(
      'ckd\\s*(?:st(?:age)?|gr)?\\.?\\s*(?:5|v)(?:d)?[,\\s]+(?:on\\s+)?(?:mhd|hd|dialysis|capd)',
    ),
    meaning: 'end stage renal disease',
  },
  {
    of: line('gs'),
    words: forms('GS\\s+panc(?:reatitis)?\\.?'),
    meaning: 'biliary acute pancreatitis',
  },
  { of: line('gs'), words: forms('GS\\s+ileus'), meaning: 'gallstone ileus' },
  {
    of: line('ac|acute'),
    words: phrases(
      '(?:ac|acute)\\.?\\s+chole(?:cyst\\p{L}*)?\\.?\\s+(?:w\\/?|with|c|due to)\\s*(?:stones?|gs|calculi|cholelithiasis)',
    ),
    meaning: 'calculus of gallbladder with acute cholecystitis',
  },
  {
    of: line('fpns|dns|turbinate|sneez\\p{L}*|montelukast'),
    words: forms('A\\/?R'),
    meaning: 'allergic rhinitis',
  },
  {
    of: line('perthes?'),
    words:
      /(?<![\p{L}])(?:legg[- ]calv[eé][- ])?perthe['’]?s?['’]?(?:\s+(?:disease|dis))?(?![\p{L}])/giu,
    meaning: 'juvenile osteochondrosis of head of femur',
  },
  { of: line('listhesis'), words: phrases('listhesis'), meaning: 'spondylolisthesis' },
  {
    of: line('lenke|listhesis|spondylolisthesis'),
    words: phrases('L5\\s?[-/–]?\\s?S1'),
    meaning: 'lumbosacral region',
  },
];
