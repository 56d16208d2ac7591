import type { InputOf } from '@trackway/core/api/call.ts'
import {
  type AlarmView,
  type alarmCalls,
  alarmList,
  alarmViewNames,
  alarmViews,
} from '@trackway/core/features/alarms/calls.ts'
import { filterOf, type ListUrl, readListUrl } from '../../ui/list/list-url.ts'

export type AlarmQuery = Omit<InputOf<typeof alarmCalls.find>, 'pageNum' | 'pageSize' | 'gravestFirst'>

/** URL parameters of the alarm centre. */
export type AlarmsUrl = ListUrl<typeof alarmList> & {
  view?: AlarmView | undefined
  /** The gravest first; left out: the newest. */
  by?: 'severity' | undefined
  /** On the whole of a screen on the wall. */
  wall?: true | undefined
  /** The alarm that is looked at. */
  alarm?: number | undefined
}

export function readAlarmsUrl(raw: Record<string, unknown>): AlarmsUrl {
  const alarm = Number(raw.alarm)
  return {
    ...readListUrl(alarmList, raw),
    view: alarmViewNames.find((name) => name === raw.view),
    wall: String(raw.wall) === 'true' ? true : undefined,
    by: raw.by === 'severity' ? 'severity' : undefined,
    alarm: Number.isSafeInteger(alarm) && alarm > 0 ? alarm : undefined,
  }
}

/** What a view sets itself; another view begins without it. */
export const viewKeys = ['codes', 'isRead', 'isOpen', 'assigneeId', 'state', 'severity'] as const

/** The request for the alarms of an address. @param withSubAccounts false: of the account itself and nobody below */
export function toAlarmQuery(url: AlarmsUrl, ownId: number, withSubAccounts: boolean): AlarmQuery {
  const { view = 'all' } = url
  const ofView = view === 'mine' ? { assigneeId: ownId } : alarmViews[view]
  return {
    ...(ofView as AlarmQuery),
    ...(filterOf(alarmList, url as never) as AlarmQuery),
    ...(!withSubAccounts && { withSubAccounts }),
  }
}
