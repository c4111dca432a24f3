/**
 * The form of a person. Every problem stands at its field; a problem without a field stands above
 * the button.
 */
import { Check as Tick } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Form } from 'react-aria-components';
import { asFailure, type Failure } from '../../../../shared/failure.ts';
import type { Problems } from '../../../../shared/model/clinic/users.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { keyed } from '../../../ui/keyed.ts';
import { useLocale } from '../../../ui/useLocale.ts';
import {
  AccessFields,
  ContactFields,
  IdentityFields,
  type PersonFormState,
  RoleFields,
} from './PersonFields.tsx';
import { countOf, type PersonValues, problemKey, problemsWithoutField } from './person-format.ts';

type Props = {
  readonly start: PersonValues;
  /** A person that exists already: values that the platform does not return stay as they are. */
  readonly known?: boolean;
  readonly onEdit?: (values: PersonValues) => void;
  /** Returns the problems; none when it is done. Throws a Failure. */
  readonly send: (values: PersonValues) => Promise<Problems>;
  readonly word: 'people.addNow' | 'people.save';
  readonly busyWord: 'people.adding' | 'people.saving';
  readonly onCancel: () => void;
};

export function PersonForm(props: Props) {
  const { start, known = false, onEdit, send, word, busyWord, onCancel } = props;
  const { t } = useLocale();
  const [values, setValues] = useState(start);
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<Failure | undefined>();
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(0);
  const form = useFocusOnProblem(sent);
  const problemText = useProblemText();
  const state: PersonFormState = {
    values,
    known,
    set: (name) => (value) => {
      const next = { ...values, [name]: value };
      setValues(next);
      onEdit?.(next);
      const { [name]: _corrected, ...rest } = problems;
      setProblems(rest);
    },
    problem: (field) => problems[field]?.map(problemText).join(' '),
  };
  const submit = async () => {
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      setProblems(await send(values));
    } catch (error) {
      setFailure(asFailure(error));
    } finally {
      setBusy(false);
      setSent((times) => times + 1);
    }
  };
  return (
    <Form
      ref={form}
      className="form card"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      validationBehavior="aria"
    >
      <IdentityFields form={state} />
      <ContactFields form={state} />
      <RoleFields form={state} />
      <AccessFields form={state} />
      <ProblemSummary problems={problems} failure={failure} />
      <div className="row-actions">
        <Button type="submit" look="primary" icon={Tick} isDisabled={busy}>
          {t(busy ? busyWord : word)}
        </Button>
        <Button look="quiet" isDisabled={busy} onPress={onCancel}>
          {t('people.cancel')}
        </Button>
      </div>
    </Form>
  );
}

/** After each sending the focus goes to the first field with a problem, else to the summary. */
function useFocusOnProblem(sent: number) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (sent === 0) return;
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector);
    const field = find(
      '[aria-invalid="true"], [data-invalid] [role="radio"], [data-invalid] input',
    );
    (field ?? find('[role="alert"]'))?.focus();
  }, [sent]);
  return form;
}

/** The catalogue's words for a message of the platform, else the message itself. */
function useProblemText() {
  const { t, exists } = useLocale();
  return (message: string): string => {
    const key = message === 'last-one' ? 'people.problem.lastOne' : problemKey(message);
    return key !== undefined && exists(key) ? t(key) : message;
  };
}

type SummaryProps = { readonly problems: Problems; readonly failure: Failure | undefined };

function ProblemSummary({ problems, failure }: SummaryProps) {
  const words = useLocale();
  const { t } = words;
  const problemText = useProblemText();
  const count = countOf(problems);
  if (count === 0 && !failure) return null;
  const others = problemsWithoutField(problems);
  return (
    <div role="alert" tabIndex={-1} className="told-problems">
      <Banner tone="bad" title={failure ? t('people.notSent') : t('people.lookAgain', { count })}>
        {failure && <p>{words.failure(failure)}</p>}
        {others.length > 0 && (
          <ul>
            {keyed(others, ({ field, message }) => `${field} ${message}`).map(({ key, item }) => (
              <li key={key}>
                {item.field && <strong>{item.field}: </strong>}
                {problemText(item.message)}
              </li>
            ))}
          </ul>
        )}
      </Banner>
    </div>
  );
}
