import { alarmModes, type fenceCalls } from '@trackway/core/features/fences/calls.ts'
import { Form, Segmented, Select } from 'antd'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { FieldValue } from '../../../ui/form/field-value.ts'
import type { CallFormProps } from '../../../ui/form/use-call-form.tsx'
import { AccountPicker } from '../../../ui/pickers/AccountPicker.tsx'
import { RulePicker } from '../../notifications/RulePicker.tsx'
import type { FenceDetail } from '../use-fences.ts'
import { ColourField, StateField } from './fence-controls.tsx'
import { ScheduleField } from './ScheduleField.tsx'

/** The fields of the form of a fence. @param fence null: a new one */
export function fenceFields(t: TFunction, fence: FenceDetail | null) {
  return [
    'name',
    [
      { name: 'colour', control: <ColourField /> },
      { name: 'state', control: <StateField /> },
    ],
    {
      name: 'tags',
      control: (
        <Select mode="tags" maxCount={10} tokenSeparators={[',', '，']} open={false} suffixIcon={null} />
      ),
    },
    {
      name: 'alarmOn',
      control: (
        <Segmented block options={alarmModes.map((value) => ({ value, label: t(`fences.mode.${value}`) }))} />
      ),
    },
    { name: 'schedule', label: t('fences.schedule.label'), control: <ScheduleField /> },
    {
      name: 'mustBeInside',
      help: t('fences.mustBeInsideHelp'),
      control: <ScheduleField none="never" />,
    },
    [
      { name: 'speedLimitKmh', unit: { name: 'km/h', digits: 0 } },
      {
        name: 'dwellS',
        help: t('fences.dwellHelp'),
        unit: { name: t('fences.minutes'), size: 60, digits: 1 },
      },
    ],
    [
      { name: 'confirmPoints', unit: { name: t('fences.fixes') }, help: t('fences.confirmHelp') },
      { name: 'confirmS', unit: { name: t('fences.seconds') } },
    ],
    'allowLbs',
    {
      name: 'ruleIds',
      help: t('fences.ruleHelp'),
      control: <RulesOfOwner userId={fence?.userId} />,
    },
    ...(fence === null
      ? [{ name: 'userId' as const, control: <AccountPicker block isExact label={t('map.areas.userId')} /> }]
      : []),
  ] satisfies CallFormProps<typeof fenceCalls.add>['fields']
}

/** Rules of the account that the fence is, or is to be, of. */
function RulesOfOwner({ userId, ...field }: FieldValue<number[]> & { userId: number | undefined }) {
  const { t } = useTranslation()
  const chosen = Form.useWatch<number | undefined>('userId')
  return <RulePicker {...field} userId={userId ?? chosen} placeholder={t('fences.anyRule')} />
}
