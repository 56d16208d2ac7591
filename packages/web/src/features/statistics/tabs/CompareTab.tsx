import { limits } from '@trackway/core/codes/limits.ts'
import type { SumRow, Sums } from '@trackway/core/features/statistics/calls.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { valueText } from '../../../ui/list/ListCell.tsx'
import { PrintHead } from '../../../ui/print/PrintHead.tsx'
import { readDevices } from '../../../ui/vehicles/vehicle-list.ts'
import { useSums } from '../report-filter/use-statistics.ts'
import { useStatisticsUrl } from '../report-filter/use-url-state.ts'
import { changePercent } from '../totals/Change.tsx'
import type { Metric } from '../totals/metrics.ts'
import styles from './CompareTab.module.css'
import { ReportFailed } from './ReportFailed.tsx'

const figures: readonly Metric[] = [
  { key: 'distanceM', form: 'distance' },
  { key: 'fuelL', form: 'litres' },
  { key: 'fuelLPer100Km', form: 'consumption' },
  { key: 'trips', form: 'count' },
  { key: 'drivingMs', form: 'duration' },
  { key: 'idleMs', form: 'duration' },
  { key: 'stoppedMs', form: 'duration' },
  { key: 'ignitionMs', form: 'duration' },
  { key: 'meanSpeedKmh', form: 'speed' },
  { key: 'maxSpeedKmh', form: 'speed' },
  { key: 'overspeeds', form: 'count' },
  { key: 'offlineMs', form: 'duration' },
]

/** A few vehicles beside each other, each figure with its difference from that of the first. */
export function CompareTab() {
  const { t } = useTexts()
  const { search, filter } = useStatisticsUrl()
  const chosen = readDevices(search.devices)
  const isFit = chosen.length >= 2 && chosen.length <= limits.comparedVehicles
  const sums = useSums({ ...filter, groupBy: 'device', pageSize: limits.comparedVehicles }, isFit)
  const title = t('statistics.compareVehicles')
  if (!isFit)
    return (
      <div className="tw-centre">
        <EmptyState
          title={t('statistics.chooseCompared', { most: limits.comparedVehicles })}
          text={t('statistics.chooseComparedText')}
        />
      </div>
    )
  if (sums.error)
    return (
      <div className="tw-centre">
        <ReportFailed error={sums.error} onRetry={() => void sums.refetch()} />
      </div>
    )
  const rows = chosen.map((id) => sums.data?.list.find(({ terminalID }) => terminalID === id))
  return (
    <section data-print="sheet" data-page="report" className="tw-edge-on-phone tw-frame tw-scroll">
      <PrintHead title={title} />
      <table className={`${styles.compared} tw-full-width`} aria-label={title} aria-busy={!sums.data}>
        <thead>
          <tr>
            <td />
            {chosen.map((id, at) => (
              <th key={id} scope="col">
                {rows[at]?.displayName ?? id}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figures.map((figure) => (
            <tr key={figure.key}>
              <th scope="row">{t(`reports.column.${figure.key}`)}</th>
              {chosen.map((id, at) => (
                <td key={id}>
                  {sums.data ? (
                    <Compared figure={figure} row={rows[at]} first={at === 0 ? undefined : rows[0]} />
                  ) : (
                    <span className="tw-skeleton tw-width-72" />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface ComparedProps {
  figure: Metric
  /** Undefined for a vehicle without data. */
  row: SumRow | undefined
  /** That of the first vehicle, for all others. */
  first: SumRow | undefined
}

/** A figure, and how much more or less it is than that of the first vehicle. */
function Compared({ figure: { key, form }, row, first }: ComparedProps) {
  const { t, format } = useTexts()
  const inWords = (value: number | null) => valueText(value, form, { t, format })
  const [value, other] = [figureOf(row, key), figureOf(first, key)]
  const percent = changePercent(value, other)
  const isKnown = value !== null && other !== null
  const sign = isKnown && value < other ? '−' : '+'
  return (
    <>
      <strong className="tw-number">{inWords(value)}</strong>
      {isKnown && (
        <small className="tw-number tw-muted">
          {value === other
            ? t('statistics.same')
            : `${sign}${inWords(Math.abs(value - other))}${percent === null ? '' : ` (${percent > 0 ? '+' : ''}${format.percent(percent)})`}`}
        </small>
      )}
    </>
  )
}

function figureOf(row: Sums | undefined, key: keyof Sums): number | null {
  return row?.[key] ?? null
}
