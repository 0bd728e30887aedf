import { Link } from 'react-router';
import { destinationMessages } from '../../../../lib/messages/settings.ts';
import { playgroundMessages as messages } from '../../../../lib/messages/playground.ts';
import { Field } from '../../../../ui/field.tsx';
import { Select } from '../../../../ui/select.tsx';
import { useDestinations } from '../../../destinations/destinations.api.ts';

/** Select of the organisation's destinations; a destination that no longer exists keeps its id. */
export function DestinationControl(props: {
  help: string;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
}) {
  const { value } = props;
  const { data } = useDestinations();
  const options = (data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const isListed = value === '' || options.some((one) => one.value === value);
  return (
    <Field
      label={destinationMessages.choice}
      help={
        <>
          {props.help}{' '}
          <Link
            to="/dashboard/settings/integrations"
            className="font-medium text-cobalt underline underline-offset-4"
          >
            {data?.length === 0 ? destinationMessages.add : destinationMessages.manage}
          </Link>
        </>
      }
      error={props.error}
    >
      {(control) => (
        <Select
          {...control}
          options={[
            { value: '', label: messages.noChoice },
            ...options,
            ...(isListed ? [] : [{ value, label: `#${value}` }]),
          ]}
          value={value}
          onValueChange={props.onChange}
        />
      )}
    </Field>
  );
}
