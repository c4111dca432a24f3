/** Diagnoses of skin, eye and ear; cancers; birth and childhood. A line as in findings-symptoms.ts. */
export const diagnosesSkinSensesCancer = `
# Skin
eczema | 43116000 Eczema | L30.9 Dermatitis, unspecified | smart rkh
atopic dermatitis; atopic eczema | 24079001 Atopic dermatitis | L20.9 Atopic dermatitis, unspecified | synthea smart canon
contact dermatitis | 40275004 Contact dermatitis | L25.9 Unspecified contact dermatitis, unspecified cause | synthea smart rkh
seborrheic dermatitis; seborrhoeic dermatitis | - | L21.9 Seborrheic dermatitis, unspecified | -
dandruff | - | L21.0 Seborrhea capitis | -
psoriasis | 9014002 Psoriasis | L40.9 Psoriasis, unspecified | canon rkh
urticaria; hives; pitti | 126485001 Urticaria | L50.9 Urticaria, unspecified | canon rkh
acne; acne vulgaris; pimples; muhase | 88616000 Acne vulgaris | L70.0 Acne vulgaris | smart canon
rosacea | 398909004 Rosacea | L71.9 Rosacea, unspecified | smart canon
vitiligo; safed daag | 56727007 Vitiligo | L80 Vitiligo | smart canon
melasma; chloasma | - | L81.1 Chloasma | -
alopecia areata; patchy hair loss | 68225006 Alopecia areata | L63.9 Alopecia areata, unspecified | smart canon
diaper rash; nappy rash | 91487003 Diaper rash | L22 Diaper dermatitis | smart canon rkh
pityriasis rosea | 77252004 Pityriasis rosea | L42 Pityriasis rosea | canon rkh
lichen planus | - | L43.9 Lichen planus, unspecified | -
folliculitis | 13600006 Folliculitis | L73.9 Follicular disorder, unspecified | canon rkh
hidradenitis suppurativa | - | L73.2 Hidradenitis suppurativa | -
keloid | - | L91.0 Hypertrophic scar | -
lipoma | - | D17.9 Benign lipomatous neoplasm, unspecified | -
corns and callosities; corn; callus | - | L84 Corns and callosities | -
ingrown toenail; ingrowing nail | - | L60.0 Ingrowing nail | -
prickly heat; ghamori | - | L74.0 Miliaria rubra | -
hemangioma; haemangioma | 400210000 Hemangioma | D18.00 Hemangioma unspecified site | be smart
# Eye and ear
conjunctivitis; pink eye; eye flu | 9826008 Conjunctivitis | H10.9 Unspecified conjunctivitis | smart canon rkh
otitis media; middle ear infection; ear infection | 65363002 Otitis media | H66.90 Otitis media, unspecified, unspecified ear | synthea smart canon rkh
otitis externa; outer ear infection | 3135009 Otitis externa | H60.90 Unspecified otitis externa, unspecified ear | canon rkh
perforated eardrum; perforated tympanic membrane | 60442001 Perforation of tympanic membrane | H72.90 Unspecified perforation of tympanic membrane, unspecified ear | canon rkh
sensorineural hearing loss; SNHL | 60700002 Sensorineural hearing loss | H90.5 Unspecified sensorineural hearing loss | smart canon
ear wax; impacted cerumen; wax in the ear | - | H61.20 Impacted cerumen, unspecified ear | -
squint; strabismus | 22066006 Strabismus | H50.9 Unspecified strabismus | canon rkh
cataract; motiyabind | 193570009 Cataract | H26.9 Unspecified cataract | canon lists
glaucoma; kala motia | 23986001 Glaucoma | H40.9 Unspecified glaucoma | canon lists
stye; hordeolum | 1489008 External hordeolum | H00.019 Hordeolum externum unspecified eye, unspecified eyelid | canon lists
chalazion | - | H00.19 Chalazion unspecified eye, unspecified eyelid | -
blepharitis | - | H01.009 Unspecified blepharitis unspecified eye, unspecified eyelid | -
dry eye; dry eyes | - | H04.129 Dry eye syndrome of unspecified lacrimal gland | -
short-sightedness; myopia; near-sightedness | 57190000 Myopia | H52.10 Myopia, unspecified eye | canon lists
long-sightedness; hypermetropia; hyperopia | - | H52.00 Hypermetropia, unspecified eye | -
astigmatism | - | H52.209 Unspecified astigmatism, unspecified eye | -
presbyopia | - | H52.4 Presbyopia | -
# Cancer
breast cancer; carcinoma of breast | 254837009 Malignant neoplasm of breast | C50.919 Malignant neoplasm of unspecified site of unspecified female breast | synthea be smart canon
prostate cancer; carcinoma of prostate | 399068003 Malignant tumor of prostate | C61 Malignant neoplasm of prostate | be smart canon
colon cancer; carcinoma of colon | 363406005 Malignant tumor of colon | C18.9 Malignant neoplasm of colon, unspecified | synthea be smart canon
rectal cancer; carcinoma of rectum | 363351006 Malignant tumor of rectum | C20 Malignant neoplasm of rectum | be canon
cervical cancer; carcinoma of cervix | 363354003 Malignant tumor of cervix | C53.9 Malignant neoplasm of cervix uteri, unspecified | be canon
ovarian cancer; carcinoma of ovary | 363443007 Malignant tumor of ovary | C56.9 Malignant neoplasm of unspecified ovary | be canon
bladder cancer; carcinoma of bladder | 399326009 Malignant tumor of urinary bladder | C67.9 Malignant neoplasm of bladder, unspecified | be canon
kidney cancer; renal cancer | 363518003 Malignant tumor of kidney | C64.9 Malignant neoplasm of unspecified kidney, except renal pelvis | be smart canon
testicular cancer | 363449006 Malignant tumor of testis | C62.90 Malignant neoplasm of unspecified testis, unspecified whether descended or undescended | be canon
lung cancer; carcinoma of lung | 363358000 Malignant tumor of lung | C34.90 Malignant neoplasm of unspecified part of unspecified bronchus or lung | canon lists
oral cancer; mouth cancer | - | C06.9 Malignant neoplasm of mouth, unspecified | -
thyroid cancer | 363478007 Malignant tumor of thyroid gland | C73 Malignant neoplasm of thyroid gland | canon lists
stomach cancer; gastric cancer | 363349007 Malignant tumor of stomach | C16.9 Malignant neoplasm of stomach, unspecified | canon lists
melanoma | 372244006 Malignant melanoma | C43.9 Malignant melanoma of skin, unspecified | canon lists
leukemia; leukaemia; blood cancer | 93143009 Leukemia | C95.90 Leukemia, unspecified not having achieved remission | synthea canon
Hodgkin lymphoma; Hodgkin's disease | 118599009 Hodgkin's disease | C81.90 Hodgkin lymphoma, unspecified, unspecified site | canon rkh
acute lymphoblastic leukemia; acute lymphoblastic leukaemia | 91857003 Acute lymphoblastic leukemia | C91.00 Acute lymphoblastic leukemia not having achieved remission | canon rkh
acute myeloid leukemia; acute myeloid leukaemia; AML | 91861009 Acute myeloid leukemia | C92.00 Acute myeloblastic leukemia, not having achieved remission | canon rkh
multiple myeloma; myeloma | 109989006 Multiple myeloma | C90.00 Multiple myeloma not having achieved remission | synthea canon
cancer; malignancy | 363346000 Malignant neoplastic disease | C80.1 Malignant (primary) neoplasm, unspecified | be canon
liver metastasis; secondary cancer of liver | 94381002 Metastatic malignant neoplasm to liver | C78.7 Secondary malignant neoplasm of liver and intrahepatic bile duct | be canon
lung metastasis; secondary cancer of lung | 94391008 Metastatic malignant neoplasm to lung | C78.00 Secondary malignant neoplasm of unspecified lung | be canon
mesothelioma | 109378008 Malignant mesothelioma | C45.9 Mesothelioma, unspecified | be canon
pheochromocytoma; phaeochromocytoma | 302835009 Pheochromocytoma | D35.00 Benign neoplasm of unspecified adrenal gland | be canon
# Birth and childhood
ventricular septal defect; VSD | 30288003 Ventricular septal defect | Q21.0 Ventricular septal defect | canon rkh
atrial septal defect | 70142008 Atrial septal defect | Q21.10 Atrial septal defect, unspecified | be canon rkh
tetralogy of Fallot; TOF | 86299006 Tetralogy of Fallot | Q21.3 Tetralogy of Fallot | canon rkh
coarctation of aorta | 7305005 Coarctation of aorta | Q25.1 Coarctation of aorta | canon rkh
congenital heart disease | 13213009 Congenital heart disease | Q24.9 Congenital malformation of heart, unspecified | canon rkh
Down syndrome; Down's syndrome; trisomy 21 | 41040004 Complete trisomy 21 syndrome | Q90.9 Down syndrome, unspecified | canon rkh
Turner syndrome; Turner's syndrome | 38804009 Turner syndrome | Q96.9 Turner's syndrome, unspecified | canon rkh
hypospadias | 416010008 Hypospadias | Q54.9 Hypospadias, unspecified | canon rkh
neonatal jaundice; newborn jaundice | 387712008 Neonatal jaundice | P59.9 Neonatal jaundice, unspecified | smart canon rkh
infantile colic; colic in a baby | - | R10.83 Colic | -
`;
