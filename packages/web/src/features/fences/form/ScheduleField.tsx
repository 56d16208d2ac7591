import type { FenceSchedule } from '@trackway/core/features/fences/calls.ts'
import { Flex, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import type { FieldValue } from '../../../ui/form/field-value.ts'
import { TimeSpan } from '../../../ui/form/time-controls.tsx'
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
          <TimeSpan
            labels={[t('fences.schedule.fromMinute'), t('fences.schedule.untilMinute')]}
            value={[value.fromMinute, value.untilMinute]}
            onChange={([fromMinute, untilMinute]) => onChange?.({ ...value, fromMinute, untilMinute })}
          />
        </>
      )}
    </Flex>
  )
}
