import type { Call } from '@trackway/core/api/call.ts'
import type { tyreCalls } from '@trackway/core/features/tyres/calls.ts'
import type { SeriesName } from '@trackway/core/readings/readings.ts'
import { Button, Flex, Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useCall } from '../../base/queries/use-call.ts'
import { useNow } from '../../base/use-now.ts'
import { ContentLoading } from '../../ui/loading/ContentLoading.tsx'
import { type ChartLine, ReadingChart } from './ReadingChart.tsx'

const refetchMs = 15_000
const hour = 3_600_000
const spans = { day: 24 * hour, week: 7 * 24 * hour, month: 30 * 24 * hour }
/** The end of the charts moves on by so much. */
const stepMs = 5 * 60_000

type Limit = number | null | undefined
/** A reading, its values in words, and the limits that are drawn across its chart. */
export type PartChart = readonly [
  name: SeriesName,
  show: (value: number) => string,
  limits?: readonly Limit[],
]

export interface VehiclePartsProps {
  terminalID: string
  /** Opens the settings; null for those who may not set them. */
  onSettings: (() => void) | null
}

/** One reading of one part. */
interface Series extends Omit<ChartLine, 'label'> {
  name: string
  place: number
}

interface PartsOfKind<Vehicle> extends VehiclePartsProps {
  calls: {
    vehicle: Call<(typeof tyreCalls.vehicle)['input'], z.ZodType<Vehicle>>
    history: Call<(typeof tyreCalls.history)['input'], z.ZodType<{ series: Series[] }>>
  }
  /** Prefix of the text keys and of the query keys. */
  name: string
  /** One part by its number; left out or null: the charts are of all. */
  chosen?: number | null
  nameOf: (place: number, vehicle: Vehicle) => string
  /** Shown before the choice of the time. */
  all?: string
  charts: (vehicle: Vehicle) => readonly PartChart[]
  /** The parts as they are. */
  children: (vehicle: Vehicle) => ReactNode
}

/** One vehicle: its parts as they are, and how they were up to now. */
export function VehicleParts<Vehicle>(props: PartsOfKind<Vehicle>) {
  const { calls, name, terminalID, onSettings, chosen = null, nameOf, all } = props
  const { t } = useTranslation()
  const [span, setSpan] = useState<keyof typeof spans>('day')
  const to = Math.ceil(useNow(stepMs) / stepMs) * stepMs
  const from = to - spans[span]
  const vehicle = useCall([name, terminalID], calls.vehicle, { terminalID }, { refetchInterval: refetchMs })
  const history = useCall([name, terminalID, 'history', from, to, chosen], calls.history, {
    terminalID,
    from,
    to,
    ...(chosen !== null && { place: chosen }),
  })
  const { data } = vehicle
  if (!data) return <ContentLoading error={vehicle.error} rows={8} />
  return (
    <Flex vertical gap={12}>
      {props.children(data)}
      <Flex justify="space-between" align="center" wrap gap={8}>
        {all && <strong>{chosen === null ? all : nameOf(chosen, data)}</strong>}
        <Segmented
          size="small"
          aria-label={t('ui.readings.span')}
          value={span}
          options={(Object.keys(spans) as (keyof typeof spans)[]).map((value) => ({
            value,
            label: t(`ui.readings.spans.${value}`),
          }))}
          onChange={setSpan}
        />
        {onSettings && (
          <Button size="small" onClick={onSettings}>
            {t(`${name}.settings.title`)}
          </Button>
        )}
      </Flex>
      {history.isPending ? (
        <ContentLoading />
      ) : (
        props
          .charts(data)
          .map(([reading, show, limits = []]) => (
            <ReadingChart
              key={reading}
              label={t(`readings.name.${reading}`)}
              lines={(history.data?.series ?? [])
                .filter((line) => line.name === reading)
                .map((line) => ({ ...line, label: nameOf(line.place, data) }))}
              limits={limits.filter((limit) => typeof limit === 'number')}
              from={from}
              to={to}
              show={show}
            />
          ))
      )}
    </Flex>
  )
}
