import { alarms, batteryAlarms, vehicleAlarms } from '@trackway/core/codes/alarms.ts'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'

interface AlarmCodePickerProps {
  /** Codes with `_` between them, as an address has them. */
  value: string | number | undefined
  onChange: (codes: string | undefined) => void
}

const most = Object.keys(alarms).length

/** Which alarms: any, or some of the codes. */
export function AlarmCodePicker({ value, onChange }: AlarmCodePickerProps) {
  const { t } = useTranslation()
  const options = (group: Record<string, number>) =>
    Object.entries(group).map(([name, code]) => ({ value: code, label: t(`alarm.${name}`) }))
  return (
    <Select
      mode="multiple"
      allowClear
      maxTagCount={1}
      maxTagTextLength={12}
      className="tw-tool-wide"
      popupMatchSelectWidth={false}
      optionFilterProp="label"
      aria-label={t('alarms.filter.codes')}
      placeholder={t('alarms.filter.anyCode')}
      value={value === undefined ? [] : String(value).split('_').map(Number)}
      options={[
        { label: t('alarms.filter.vehicle'), options: options(vehicleAlarms) },
        { label: t('alarms.filter.battery'), options: options(batteryAlarms) },
      ]}
      onChange={(codes: number[]) => onChange(codes.length > 0 ? codes.slice(0, most).join('_') : undefined)}
    />
  )
}
