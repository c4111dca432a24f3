/** Lists to pick from: one, or several up to a limit in the order in which they were picked. */
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { partOnDemand } from './on-demand.tsx';

export type Option = {
  readonly id: string;
  readonly label: string;
  /** Said beside the label, and searched too. */
  readonly also?: string | undefined;
  /** Language of the label, where it is not that of the interface. */
  readonly lang?: string | undefined;
};
type Common = {
  readonly label: string;
  readonly options: readonly Option[];
  readonly hint?: string | undefined;
  readonly searchable?: boolean;
  /** Said with the hint: why there is less to choose, or nothing (`isDisabled`). */
  readonly locked?: ReactNode;
  readonly isDisabled?: boolean;
};

export type One = Common & {
  readonly value: string | null;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
};

export type Many = Common & {
  readonly value: readonly string[];
  readonly limit: number;
  readonly onChange: (value: string[]) => void;
};

const lists = () => import('./PickLists.tsx');

export const PickOne = partOnDemand<One>(
  async () => (await lists()).PickOne,
  ({ value, ...props }) => <Closed {...props} chosen={value === null ? [] : [value]} />,
);

/** At least one stays chosen; at the limit the rest cannot be chosen until one is given back. */
export const PickMany = partOnDemand<Many>(
  async () => (await lists()).PickMany,
  ({ value, ...props }) => <Closed {...props} chosen={value} />,
);

/** The same place and words, until the list can be opened. */
function Closed({ label, options, hint, chosen }: Common & { readonly chosen: readonly string[] }) {
  return (
    <div className="field pick">
      <span className="label">{label}</span>
      <button type="button" className="input pick-face" disabled>
        <span className="pick-value">
          {chosen.map((id) => options.find((option) => option.id === id)?.label).join(', ')}
        </span>
        <ChevronDown aria-hidden="true" className="icon" />
      </button>
      {hint && <span className="hint">{hint}</span>}
    </div>
  );
}
