/** A template as its account keeps it (contract 3.8). */

export type AccountTemplate = {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Ids of the sections, in order, as the platform names them. */
  readonly sections: readonly string[];
  /** Given by the platform: nobody can change or remove it. */
  readonly given: boolean;
};

/** Members that a person fills in. */
export type TemplateForm = Pick<AccountTemplate, 'title' | 'description' | 'sections'>;
