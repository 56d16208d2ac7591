import type { FenceSchedule } from '@trackway/core/api/fences.ts'
import { Flex, Segmented, TimePicker } from 'antd'
import dayjs from 'dayjs'
import { useTranslation } from 'react-i18next'
import type { FieldValue } from '../../../ui/form/field-value.ts'
import styles from '../fences.module.css'
import { clockText, useDayName, weekDays } from './schedule-text.ts'

/** What is offered first: the nights. */
const usual: FenceSchedule = { days: [...weekDays], fromMinute: 20 * 60, untilMinute: 6 * 60 }

interface ScheduleFieldProps extends FieldValue<FenceSchedule> {
  /** What none means. */
  none?: 'always' | 'never'
}

/** When a fence counts: always (or never), or on some days between two times; one that ends earlier goes on past midnight. */
export function ScheduleField({ id, value, onChange, none = 'always' }: ScheduleFieldProps) {
  const { t } = useTranslation()
  const dayName = useDayName()
  const minuteOf = (time: dayjs.Dayjs) => time.hour() * 60 + time.minute()
  const pick = (key: 'fromMinute' | 'untilMinute') =>
    value && (
      <TimePicker
        allowClear={false}
        format="HH:mm"
        minuteStep={5}
        needConfirm={false}
        style={{ width: 104 }}
        aria-label={t(`fences.schedule.${key}`)}
        value={dayjs(`2024-01-01T${clockText(value[key] % 1440)}`)}
        onChange={(time) => time && onChange?.({ ...value, [key]: minuteOf(time) })}
      />
    )
  const toggle = (day: number) => {
    if (!value) return
    const days = weekDays.filter((each) => (each === day) !== value.days.includes(each))
    // Without any day there is no schedule: the last one stays.
    if (days.length > 0) onChange?.({ ...value, days })
  }
  return (
    <Flex vertical gap={8} id={id ?? ''}>
      <Segmented
        block
        value={value ? 'times' : none}
        options={([none, 'times'] as const).map((key) => ({
          value: key,
          label: t(`fences.schedule.${key}`),
        }))}
        onChange={(key) => onChange?.(key === none ? null : usual)}
      />
      {value && (
        <>
          <fieldset className={styles.days} aria-label={t('fences.schedule.days')}>
            {weekDays.map((day) => (
              <button
                key={day}
                type="button"
                className={styles.day}
                aria-pressed={value.days.includes(day)}
                onClick={() => toggle(day)}
              >
                {dayName(day)}
              </button>
            ))}
          </fieldset>
          <div className={styles.times}>
            {pick('fromMinute')}
            <span>–</span>
            {pick('untilMinute')}
            {value.untilMinute <= value.fromMinute && (
              <small className="tw-muted">{t('fences.schedule.nextDay')}</small>
            )}
          </div>
        </>
      )}
    </Flex>
  )
}
