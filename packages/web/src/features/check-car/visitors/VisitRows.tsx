import { RightOutlined } from '@ant-design/icons'
import type { VisitFound, Visitor } from '@trackway/core/features/check-car/calls.ts'
import { dayAt } from '@trackway/core/rules/local-days.ts'
import { useUser } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { ReplayLink } from '../../../ui/ReplayLink.tsx'
import styles from './VisitRows.module.css'

interface VisitorRowProps {
  visitor: Visitor
  isFolded: boolean
  onFold: () => void
}

/** A device, how often it was there and for how long. */
export function VisitorRow({ visitor, isFolded, onFold }: VisitorRowProps) {
  const { t, format } = useTexts()
  const { displayName, terminalID, total, visits } = visitor
  const insideMs = visits.reduce((sum, { enterTime, leaveTime }) => sum + leaveTime - enterTime, 0)
  return (
    <button
      type="button"
      className={`${styles.visitor} tw-choice tw-row tw-row-button tw-line-above tw-nowrap`}
      aria-expanded={!isFolded}
      onClick={onFold}
    >
      <RightOutlined aria-hidden className="tw-faint tw-size-11" rotate={isFolded ? 0 : 90} />
      <b className="tw-ellipsis">{displayName}</b>
      {displayName !== terminalID && <small className="tw-muted tw-ellipsis">{terminalID}</small>}
      <span className="tw-push tw-muted tw-small">
        {t('checkCar.visits', { count: total, shown: format.number(total) })} · {format.duration(insideMs)}
      </span>
    </button>
  )
}

interface VisitRowProps {
  visitor: Visitor
  visit: VisitFound
  isSelected: boolean
  isPointed: boolean
  onSelect: (visit: VisitFound) => void
  onPoint: (visit: VisitFound | null) => void
}

/** A visit: when it began and ended, and the way to its replay. */
export function VisitRow({ visitor, visit, isSelected, isPointed, onSelect, onPoint }: VisitRowProps) {
  const { t, format } = useTexts()
  const { timeZone } = useUser()
  const { enterTime, leaveTime, isEntrySeen, isExitSeen, distanceM, nearestM } = visit
  const isOneDay = dayAt(enterTime, timeZone) === dayAt(leaveTime, timeZone)
  const facts = [
    format.duration(leaveTime - enterTime),
    t('checkCar.driven', { distance: format.distance(distanceM) }),
    ...(nearestM === null ? [] : [t('checkCar.nearest', { distance: format.distance(nearestM) })]),
    ...(isEntrySeen ? [] : [t('checkCar.entryUnseen')]),
    ...(isExitSeen ? [] : [t('checkCar.exitUnseen')]),
  ]
  return (
    <div
      className={`${styles.visit} tw-row tw-gap-0 tw-choice`}
      data-selected={isSelected}
      data-pointed={isPointed}
    >
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
        <small className="tw-muted tw-ellipsis" title={facts.join(' · ')}>
          {facts.join(' · ')}
        </small>
      </button>
      <ReplayLink
        label={t('checkCar.replay', { name: visitor.displayName })}
        terminalID={visitor.terminalID}
        of={{ from: enterTime, to: leaveTime }}
        at={enterTime}
      />
    </div>
  )
}
