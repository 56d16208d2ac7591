import { useQuery } from '@tanstack/react-query'
import { Alert, Skeleton, Table } from 'antd'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../base/error-text.ts'
import { useFormat } from '../../../base/use-format.ts'
import { explainQuery } from '../loading/explain-query.ts'
import { useReplay } from '../replay/replay-context.ts'
import { changeView } from '../replay/use-replay-view.ts'
import styles from './MileageDialog.module.css'
import { TrackDialog } from './TrackDialog.tsx'

/** How the mileage was measured, and what was left out of it. */
export function MileageDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { active, span, player } = useReplay()
  const { data, error } = useQuery(explainQuery(active.terminalID, span))
  const show = ({ from, to }: { from: number; to: number }) => {
    player.seek(from)
    changeView({ showsHidden: true, shownOnMap: { from, to } })
    onClose()
  }
  return (
    <TrackDialog title={t('tracks.explainMileage')} width={640} onClose={onClose}>
      {error && <Alert type="error" showIcon title={errorText(error, t)} />}
      {!data && !error && <Skeleton active />}
      {data && (
        <div className={styles.mileage}>
          <dl>
            <div>
              <dt>{t('tracks.mileage.counted')}</dt>
              <dd className="tw-number">{format.distance(data.mileage.distanceM)}</dd>
            </div>
            <div>
              <dt>{t('tracks.mileage.gps')}</dt>
              <dd className="tw-number">{format.distance(data.mileage.gpsM)}</dd>
            </div>
            <div>
              <dt>{t('tracks.mileage.odometer')}</dt>
              <dd className="tw-number">{format.distance(data.mileage.odometerM)}</dd>
            </div>
          </dl>
          <p className="tw-muted">{t(`tracks.mileage.source.${data.mileage.source}`)}</p>
          <Table
            size="small"
            title={() => t('tracks.mileage.leftOut')}
            rowKey={({ reason, from }) => `${reason} ${from}`}
            dataSource={data.leftOut}
            pagination={data.leftOut.length > 10 ? { pageSize: 10, showSizeChanger: false } : false}
            locale={{ emptyText: t('tracks.mileage.nothingLeftOut') }}
            onRow={(run) => ({ onClick: () => show(run), className: styles.row })}
            columns={[
              { title: t('tracks.column.from'), render: (_, { from }) => format.dateTime(from) },
              { title: t('tracks.mileage.why'), render: (_, { reason }) => t(`tracks.why.${reason}`) },
              { title: t('tracks.points'), align: 'right', render: (_, { points }) => format.number(points) },
              {
                title: t('tracks.mileage.metres'),
                align: 'right',
                render: (_, { metres }) => format.distance(metres),
              },
            ]}
          />
          {data.isTruncated && <p className="tw-muted">{t('tracks.mileage.truncated')}</p>}
        </div>
      )}
    </TrackDialog>
  )
}
