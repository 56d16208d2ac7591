import type { FenceSchedule } from '@trackway/core/features/fences/calls.ts'
import { Flex, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import type { FieldValue } from '../../../ui/form/field-value.ts'
import { TimeOfDay } from '../../../ui/form/time-controls.tsx'
import styles from '../fences.module.css'
import { useDayName, weekDays } from './schedule-text.ts'

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
  const pick = (key: 'fromMinute' | 'untilMinute') =>
    value && (
      <TimeOfDay
        allowClear={false}
        className="tw-width-104"
        aria-label={t(`fences.schedule.${key}`)}
        value={value[key] % 1440}
        onChange={(minute) => minute !== null && onChange?.({ ...value, [key]: minute })}
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
          <Flex component="fieldset" wrap gap={4} aria-label={t('fences.schedule.days')}>
            {weekDays.map((day) => (
              <button
                key={day}
                type="button"
                className={`${styles.day} tw-box`}
                aria-pressed={value.days.includes(day)}
                onClick={() => toggle(day)}
              >
                {dayName(day)}
              </button>
            ))}
          </Flex>
          <Flex wrap align="center" gap={8}>
            {pick('fromMinute')}
            <span>–</span>
            {pick('untilMinute')}
            {value.untilMinute <= value.fromMinute && (
              <small className="tw-muted">{t('fences.schedule.nextDay')}</small>
            )}
          </Flex>
        </>
      )}
    </Flex>
  )
}
