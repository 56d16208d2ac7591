import { lastBeginTime, type TaskWindow } from '@trackway/core/features/tasks/task-pace.ts'
import { Form } from 'antd'
import { useTexts } from '../../base/use-texts.ts'

interface TaskForecastProps {
  devices: number
  perSecond: number | null
  window?: TaskWindow | null
  /** Null: at once. */
  startTime?: number | null
}

/** Before a task is started: how many devices it is for, and when the last one begins at this pace. */
export function TaskForecast({ devices, perSecond, window = null, startTime = null }: TaskForecastProps) {
  const { t, format } = useTexts()
  const now = Date.now()
  const lastTime = lastBeginTime({ perSecond, window, startTime: startTime ?? now }, devices, now)
  if (devices === 0) return null
  return (
    <span className="tw-muted">
      {lastTime === null
        ? t('tasks.forecastAtOnce', { count: devices })
        : t('tasks.forecast', {
            count: devices,
            time: format.dateTime(lastTime),
            lasts: format.duration(Math.max(0, lastTime - Math.max(now, startTime ?? now))),
          })}
    </span>
  )
}

interface RulesOfForm {
  terminalIDs?: string[] | null
  perSecond?: number | null
  window?: TaskWindow | null
  startTime?: number | null
}

/** The same by the rules that the form around it holds. @param devices left out: those of the form */
export function FormForecast({ devices }: { devices?: number }) {
  const rules = Form.useWatch((values: RulesOfForm) => values) ?? {}
  const { terminalIDs, perSecond = null, window = null, startTime = null } = rules
  return (
    <TaskForecast
      devices={devices ?? terminalIDs?.length ?? 0}
      perSecond={perSecond}
      window={window}
      startTime={startTime}
    />
  )
}
