import { HistoryOutlined, RightOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import type { VisitFound, Visitor } from '@trackway/core/api/check-car.ts'
import { dayAt } from '@trackway/core/rules/local-days.ts'
import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCan, useUser } from '../../../base/session.ts'
import { useFormat } from '../../../base/use-format.ts'
import styles from './VisitRows.module.css'

interface VisitorRowProps {
  visitor: Visitor
  isFolded: boolean
  onFold: () => void
}

/** A device, how often it was there and for how long. */
export function VisitorRow({ visitor, isFolded, onFold }: VisitorRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { displayName, terminalID, total, visits } = visitor
  const insideMs = visits.reduce((sum, { enterTime, leaveTime }) => sum + leaveTime - enterTime, 0)
  return (
    <button type="button" className={styles.visitor} aria-expanded={!isFolded} onClick={onFold}>
      <RightOutlined aria-hidden rotate={isFolded ? 0 : 90} />
      <b>{displayName}</b>
      {displayName !== terminalID && <small className="tw-muted tw-number">{terminalID}</small>}
      <span className="tw-muted">
        {t('checkCar.visits', { count: total, shown: format.number(total) })} · {format.duration(insideMs)}
      </span>
    </button>
  )
}

interface VisitRowProps {
  visitor: Visitor
  visit: VisitFound
  isSelected: boolean
  onSelect: (visit: VisitFound) => void
  onPoint: (visit: VisitFound | null) => void
}

/** A visit: when it began and ended, and the way to its replay. */
export function VisitRow({ visitor, visit, isSelected, onSelect, onPoint }: VisitRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { timeZone } = useUser()
  const mayReplay = useCan('main:track')
  const { enterTime, leaveTime, isEntrySeen, isExitSeen, distanceM, nearestM } = visit
  const isOneDay = dayAt(enterTime, timeZone) === dayAt(leaveTime, timeZone)
  const label = t('checkCar.replay', { name: visitor.displayName })
  const facts = [
    format.duration(leaveTime - enterTime),
    t('checkCar.driven', { distance: format.distance(distanceM) }),
    ...(nearestM === null ? [] : [t('checkCar.nearest', { distance: format.distance(nearestM) })]),
    ...(isEntrySeen ? [] : [t('checkCar.entryUnseen')]),
    ...(isExitSeen ? [] : [t('checkCar.exitUnseen')]),
  ]
  return (
    <div className={styles.visit} data-selected={isSelected}>
      <button
        type="button"
        aria-pressed={isSelected}
        onClick={() => onSelect(visit)}
        onPointerEnter={() => onPoint(visit)}
        onPointerLeave={() => onPoint(null)}
        onFocus={() => onPoint(visit)}
        onBlur={() => onPoint(null)}
      >
        <span className="tw-number">
          {format.dateTime(enterTime)} – {isOneDay ? format.time(leaveTime) : format.dateTime(leaveTime)}
        </span>
        <small className="tw-muted" title={facts.join(' · ')}>
          {facts.join(' · ')}
        </small>
      </button>
      {mayReplay && (
        <Tooltip title={label} mouseEnterDelay={0.4}>
          <Link
            className={styles.replay}
            to="/index/track"
            search={{
              terminalID: visitor.terminalID,
              first: dayAt(enterTime, timeZone),
              last: dayAt(leaveTime, timeZone),
              at: enterTime,
            }}
            aria-label={label}
          >
            <HistoryOutlined />
          </Link>
        </Tooltip>
      )}
    </div>
  )
}
