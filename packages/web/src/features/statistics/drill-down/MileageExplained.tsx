import { useQuery } from '@tanstack/react-query'
import { episodeCalls } from '@trackway/core/api/episodes.ts'
import { addDays, startOfDay } from '@trackway/core/rules/local-days.ts'
import { Alert, Collapse, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../base/api.ts'
import { errorText } from '../../../base/error-text.ts'
import { useUser } from '../../../base/session.ts'
import { useFormat } from '../../../base/use-format.ts'
import styles from './MileageExplained.module.css'

interface MileageExplainedProps {
  terminalID: string
  first: string
  last: string
}

/** How the mileage of some days was measured, and what was left out of it; asked for when it is opened. */
export function MileageExplained(props: MileageExplainedProps) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Collapse
      ghost
      className={styles.explained}
      activeKey={isOpen ? ['explained'] : []}
      onChange={(keys) => setIsOpen(keys.length > 0)}
      items={[
        {
          key: 'explained',
          label: t('statistics.explain.title'),
          children: isOpen && <Explanation {...props} />,
        },
      ]}
    />
  )
}

function Explanation({ terminalID, first, last }: MileageExplainedProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { timeZone } = useUser()
  const from = startOfDay(first, timeZone)
  const to = startOfDay(addDays(last, 1), timeZone) - 1
  const { data, error } = useQuery({
    queryKey: ['track', 'explain', terminalID, from, to],
    queryFn: ({ signal }) => api(episodeCalls.explain, { terminalID, from, to }, { signal }),
  })
  if (error) return <Alert type="error" showIcon title={errorText(error, t)} />
  if (!data) return <Skeleton active paragraph={{ rows: 3 }} />
  const { mileage, leftOut } = data
  const facts = [
    [t('reports.column.distanceM'), format.kilometres(mileage.distanceM)],
    [t('statistics.explain.source'), t(`statistics.explain.sources.${mileage.source}`)],
    [t('statistics.explain.gps'), format.kilometres(mileage.gpsM)],
    [t('statistics.explain.odometer'), format.kilometres(mileage.odometerM)],
  ]
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="tw-number">{value}</dd>
          </div>
        ))}
      </dl>
      <h3>{t('statistics.explain.leftOut')}</h3>
      {leftOut.length === 0 && <p className="tw-muted">{t('statistics.explain.nothing')}</p>}
      <ul className={styles.leftOut}>
        {leftOut.map(({ reason, from: begin, to: end, points, metres }) => (
          <li key={`${reason} ${begin}`}>
            <span className="tw-number">
              {format.minute(begin)} – {format.time(end).slice(0, 5)}
            </span>
            <span>{t(`statistics.explain.reasons.${reason}`, { count: points })}</span>
            <span className="tw-number">{format.distance(metres)}</span>
          </li>
        ))}
      </ul>
      {data.isTruncated && <p className="tw-muted">{t('statistics.explain.more')}</p>}
    </>
  )
}
