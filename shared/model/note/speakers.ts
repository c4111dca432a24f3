/**
 * The two speakers of a visit that was recognised on this computer. They are told apart by their
 * voices, which is a guess; who of them is the doctor, a person says.
 */

/** In the order in which they begin to speak. */
export type SpeakerNumber = 1 | 2;

/** What a person said about the speakers of a visit. */
export type VisitSpeakers = {
  readonly doctor?: SpeakerNumber | undefined;
  /** Seconds at which the turns begin that are the other speaker's, and not who was guessed. */
  readonly changed?: readonly number[] | undefined;
};

export const otherSpeaker = (speaker: SpeakerNumber): SpeakerNumber => (speaker === 1 ? 2 : 1);

/** As a transcript names them. */
const DOCTOR = 'Doctor';
const PATIENT = 'Patient';
export const speakerLabel = (speaker: SpeakerNumber, doctor: SpeakerNumber | undefined): string => {
  if (doctor === undefined) return `Speaker ${speaker}`;
  return speaker === doctor ? DOCTOR : PATIENT;
};

/** Who is named so; undefined where it is no such name. `Speaker 1` is known with a doctor too. */
export function speakerNumber(
  label: string | undefined,
  doctor: SpeakerNumber | undefined,
): SpeakerNumber | undefined {
  const numbers: readonly SpeakerNumber[] = [1, 2];
  return numbers.find(
    (one) =>
      label === speakerLabel(one, undefined) ||
      (doctor !== undefined && label === speakerLabel(one, doctor)),
  );
}
