import { auditList } from '@trackway/core/features/audit/calls.ts'
import { instantOfWallTime, wallTime } from '@trackway/core/rules/wall-time.ts'
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePickerFormats } from '../../base/picker-formats.ts'
import { useUser } from '../../base/session.ts'
import { ListScreen } from '../../ui/list/ListScreen.tsx'

/** What was done, by whom, as whom, from where, and what it was before and after. */
export function AuditLogTab() {
  const { t } = useTranslation()
  const { timeZone } = useUser()
  const formats = usePickerFormats()
  const [period, setPeriod] = useState<{ from?: number; until?: number }>({})
  const midnight = (day: dayjs.Dayjs) => instantOfWallTime(day.format('YYYY-MM-DDT00:00'), timeZone)
  return (
    <ListScreen
      list={auditList}
      given={period}
      tools={
        <DatePicker.RangePicker
          format={formats.day}
          className="tw-tool-wide"
          aria-label={t('system.audit.period')}
          allowEmpty={[true, true]}
          disabledDate={(day) => day.isAfter(dayjs(wallTime(Date.now(), timeZone)), 'day')}
          onChange={(days) =>
            setPeriod({
              ...(days?.[0] && { from: midnight(days[0]) }),
              ...(days?.[1] && { until: midnight(days[1].add(1, 'day')) }),
            })
          }
        />
      }
    />
  )
}
