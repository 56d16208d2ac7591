import { Alert, DatePicker, Flex, Input } from 'antd'
import dayjs from 'dayjs'
import { useTranslation } from 'react-i18next'
import { usePickerFormats } from '../../base/picker-formats.ts'
import { useUser } from '../../base/session.ts'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { type MinutePeriod, presetMinutes } from './minutes.ts'
import type { PeriodPreset } from './period.ts'

interface MinutePickerProps {
  period: MinutePeriod
  presets: readonly PeriodPreset[]
  maxDays: number
  onPeriod: (minutes: [from: string, to: string]) => void
}

const format = 'YYYY-MM-DDTHH:mm'

/** From one minute of the account's clock to another; on a phone by its own calendar. */
export function MinutePicker({ period, presets, maxDays, onPeriod }: MinutePickerProps) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const { timeZone } = useUser()
  const formats = usePickerFormats()
  const { first, last, fault } = period
  const minute = (label: string, value: string, onMinute: (minute: string) => void) => (
    <Input
      type="datetime-local"
      aria-label={label}
      value={value}
      onChange={({ target }) => target.value && onMinute(target.value)}
    />
  )
  return (
    <>
      {isPhone ? (
        <Flex wrap gap={8}>
          {minute(t('ui.period.from'), first, (from) => onPeriod([from, last]))}
          {minute(t('ui.period.to'), last, (to) => onPeriod([first, to]))}
        </Flex>
      ) : (
        <DatePicker.RangePicker
          aria-label={t('ui.period.label')}
          allowClear={false}
          showTime={{ format: 'HH:mm' }}
          format={formats.minute}
          value={[dayjs(first), dayjs(last)]}
          presets={presets.map((preset) => {
            const [from, to] = presetMinutes(preset, Date.now(), timeZone)
            return { label: t(`ui.period.preset.${preset}`), value: [dayjs(from), dayjs(to)] }
          })}
          onChange={(chosen) => {
            const [from, to] = chosen ?? []
            if (from && to) onPeriod([from.format(format), to.format(format)])
          }}
        />
      )}
      {fault && <Alert type="warning" showIcon title={t(`ui.period.fault.${fault}`, { days: maxDays })} />}
    </>
  )
}
