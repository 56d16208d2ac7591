import { limits } from '@trackway/core/codes/limits.ts'
import { Alert, DatePicker, Input } from 'antd'
import dayjs from 'dayjs'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { presetPeriod, presets, type SearchPeriod } from './period.ts'

interface MinutePickerProps {
  period: SearchPeriod
  onPeriod: (minutes: [from: string, to: string]) => void
}

const format = 'YYYY-MM-DDTHH:mm'

/** From one minute of the account's clock to another; on a phone by its own calendar. */
export function MinutePicker({ period, onPeriod }: MinutePickerProps) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const { timeZone } = useUser()
  const { first, last, fault } = period
  return (
    <>
      {isPhone ? (
        <div className="cc-minutes">
          <Input
            type="datetime-local"
            aria-label={t('checkCar.from')}
            value={first}
            onChange={(event) => event.target.value && onPeriod([event.target.value, last])}
          />
          <Input
            type="datetime-local"
            aria-label={t('checkCar.to')}
            value={last}
            onChange={(event) => event.target.value && onPeriod([first, event.target.value])}
          />
        </div>
      ) : (
        <DatePicker.RangePicker
          aria-label={t('checkCar.period')}
          allowClear={false}
          showTime={{ format: 'HH:mm' }}
          format="YYYY-MM-DD HH:mm"
          value={[dayjs(first), dayjs(last)]}
          presets={presets.map((preset) => {
            const [from, to] = presetPeriod(preset, Date.now(), timeZone)
            return { label: t(`checkCar.preset.${preset}`), value: [dayjs(from), dayjs(to)] }
          })}
          onChange={(chosen) => {
            const [from, to] = chosen ?? []
            if (from && to) onPeriod([from.format(format), to.format(format)])
          }}
        />
      )}
      {fault && (
        <Alert
          type="warning"
          showIcon
          title={t(`checkCar.periodFault.${fault}`, { days: limits.statisticsDays })}
        />
      )}
    </>
  )
}
