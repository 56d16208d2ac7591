import { FormSection } from '../../ui/form/save/FormSection.tsx'
import type { SectionOfDevice } from '../../ui/levels/LevelSettingsSection.tsx'
import { useOdometerForm } from './use-odometer-form.tsx'

/** The odometer of a vehicle, as a part of the page of its device. */
export function OdometerSection({ name, title, terminalID }: SectionOfDevice) {
  return <FormSection {...useOdometerForm(terminalID)} name={name} title={title} />
}
