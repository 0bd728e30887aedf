import {
  listItems,
  locationNames,
  numberText,
  optionRow,
  splitList,
  stepActions,
  visitorLocations,
  withoutCharges,
  type OptionValue,
} from '@shotwright/contract/capture-options';
import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { useIsBillingOn } from '../../../../lib/api/runtime-config.ts';
import { playgroundMessages as messages } from '../../../../lib/messages/playground.ts';
import { verdictMessages } from '../../../../lib/messages/verdicts.ts';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { Field, FieldError, Textarea, TextField } from '../../../../ui/field.tsx';
import { PasswordInput } from '../../../../ui/password-input.tsx';
import { Select } from '../../../../ui/select.tsx';
import { Switch } from '../../../../ui/switch.tsx';
import { DestinationControl } from './destination-control.tsx';
import {
  labelOf,
  mistakeInSteps,
  wordsOf,
  type DerivedOptionName,
} from './derived-options.rules.ts';

/** Labels of values that do not read as words. */
const choiceLabels: Readonly<Record<string, string>> = {
  ...verdictMessages.kinds,
  png: messages.png,
  jpeg: messages.jpeg,
  webp: messages.webp,
  avif: messages.avif,
  gif: messages.gif,
  ...messages.networks,
  ...Object.fromEntries(locationNames.map((name) => [name, visitorLocations[name].label])),
  pdf: messages.pdf,
  html: messages.html,
  markdown: messages.markdown,
  mhtml: messages.mhtml,
  a11y: messages.accessibility,
  xhr: messages.xhr,
  midi: messages.midi,
};

/** Options whose text is hidden. */
const passwordNames: ReadonlySet<DerivedOptionName> = new Set(['basic_auth_password']);

interface ControlProps {
  readonly label: string;
  readonly help: string;
  readonly error: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function useHelpOf({ sentence }: { readonly sentence: string }): string {
  return useIsBillingOn() ? sentence : withoutCharges(sentence);
}

/** Control of an option, chosen by the kind of its value. */
export function DerivedControl(props: {
  name: DerivedOptionName;
  value: string | boolean;
  error: string | undefined;
  onChange: (value: string | boolean) => void;
}) {
  const { name, error, onChange } = props;
  const row = optionRow(name);
  const { value } = row;
  const isOptional = row.default === undefined;
  const normalize = (typed: string) => numberText(row, typed);
  const control: ControlProps = {
    label: labelOf(name),
    help: useHelpOf(row.docs),
    error,
    value: String(props.value),
    onChange,
  };
  if (name === 'destination_id') return <DestinationControl {...control} />;
  switch (value.kind) {
    case 'boolean':
      return <BooleanControl {...control} isOn={props.value === true} onSwitch={onChange} />;
    case 'choice':
      return <ChoiceControl {...control} values={value.values} isOptional={isOptional} />;
    case 'choices':
      return <ChoicesControl {...control} values={value.values} />;
    case 'number':
      return (
        <NumberControl {...control} {...value} isOptional={isOptional} normalize={normalize} />
      );
    case 'list':
    case 'cookies':
      return <LinesControl {...control} />;
    case 'text':
      return value.isCode === true ? (
        <LinesControl {...control} />
      ) : (
        <TextControl
          {...control}
          maxLength={value.maxLength}
          isPassword={passwordNames.has(name)}
        />
      );
    case 'steps':
      return <StepsControl {...control} />;
    case 'id':
    case 'instant':
    case 'url':
    case 'html':
    case 'headers':
    default:
      return (
        <TextControl
          {...control}
          maxLength={maxLengthOf(value)}
          isPassword={passwordNames.has(name)}
        />
      );
  }
}

function maxLengthOf(value: OptionValue): number | undefined {
  return 'maxLength' in value ? value.maxLength : undefined;
}

function BooleanControl(
  props: ControlProps & { isOn: boolean; onSwitch: (isOn: boolean) => void },
) {
  const noteId = useId();
  return (
    <div>
      <Switch
        label={props.label}
        isOn={props.isOn}
        onChange={props.onSwitch}
        aria-describedby={noteId}
      />
      <div className="pl-11.5 pointer-coarse:pl-13.5">
        <Note id={noteId} {...props} />
      </div>
    </div>
  );
}

/** Text below a control that is no {@link Field}; an error replaces the help. */
function Note({ id, help, error }: { id: string; help: ReactNode; error: string | undefined }) {
  if (error !== undefined) return <FieldError id={id}>{error}</FieldError>;
  return (
    <p id={id} className="text-label text-muted">
      {help}
    </p>
  );
}

function ChoiceControl(props: ControlProps & { values: readonly string[]; isOptional: boolean }) {
  const { label, help, error, value, values, isOptional, onChange } = props;
  const none = { value: '', label: messages.noChoice };
  const options = values.map((one) => ({ value: one, label: choiceLabels[one] ?? wordsOf(one) }));
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <Select
          {...control}
          options={isOptional ? [none, ...options] : options}
          value={value}
          onValueChange={onChange}
        />
      )}
    </Field>
  );
}

function ChoicesControl(props: ControlProps & { values: readonly string[] }) {
  const { label, help, error, value, values, onChange } = props;
  const id = useId();
  const chosen = splitList(value);
  const toggle = (one: string, isChosen: boolean) =>
    onChange(values.filter((each) => (each === one ? isChosen : chosen.includes(each))).join(','));
  return (
    <fieldset
      aria-labelledby={id}
      aria-describedby={`${id}-note`}
      className="grid min-w-0 content-start gap-1.5"
    >
      <p id={id} className="text-table font-medium">
        {label}
      </p>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {values.map((one) => (
          <Checkbox
            key={one}
            label={choiceLabels[one] ?? wordsOf(one)}
            isLabelShown
            isChecked={chosen.includes(one)}
            onChange={(isChosen) => toggle(one, isChosen)}
          />
        ))}
      </div>
      <Note id={`${id}-note`} help={help} error={error} />
    </fieldset>
  );
}

function NumberControl(
  props: ControlProps & {
    min: number;
    max: number;
    step?: number;
    isOptional: boolean;
    normalize: (typed: string) => string;
  },
) {
  const { label, help, error, value, min, max, step, isOptional, normalize, onChange } = props;
  return (
    <TextField
      label={label}
      isOptional={isOptional}
      help={`${help} ${messages.range(min, max)}`}
      error={error}
      type="number"
      min={min}
      max={max}
      step={step ?? 'any'}
      autoComplete="off"
      className="figures"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onBlur={() => {
        const limited = normalize(value);
        if (limited !== value) onChange(limited);
      }}
    />
  );
}

/** Lines whose mistake is shown once they have been typed. */
function StepsControl(props: ControlProps) {
  const [isTyped, setIsTyped] = useState(false);
  const { label, help, value } = props;
  const mistake = isTyped ? undefined : mistakeInSteps(value);
  return (
    <LinesControl
      {...props}
      help={`${help} ${messages.stepActions(listItems(Object.keys(stepActions)))}`}
      error={props.error ?? (mistake && messages.mistake(label, mistake))}
      placeholder={messages.stepsExample}
      onFocus={() => setIsTyped(true)}
      onBlur={() => setIsTyped(false)}
    />
  );
}

function LinesControl({
  label,
  help,
  error,
  value,
  onChange,
  ...textarea
}: ControlProps & Pick<ComponentProps<'textarea'>, 'placeholder' | 'onFocus' | 'onBlur'>) {
  return (
    <Field label={label} help={help} error={error} isOptional>
      {(control) => (
        <Textarea
          {...control}
          {...textarea}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

function TextControl(props: ControlProps & { maxLength: number | undefined; isPassword: boolean }) {
  const { label, help, error, value, maxLength, isPassword, onChange } = props;
  return (
    <TextField
      label={label}
      isOptional
      help={help}
      error={error}
      maxLength={maxLength}
      autoComplete="off"
      {...(isPassword && { control: PasswordInput, autoComplete: 'new-password' })}
      spellCheck={false}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
