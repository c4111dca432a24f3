/** Diagnoses of nerves, mind, bones and joints; injuries. A line as in findings-symptoms.ts. */
export const diagnosesNervesAndBones = `
# Brain and nerves
migraine; adhkapari | 37796009 Migraine | G43.909 Migraine, unspecified, not intractable, without status migrainosus | smart canon rkh
tension headache; tension-type headache | 398057008 Tension headache | G44.209 Tension-type headache, unspecified, not intractable | canon lists
epilepsy; mirgi | 84757009 Epilepsy | G40.909 Epilepsy, unspecified, not intractable, without status epilepticus | synthea smart canon rkh
seizure disorder | 128613002 Seizure disorder | G40.909 Epilepsy, unspecified, not intractable, without status epilepticus | synthea smart
Alzheimer's disease; Alzheimer disease | 26929004 Alzheimer's disease | G30.9 Alzheimer's disease, unspecified | synthea smart canon
dementia | 52448006 Dementia | F03.90 Unspecified dementia, unspecified severity, without behavioral disturbance, psychotic disturbance, mood disturbance, and anxiety | canon smart
vascular dementia | 429998004 Vascular dementia | F01.50 Vascular dementia, unspecified severity, without behavioral disturbance, psychotic disturbance, mood disturbance, and anxiety | smart canon
carpal tunnel syndrome; CTS | 57406009 Carpal tunnel syndrome | G56.00 Carpal tunnel syndrome, unspecified upper limb | be canon
benign paroxysmal positional vertigo; BPPV | 111541001 Benign paroxysmal positional vertigo | H81.10 Benign paroxysmal vertigo, unspecified ear | canon lists
Meniere's disease; Meniere disease | 13445001 Ménière's disease | H81.09 Ménière's disease, unspecified ear | canon lists
myasthenia gravis | 91637004 Myasthenia gravis | G70.00 Myasthenia gravis without (acute) exacerbation | canon rkh
cerebral palsy | 128188000 Cerebral palsy | G80.9 Cerebral palsy, unspecified | synthea canon rkh
Parkinson's disease; Parkinson disease | 49049000 Parkinson's disease | G20.A1 Parkinson's disease without dyskinesia, without mention of fluctuations | canon lists
Bell's palsy; facial palsy; Bell palsy | 193093009 Bell's palsy | G51.0 Bell's palsy | canon opensafely
peripheral neuropathy | 302226006 Peripheral neuropathy | G62.9 Polyneuropathy, unspecified | canon lists
multiple sclerosis | 24700007 Multiple sclerosis | G35 Multiple sclerosis | canon lists
sciatica | 23056005 Sciatica | M54.30 Sciatica, unspecified side | canon lists
trigeminal neuralgia | 31681005 Trigeminal neuralgia | G50.0 Trigeminal neuralgia | canon lists
restless legs syndrome | 32914008 Restless legs | G25.81 Restless legs syndrome | canon fhir
Guillain-Barre syndrome; GBS | - | G61.0 Guillain-Barre syndrome | -
sleep disorder | 39898005 Sleep disorder | G47.9 Sleep disorder, unspecified | synthea rkh
Morton's neuroma | 30085007 Morton's neuroma | G57.60 Lesion of plantar nerve, unspecified lower limb | be canon
tarsal tunnel syndrome | 47374004 Tarsal tunnel syndrome | G57.50 Tarsal tunnel syndrome, unspecified lower limb | be canon
# Mind
depression; depressive disorder | 35489007 Depressive disorder | F32.A Depression, unspecified | smart canon kenya
major depressive disorder; MDD; major depression | 370143000 Major depressive disorder | F32.9 Major depressive disorder, single episode, unspecified | synthea canon
generalized anxiety disorder; GAD | 21897009 Generalized anxiety disorder | F41.1 Generalized anxiety disorder | canon lists
anxiety disorder | 197480006 Anxiety disorder | F41.9 Anxiety disorder, unspecified | canon kenya
panic disorder; panic attacks | 371631005 Panic disorder | F41.0 Panic disorder [episodic paroxysmal anxiety] | canon lists
bipolar disorder | 13746004 Bipolar disorder | F31.9 Bipolar disorder, unspecified | canon ohdsi
schizophrenia | 58214004 Schizophrenia | F20.9 Schizophrenia, unspecified | canon lists
obsessive-compulsive disorder; OCD | 191736004 Obsessive-compulsive disorder | F42.9 Obsessive-compulsive disorder, unspecified | canon lists
post-traumatic stress disorder; PTSD | 47505003 Post-traumatic stress disorder | F43.10 Post-traumatic stress disorder, unspecified | synthea canon
attention deficit hyperactivity disorder; ADHD | 406506008 Attention deficit hyperactivity disorder | F90.9 Attention-deficit hyperactivity disorder, unspecified type | smart canon rkh
adjustment disorder | 17226007 Adjustment disorder | F43.20 Adjustment disorder, unspecified | smart canon
dysthymia | 78667006 Dysthymia | F34.1 Dysthymic disorder | smart canon
alcohol dependence; alcoholism | 7200002 Alcoholism | F10.20 Alcohol dependence, uncomplicated | synthea canon
cannabis dependence | 85005007 Cannabis dependence | F12.20 Cannabis dependence, uncomplicated | smart canon
tobacco dependence; nicotine dependence; smoker | 56294008 Nicotine dependence | F17.200 Nicotine dependence, unspecified, uncomplicated | canon lists
autism; autism spectrum disorder | 35919005 Autism | F84.0 Autistic disorder | canon rkh
oppositional defiant disorder; ODD | 18941000 Oppositional defiant disorder | F91.3 Oppositional defiant disorder | smart canon
tic disorder; tics | 568005 Tic disorder | F95.9 Tic disorder, unspecified | smart canon
intellectual disability | 110359009 Intellectual disability | F79 Unspecified intellectual disabilities | synthea canon
# Bones, joints, muscles
osteoarthritis; degenerative joint disease | 396275006 Osteoarthritis | M19.90 Unspecified osteoarthritis, unspecified site | be smart canon
osteoarthritis of knee; knee osteoarthritis; OA knee | 239873007 Osteoarthritis of knee | M17.9 Osteoarthritis of knee, unspecified | synthea be smart
osteoarthritis of hip; hip osteoarthritis; OA hip | 239872002 Osteoarthritis of hip | M16.9 Osteoarthritis of hip, unspecified | synthea be smart canon
rheumatoid arthritis | 69896004 Rheumatoid arthritis | M06.9 Rheumatoid arthritis, unspecified | synthea be smart canon
osteoporosis; weak bones | 64859006 Osteoporosis | M81.0 Age-related osteoporosis without current pathological fracture | synthea smart canon
fibromyalgia | 203082005 Fibromyalgia | M79.7 Fibromyalgia | synthea canon
systemic lupus erythematosus; SLE; lupus | 55464009 Systemic lupus erythematosus | M32.9 Systemic lupus erythematosus, unspecified | canon rkh
ankylosing spondylitis | 9631008 Ankylosing spondylitis | M45.9 Ankylosing spondylitis of unspecified sites in spine | canon lists
cervical spondylosis; cervical spondylitis | - | M47.812 Spondylosis without myelopathy or radiculopathy, cervical region | -
lumbar spondylosis | - | M47.816 Spondylosis without myelopathy or radiculopathy, lumbar region | -
scoliosis | 298382003 Scoliosis deformity of spine | M41.9 Scoliosis, unspecified | canon lists
plantar fasciitis | 202882003 Plantar fasciitis | M72.2 Plantar fascial fibromatosis | be canon
tennis elbow; lateral epicondylitis | 202855006 Lateral epicondylitis | M77.10 Lateral epicondylitis, unspecified elbow | smart canon
frozen shoulder; adhesive capsulitis | 399114005 Adhesive capsulitis of shoulder | M75.00 Adhesive capsulitis of unspecified shoulder | be canon
bursitis | 84017003 Bursitis | M71.9 Bursopathy, unspecified | be canon
tendinitis; tendonitis | 34840004 Tendinitis | M77.9 Enthesopathy, unspecified | be canon
Achilles tendinitis | 11654001 Achilles tendinitis | M76.60 Achilles tendinitis, unspecified leg | be canon
ganglion cyst; ganglion | 445008009 Ganglion cyst | M67.40 Ganglion, unspecified site | be canon
rotator cuff tear | 926335004 Rotator cuff tear | M75.100 Unspecified rotator cuff tear or rupture of unspecified shoulder, not specified as traumatic | be canon
trochanteric bursitis | 7674000 Trochanteric bursitis | M70.60 Trochanteric bursitis, unspecified hip | be canon
trigger finger | - | M65.30 Trigger finger, unspecified finger | -
septic arthritis | 396234004 Infective arthritis | M00.9 Pyogenic arthritis, unspecified | be canon
osteomyelitis | 60168000 Osteomyelitis | M86.9 Osteomyelitis, unspecified | be rkh
avascular necrosis; AVN; osteonecrosis | 397758007 Avascular necrosis | M87.9 Osteonecrosis, unspecified | be canon
pseudogout; calcium pyrophosphate arthritis | 201637001 Pseudogout | M11.20 Other chondrocalcinosis, unspecified site | be canon
Kawasaki disease | 75053002 Acute febrile mucocutaneous lymph node syndrome | M30.3 Mucocutaneous lymph node syndrome [Kawasaki] | canon rkh
# Injury and allergy
ankle sprain; sprained ankle; twisted ankle; moch | 44465007 Sprain of ankle | S93.409A Sprain of unspecified ligament of unspecified ankle, initial encounter | synthea smart
wrist sprain; sprained wrist | 70704007 Sprain of wrist | S63.509A Unspecified sprain of unspecified wrist, initial encounter | synthea smart
whiplash; whiplash injury to neck | 39848009 Whiplash injury to neck | S13.4XXA Sprain of ligaments of cervical spine, initial encounter | synthea smart
fracture of forearm; forearm fracture; broken forearm | 65966004 Fracture of forearm | S52.90XA Unspecified fracture of unspecified forearm, initial encounter for closed fracture | synthea be smart
fracture of rib; rib fracture; broken rib | 33737001 Fracture of rib | S22.39XA Fracture of one rib, unspecified side, initial encounter for closed fracture | synthea smart
fracture of clavicle; clavicle fracture; broken collar bone | 58150001 Fracture of clavicle | S42.009A Fracture of unspecified part of unspecified clavicle, initial encounter for closed fracture | synthea smart
fracture of ankle; ankle fracture; broken ankle | 16114001 Fracture of ankle | S82.899A Other fracture of unspecified lower leg, initial encounter for closed fracture | synthea be smart
laceration of hand; cut on the hand | 284549007 Laceration of hand | S61.419A Laceration without foreign body of unspecified hand, initial encounter | synthea smart
laceration of foot; cut on the foot | 284551006 Laceration of foot | S91.319A Laceration without foreign body, unspecified foot, initial encounter | synthea smart
laceration of forearm; cut on the forearm | 283371005 Laceration of forearm | S51.819A Laceration without foreign body of unspecified forearm, initial encounter | synthea smart
laceration of face; cut on the face | 370247008 Facial laceration | S01.81XA Laceration without foreign body of other part of head, initial encounter | synthea smart
laceration of thigh; cut on the thigh | 283385000 Laceration of thigh | S71.119A Laceration without foreign body, unspecified thigh, initial encounter | synthea smart
concussion | 110030002 Concussion injury of brain | S06.0X9A Concussion with loss of consciousness of unspecified duration, initial encounter | synthea smart
meniscus tear; torn meniscus | 239720000 Tear of meniscus of knee | S83.209A Unspecified tear of unspecified meniscus, current injury, unspecified knee, initial encounter | synthea smart
head injury | 82271004 Injury of head | S09.90XA Unspecified injury of head, initial encounter | smart radi
fracture; broken bone; bone fracture | 125605004 Fracture of bone | - | synthea be
allergic reaction; allergy | 241929008 Acute allergic reaction | T78.40XA Allergy, unspecified, initial encounter | synthea smart
anaphylaxis; anaphylactic shock | 39579001 Anaphylaxis | T78.2XXA Anaphylactic shock, unspecified, initial encounter | canon rkh
`;
