import { Link } from '@tanstack/react-router'
import { limits } from '@trackway/core/codes/limits.ts'
import { Flex, Pagination, Tag } from 'antd'
import { useState } from 'react'
import { useCan } from '../../base/session.ts'
import { useNow } from '../../base/use-now.ts'
import { useTexts } from '../../base/use-texts.ts'
import styles from './risk-points.module.css'
import { useInside } from './use-risk-points.ts'

interface InsideNowProps {
  /** Left out: in any risk point. */
  riskPointId?: number
  userId?: number | undefined
}

/** The devices that are inside now, the longest stay first. */
export function InsideNow({ riskPointId, userId }: InsideNowProps) {
  const { t, format, toText } = useTexts()
  const now = useNow(30_000)
  const mayMonitor = useCan('main:monitor')
  const [pageNum, setPageNum] = useState(1)
  const { data, error } = useInside(riskPointId, userId, pageNum)
  return (
    <section aria-label={t('riskPoints.inside')}>
      <Flex align="center" justify="space-between" gap={8}>
        <h3>{t('riskPoints.inside')}</h3>
        {data && <span className="tw-muted tw-number">{format.number(data.total)}</span>}
      </Flex>
      {error && <p role="alert">{toText(error)}</p>}
      {data?.total === 0 && <p className="tw-muted">{t('riskPoints.nobodyInside')}</p>}
      <ul className={styles.inside}>
        {data?.list.map(({ terminalID, displayName, since, isAlarmed, riskPointId: at, riskPointName }) => (
          <li key={`${terminalID} ${at}`} className="tw-row tw-line-below">
            <span className="tw-grow tw-column">
              {mayMonitor ? (
                <Link to="/index/home" search={{ terminalID }} className="tw-ellipsis">
                  {displayName}
                </Link>
              ) : (
                <span className="tw-ellipsis">{displayName}</span>
              )}
              {riskPointId === undefined && <small className="tw-muted tw-ellipsis">{riskPointName}</small>}
            </span>
            {isAlarmed && <Tag color="red">{t('riskPoints.alarmed')}</Tag>}
            <span className="tw-number tw-muted">{format.age(since, now)}</span>
          </li>
        ))}
      </ul>
      {data && data.total > limits.defaultPageSize && (
        <Pagination
          simple
          current={pageNum}
          pageSize={limits.defaultPageSize}
          total={data.total}
          onChange={setPageNum}
        />
      )}
    </section>
  )
}
