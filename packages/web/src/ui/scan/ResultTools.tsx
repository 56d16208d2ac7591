import { useNavigate, useSearch } from '@tanstack/react-router'
import { instantOfWallTime, wallTime } from '@trackway/core/rules/wall-time.ts'
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useTranslation } from 'react-i18next'
import { usePickerFormats } from '../../base/picker-formats.ts'
import { useUser } from '../../base/session.ts'
import { ScanField } from './ScanField.tsx'

interface ResultUrl {
  search?: string | undefined
  from?: number | undefined
  to?: number | undefined
}

/** A label is scanned, or a time is chosen; both are in the address, which the list reads. @param canScan devices are listed */
export function ResultTools({ canScan = false }: { canScan?: boolean }) {
  const { t } = useTranslation()
  const { timeZone } = useUser()
  const formats = usePickerFormats()
  const navigate = useNavigate()
  const { search, from, to } = useSearch({ strict: false }) as ResultUrl
  const change = (next: ResultUrl) =>
    void navigate({ to: '.', search: ((was: object) => ({ ...was, pageNum: undefined, ...next })) as never })
  const midnight = (day: dayjs.Dayjs) => instantOfWallTime(day.format('YYYY-MM-DDT00:00'), timeZone)
  const dayOf = (time: number | undefined) => (time ? dayjs(wallTime(time, timeZone).slice(0, 10)) : null)
  return (
    <>
      {canScan && (
        <ScanField
          label={t('ui.scan.number')}
          value={search}
          onCode={(code) => change({ search: code || undefined })}
        />
      )}
      <DatePicker.RangePicker
        format={formats.day}
        className="tw-tool-wide"
        aria-label={t('ui.scan.period')}
        allowEmpty={[true, true]}
        value={[dayOf(from), dayOf(to)]}
        onChange={(days) =>
          change({
            from: days?.[0] ? midnight(days[0]) : undefined,
            to: days?.[1] ? midnight(days[1].add(1, 'day')) - 1 : undefined,
          })
        }
      />
    </>
  )
}
