import { useState } from 'react';
import { useSite } from '../../../site';
import type { FieldBinding } from '../../../ui/form/use-form';
import { Combo } from './combo';

const MAX_ZONES = 8;

/** The venue's time zone; empty is the site's. */
export function ZoneField(field: FieldBinding) {
  const { timezone } = useSite();
  const [zones] = useState(() => Intl.supportedValuesOf('timeZone'));
  const typed = field.value.trim().toLowerCase().replaceAll(' ', '_');
  const found = typed ? zones.filter((zone) => zone.toLowerCase().includes(typed)) : [];
  const options = found.slice(0, MAX_ZONES).map((zone) => ({ key: zone, text: zone, detail: '' }));
  return (
    <Combo
      {...field}
      label="Time zone"
      isOptional
      placeholder={timezone}
      listLabel="Time zones"
      options={options}
      onChoose={({ key }) => field.onChange({ target: { value: key } })}
    />
  );
}
