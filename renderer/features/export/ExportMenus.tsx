/** Menus of the export bar: copy one section, and the files that few EMRs want. */
import { ChevronDown } from 'lucide-react';
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import {
  type ExportForm,
  type FhirFlavour,
  isAbdm,
} from '../../../shared/model/export/export-forms.ts';
import { mayLeave } from '../../../shared/model/policy-rules.ts';
import { usePolicy } from '../../common/stores/session.ts';
import { useSettings } from '../../common/stores/settings.ts';
import { useLocale } from '../../ui/useLocale.ts';
import { allowedTargets, type ExportAction, readyTargets, targetOf } from './export-format.ts';
import { run, useExports } from './exports-store.ts';

type Item = {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly action: ExportAction;
  readonly isDisabled?: boolean;
};

function ExportMenu({
  label,
  items,
  lang,
}: {
  readonly label: string;
  readonly items: readonly Item[];
  readonly lang?: string | undefined;
}) {
  const busy = useExports((state) => state.busy !== undefined);
  return (
    <MenuTrigger>
      <AriaButton
        className="button button-plain button-normal"
        isDisabled={busy || items.length === 0}
      >
        <span>{label}</span>
        <ChevronDown aria-hidden="true" className="icon" />
      </AriaButton>
      <Popover className="popover">
        <Menu
          className="list"
          aria-label={label}
          onAction={(key) => {
            const item = items.find(({ id }) => id === key);
            if (item) void run(item.action);
          }}
        >
          {items.map((item) => (
            <MenuItem
              key={item.id}
              id={item.id}
              className="list-item"
              textValue={item.label}
              isDisabled={item.isDisabled ?? false}
            >
              <span className="list-words">
                <span lang={lang}>{item.label}</span>
                {item.hint !== undefined && <span className="hint">{item.hint}</span>}
              </span>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

/** Sections of the signed note, or of the text in the editor before the signature. */
export function CopySection() {
  const { t } = useLocale();
  const { note, signed } = useExports();
  const mayCopy = mayLeave(usePolicy(), 'clipboard');
  const branch = note?.branches.find(({ id }) => id === note.note);
  const sections = (note?.signed ? signed?.note.sections : branch?.sections) ?? [];
  const items = sections
    .filter(({ text }) => mayCopy && text.trim() !== '')
    .map(
      ({ title }, section): Item => ({
        id: String(section),
        label: title || t('export.untitled'),
        action: { kind: 'copy', section },
      }),
    );
  return <ExportMenu label={t('export.copySection')} items={items} lang={branch?.language} />;
}

const formName = (form: ExportForm, flavour: FhirFlavour = 'r4') =>
  isAbdm(flavour) ? flavour : form;
const files: readonly [ExportForm, FhirFlavour?][] = [
  ['fhir', 'r4'],
  ['fhir', 'nrces'],
  ['fhir', 'nrces-prescription'],
  ['hl7'],
  ['markdown'],
  ['text'],
  ['html'],
];

export function MoreForms() {
  const { t } = useLocale();
  const targets = useExports((state) => state.targets);
  const draft = useExports(({ note }) => note?.signed === undefined);
  const preferred = useSettings(({ settings }) => settings?.exportProfile.defaultTarget);
  const policy = usePolicy();
  const allowed = targets && allowedTargets(targets, policy);
  const first = allowed && targetOf(allowed, preferred);
  const others = allowed ? readyTargets(allowed).filter((one) => one !== first) : [];
  const hint = draft ? { hint: t('export.afterSigning') } : {};
  const items: Item[] = [
    ...others.map(
      (target): Item => ({
        id: target,
        label: t(`export.sendTo.${target}`),
        action: { kind: 'send', target },
        ...hint,
      }),
    ),
    ...(first === 'folder'
      ? [
          {
            id: 'again',
            label: t('export.onceMore'),
            action: { kind: 'send', target: 'folder', again: true },
            ...hint,
          } satisfies Item,
        ]
      : []),
    ...files.map(
      ([form, flavour]): Item => ({
        id: `${form}-${flavour ?? ''}`,
        label: t(`export.file.${formName(form, flavour)}`),
        action: { kind: 'save', form, flavour },
        ...hint,
        ...(!mayLeave(policy, 'file', form) && { hint: t('policy.set'), isDisabled: true }),
      }),
    ),
  ];
  return <ExportMenu label={t('export.more')} items={items} />;
}
