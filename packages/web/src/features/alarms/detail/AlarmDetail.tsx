import { keepPreviousData } from '@tanstack/react-query'
import type { OutputOf } from '@trackway/core/api/call.ts'
import { type AlarmAction, type AlarmEpisode, alarmCalls } from '@trackway/core/features/alarms/calls.ts'
import { Tag } from 'antd'
import { useEffect } from 'react'
import { unknown } from '../../../base/format.ts'
import { useCall } from '../../../base/queries/use-call.ts'
import { useUser } from '../../../base/session.ts'
import { useIsPhone } from '../../../base/use-is-phone.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { Facts } from '../../../ui/layout/Facts.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ContentLoading } from '../../../ui/loading/ContentLoading.tsx'
import { alarmTitle } from '../alarm-name.ts'
import { stateColours } from '../list/AlarmRow.tsx'
import { onAlarmChanges } from '../live/recent-alarms.ts'
import type { useHandling } from '../live/use-handling.tsx'
import { SeverityMark } from '../SeverityMark.tsx'
import { AlarmActions } from './AlarmActions.tsx'
import styles from './AlarmDetail.module.css'
import { AlarmMap } from './AlarmMap.tsx'
import { alarmFacts } from './alarm-facts.tsx'
import { DeliveryLog } from './DeliveryLog.tsx'
import { useAlarmTrack } from './use-alarm-track.ts'

interface AlarmDetailProps extends Pick<ReturnType<typeof useHandling>, 'handle' | 'notify'> {
  id: number
  /** The alarm as the list has it; undefined: the list has not loaded it. */
  listed: AlarmEpisode | undefined
  isMapLarge: boolean
  onMapLarge: (isLarge: boolean) => void
  isMuteOpen: boolean
  onMuteOpen: (isOpen: boolean) => void
  onClose: () => void
  onOpen: (id: number) => void
}

/** An alarm counts as read when its details were open for so long. */
const readAfterMs = 800

/** One alarm: where and how it was, what was done about it, and what can be. */
export function AlarmDetail(props: AlarmDetailProps) {
  const { id, listed, handle, notify, onClose } = props
  const { t, format } = useTexts()
  const isPhone = useIsPhone()
  const { isDemo } = useUser()
  const { data, error, refetch } = useCall(
    ['alarms', 'get', id],
    alarmCalls.get,
    { id },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )
  useEffect(
    () => onAlarmChanges((changed) => changed.some((episode) => episode.id === id) && void refetch()),
    [id, refetch],
  )
  const read = data?.alarm.id === id ? data.alarm : undefined
  const alarm = listed && (!read || listed.sequence >= read.sequence) ? listed : read
  const isUnread = alarm?.readTime === null && !isDemo
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each alarm that is looked at
  useEffect(() => {
    if (!isUnread) return
    const timer = setTimeout(() => void handle('read', [id]), readAfterMs)
    return () => clearTimeout(timer)
  }, [id, isUnread])

  if (!alarm) {
    const waiting = <ContentLoading rows={8} error={error} />
    return (
      <div className={`${styles.detail} tw-shrink-down`}>
        {isPhone ? (
          waiting
        ) : (
          <Panel title={t('alarms.one')} onClose={onClose}>
            {waiting}
          </Panel>
        )}
      </div>
    )
  }
  const title = alarmTitle(alarm, t, format)
  const content = (
    <div className="tw-gap-12 tw-padded-panel tw-fill tw-scroll tw-column">
      <div className={`${styles.head} tw-row tw-wrap`}>
        <span className="tw-size-20">
          <SeverityMark severity={alarm.severity} />
        </span>
        <h3 className="tw-size-16">{title}</h3>
        <Tag color={stateColours[alarm.state]}>{t(`reports.alarmState.${alarm.state}`)}</Tag>
        {alarm.isOpen && <Tag color="warning">{t('alarms.lasting')}</Tag>}
      </div>
      <AlarmActions
        alarm={alarm}
        mutedUntil={read ? (data?.mutedUntil ?? null) : null}
        mutedUntilMoved={read !== undefined && (data?.mutedUntilMoved ?? false)}
        isMuteOpen={props.isMuteOpen}
        onMuteOpen={props.onMuteOpen}
        handle={(action: AlarmAction) => handle(action, [id])}
        notify={notify}
        onChanged={() => void refetch()}
      />
      <Surroundings alarm={alarm} isMapLarge={props.isMapLarge} onMapLarge={props.onMapLarge} />
      {read && <AlarmHistory history={data?.history ?? []} />}
      <DeliveryLog id={id} sequence={alarm.sequence} />
      <EarlierAlarms alarm={alarm} onOpen={props.onOpen} />
    </div>
  )
  return isPhone ? (
    content
  ) : (
    <div className={`${styles.detail} tw-shrink-down`} data-testid="tw-alarm-detail">
      <Panel
        isFlush
        title={alarm.displayName}
        note={alarm.displayName === alarm.terminalID ? '' : alarm.terminalID}
        label={`${alarm.displayName}, ${title}`}
        onClose={onClose}
      >
        {content}
      </Panel>
    </div>
  )
}

interface SurroundingsProps extends Pick<AlarmDetailProps, 'isMapLarge' | 'onMapLarge'> {
  alarm: AlarmEpisode
}

/** Where it was, and what is known of it. */
function Surroundings({ alarm, isMapLarge, onMapLarge }: SurroundingsProps) {
  const { t, format } = useTexts()
  const { places, accOn } = useAlarmTrack(alarm)
  return (
    <>
      <AlarmMap alarm={alarm} track={places} isLarge={isMapLarge} onLarge={onMapLarge} />
      <Facts facts={alarmFacts(alarm, accOn, { t, format })} />
    </>
  )
}

/** Who did what about an alarm, and when. */
function AlarmHistory({ history }: Pick<OutputOf<typeof alarmCalls.get>, 'history'>) {
  const { t, format } = useTexts()
  const shown = history.filter(({ action }) => action !== 'read' && action !== 'unread')
  if (shown.length === 0) return null
  return (
    <section className={styles.section}>
      <h4 className="tw-label">{t('alarms.history')}</h4>
      <ol>
        {shown.map(({ time, action, username, note, assignee, isUndone }) => (
          <li
            key={`${time} ${action}`}
            className="tw-flex tw-gap-10 tw-line-above tw-padded-block tw-small"
            data-undone={isUndone}
          >
            <span className="tw-rigid tw-width-130 tw-number tw-muted">{format.minute(time)}</span>
            <span>
              <b>{username ?? unknown}</b> {t(`alarms.did.${action}`)}
              {assignee !== null && `: ${assignee}`}
              {note !== null && <div>{note}</div>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

const shownAtOnce = 5

interface EarlierAlarmsProps {
  alarm: AlarmEpisode
  onOpen: (id: number) => void
}

/** The same alarm of the same vehicle before this one. */
function EarlierAlarms({ alarm, onOpen }: EarlierAlarmsProps) {
  const { t, format } = useTexts()
  const { terminalID, code, startTime } = alarm
  const { data } = useCall(
    ['alarms', 'earlier', terminalID, code, startTime],
    alarmCalls.find,
    { terminalIDs: [terminalID], codes: [code], to: startTime, pageSize: shownAtOnce },
    {
      // A device that went elsewhere since is not found by its id any more.
      retry: false,
    },
  )
  if (!data || data.list.length === 0) return null
  const count = format.number(data.total)
  return (
    <section className={styles.section}>
      <h4 className="tw-label">{t('alarms.earlier', { count: data.isMore ? `${count}+` : count })}</h4>
      <ul>
        {data.list.map((earlier) => (
          <li key={earlier.id} className="tw-flex tw-gap-10 tw-line-above tw-padded-block tw-small">
            <button
              type="button"
              className="tw-touch tw-hover-accent tw-row tw-row-button tw-gap-10"
              onClick={() => onOpen(earlier.id)}
            >
              <span className="tw-number">{format.minute(earlier.startTime)}</span>
              {earlier.count > 1 && (
                <span className="tw-number tw-muted">× {format.number(earlier.count)}</span>
              )}
              <span className="tw-muted">{t(`reports.alarmState.${earlier.state}`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
