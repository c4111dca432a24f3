/**
 * The interface of all linkers: the platform, a hospital's terminology server, the lists on this
 * computer.
 */
import type {
  EntityQuery,
  LinkedEntity,
  Linker,
} from '../../../../shared/model/coding/codification.ts';

export type CodeLinker = {
  readonly name: Linker;
  /** Returns whether asking is worth a try now; sends no request. */
  ready(): boolean;
  /**
   * `most` candidates for each, 1 to 10, best first; the synonyms of one code are one candidate. In
   * the order of the entities. Where some questions fail, their answers have `trouble`; where all
   * fail, throws the first Failure.
   */
  link(entities: readonly EntityQuery[], most: number): Promise<LinkedEntity[]>;
};
