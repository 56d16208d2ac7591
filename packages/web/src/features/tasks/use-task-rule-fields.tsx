import type { Call } from '@trackway/core/api/call.ts'
import type { TaskWindow } from '@trackway/core/features/tasks/task-pace.ts'
import { Flex, Segmented, Switch } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTimeZone } from '../../base/time-zone.ts'
import type { FormEntry } from '../../ui/form/FormFields.tsx'
import type { FieldValue } from '../../ui/form/field-value.ts'
import { TimeSpan } from '../../ui/form/time-controls.tsx'

/**
 * The fields of `taskRules`, for the form of a call that starts a task: the pace and when it pauses by itself, and by a
 * switch its start, window, deadline and bounds. What the call does not take is left out.
 */
export function useTaskRuleFields(): <C extends Call>(call: C) => readonly FormEntry<C>[] {
  const { t } = useTranslation()
  const [hasMore, setHasMore] = useState(false)
  return <C extends Call>({ input }: C) => {
    const { shape } = input as C['input'] & { shape: Record<string, unknown> }
    const fields = (names: readonly string[], more: object = {}) =>
      names.flatMap((name) => (shape[name] ? [{ name, label: t(`tasks.rule.${name}`), ...more }] : []))
    const isHidden = () => !hasMore
    return [
      fields(['perSecond', 'maxFailurePercent']),
      <Flex key="more" component="label" gap={8} align="center">
        <Switch checked={hasMore} onChange={setHasMore} aria-label={t('tasks.rule.more')} />
        {t('tasks.rule.more')}
      </Flex>,
      ...fields(['name'], { isHidden }),
      fields(['startTime', 'deadlineTime'], { isHidden }),
      ...fields(['window'], { isHidden, control: <WindowField /> }),
      fields(['maxUnderWay', 'minSample'], { isHidden }),
      ...fields(['maxTries'], { isHidden }),
    ] as unknown as readonly FormEntry<C>[]
  }
}

/** What is offered first: the night. */
const night = { fromMinute: 22 * 60, toMinute: 5 * 60 }

/** All day, or between two times by the clocks of the reader. */
function WindowField({ id, value, onChange }: FieldValue<TaskWindow>) {
  const { t } = useTranslation()
  const timeZone = useTimeZone()
  return (
    <Flex vertical gap={8} id={id ?? ''}>
      <Segmented
        block
        value={value ? 'times' : 'allDay'}
        options={(['allDay', 'times'] as const).map((key) => ({ value: key, label: t(`tasks.rule.${key}`) }))}
        onChange={(key) => onChange?.(key === 'allDay' ? null : { ...night, timeZone })}
      />
      {value && (
        <TimeSpan
          labels={[t('tasks.rule.from'), t('tasks.rule.to')]}
          value={[value.fromMinute, value.toMinute]}
          onChange={([fromMinute, toMinute]) => onChange?.({ fromMinute, toMinute, timeZone })}
        />
      )}
    </Flex>
  )
}
