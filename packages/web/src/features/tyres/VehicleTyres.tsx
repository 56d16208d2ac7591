import { tyreCalls } from '@trackway/core/features/tyres/calls.ts'
import { Button, Flex } from 'antd'
import { useState } from 'react'
import { useCall } from '../../base/queries/use-call.ts'
import { useTexts } from '../../base/use-texts.ts'
import { ContentLoading } from '../../ui/loading/ContentLoading.tsx'
import { ReadingChart } from '../../ui/readings/ReadingChart.tsx'
import { useReadingSpan } from '../../ui/readings/use-reading-span.tsx'
import { AxleDrawing } from './AxleDrawing.tsx'
import { wheelName } from './wheel-name.ts'

const refetchMs = 15_000

interface VehicleTyresProps {
  terminalID: string
  /** Opens layout and limits; null for those who may not set them. */
  onSettings: (() => void) | null
}

/** One vehicle: its wheels as they are, and how they were. */
export function VehicleTyres({ terminalID, onSettings }: VehicleTyresProps) {
  const { t, format } = useTexts()
  const [chosen, setChosen] = useState<number | null>(null)
  const { from, to, choice } = useReadingSpan()
  const vehicle = useCall(
    ['tyres', terminalID],
    tyreCalls.vehicle,
    { terminalID },
    { refetchInterval: refetchMs },
  )
  const history = useCall(['tyres', terminalID, 'history', from, to, chosen], tyreCalls.history, {
    terminalID,
    from,
    to,
    ...(chosen !== null && { place: chosen }),
  })
  if (!vehicle.data) return <ContentLoading error={vehicle.error} rows={8} />
  const { layout, list } = vehicle.data
  const nameOf = (wheel: number) => {
    const found = list.find((each) => each.wheel === wheel)
    return found ? `${wheel} · ${wheelName(found, t)}` : String(wheel)
  }
  const linesOf = (name: 'tyrePressureKpa' | 'tyreTemperatureC') =>
    (history.data?.series ?? [])
      .filter((line) => line.name === name)
      .map(({ place, ...line }) => ({ ...line, label: nameOf(place) }))
  const ofChosen = list.find(({ wheel }) => wheel === chosen)
  const limits = [ofChosen?.lowKpa, ofChosen?.highKpa].filter((limit) => typeof limit === 'number')
  return (
    <Flex vertical gap={12}>
      <Flex justify="space-between" align="center" wrap gap={8}>
        <span className="tw-muted">{t(`tyres.layout.${layout}`)} · kPa</span>
        {onSettings && (
          <Button size="small" onClick={onSettings}>
            {t('tyres.settings.title')}
          </Button>
        )}
      </Flex>
      <AxleDrawing layout={layout} wheels={list} chosen={chosen} onChoose={setChosen} />
      <Flex justify="space-between" align="center" wrap gap={8}>
        <strong>{chosen === null ? t('tyres.allWheels') : nameOf(chosen)}</strong>
        {choice}
      </Flex>
      {history.isPending ? (
        <ContentLoading />
      ) : (
        <>
          <ReadingChart
            label={t('readings.name.tyrePressureKpa')}
            lines={linesOf('tyrePressureKpa')}
            from={from}
            to={to}
            limits={limits}
            show={format.kilopascals}
          />
          <ReadingChart
            label={t('readings.name.tyreTemperatureC')}
            lines={linesOf('tyreTemperatureC')}
            from={from}
            to={to}
            show={format.celsius}
          />
        </>
      )}
    </Flex>
  )
}
