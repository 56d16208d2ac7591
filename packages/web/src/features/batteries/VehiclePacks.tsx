import { type BatteryPack, batteryCalls } from '@trackway/core/features/batteries/calls.ts'
import { Button, Flex, Progress } from 'antd'
import { useCall } from '../../base/queries/use-call.ts'
import { useNow } from '../../base/use-now.ts'
import { useTexts } from '../../base/use-texts.ts'
import { Facts } from '../../ui/layout/Facts.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ContentLoading } from '../../ui/loading/ContentLoading.tsx'
import { ReadingChart } from '../../ui/readings/ReadingChart.tsx'
import { useReadingSpan } from '../../ui/readings/use-reading-span.tsx'
import { PackStateTag } from './PackStateTag.tsx'

const refetchMs = 15_000

interface VehiclePacksProps {
  terminalID: string
  /** Opens the limits; null for those who may not set them. */
  onSettings: (() => void) | null
}

/** One vehicle: its packs as they are, and how they were. */
export function VehiclePacks({ terminalID, onSettings }: VehiclePacksProps) {
  const { t, format } = useTexts()
  const { from, to, choice } = useReadingSpan()
  const vehicle = useCall(
    ['batteries', terminalID],
    batteryCalls.vehicle,
    { terminalID },
    { refetchInterval: refetchMs },
  )
  const history = useCall(['batteries', terminalID, 'history', from, to], batteryCalls.history, {
    terminalID,
    from,
    to,
  })
  if (!vehicle.data) return <ContentLoading error={vehicle.error} rows={8} />
  const { list, settings } = vehicle.data
  const charts = [
    ['packPercent', format.percent, [settings.lowPercent]],
    ['packVoltageV', format.volts, [settings.lowVoltageV, settings.highVoltageV]],
    ['packCurrentA', format.amperes, []],
    ['packTemperatureC', format.celsius, [settings.coldC, settings.hotC]],
  ] as const
  return (
    <Flex vertical gap={12}>
      {list.map((pack) => (
        <PackCard key={pack.pack} pack={pack} />
      ))}
      <Flex justify="space-between" align="center" wrap gap={8}>
        {choice}
        {onSettings && (
          <Button size="small" onClick={onSettings}>
            {t('batteries.settings.title')}
          </Button>
        )}
      </Flex>
      {history.isPending ? (
        <ContentLoading />
      ) : (
        charts.map(([name, show, limits]) => (
          <ReadingChart
            key={name}
            label={t(`readings.name.${name}`)}
            lines={(history.data?.series ?? [])
              .filter((line) => line.name === name)
              .map(({ place, ...line }) => ({ ...line, label: t('readings.place.pack', { place }) }))}
            limits={(limits as readonly (number | null)[]).filter((limit) => limit !== null)}
            from={from}
            to={to}
            show={show}
          />
        ))
      )}
    </Flex>
  )
}

function PackCard({ pack }: { pack: BatteryPack }) {
  const { t, format } = useTexts()
  const now = useNow(30_000)
  const { percent, voltageV, currentA, temperatureC, usageCount, state, faults, time } = pack
  return (
    <Panel
      title={t('readings.place.pack', { place: pack.pack })}
      note={time !== null && t('ui.ago', { span: format.age(time, now) })}
      actions={<PackStateTag state={state} isFaulty={faults.length > 0} />}
    >
      {percent !== null && (
        <Progress
          percent={Math.round(percent)}
          status={faults.length > 0 ? 'exception' : 'normal'}
          format={(value) => format.percent(value ?? null)}
          aria-label={t('readings.name.packPercent')}
        />
      )}
      {faults.length > 0 && (
        <p className="tw-danger">{faults.map((fault) => t(`batteries.fault.${fault}`)).join(', ')}</p>
      )}
      <Facts
        facts={[
          { label: t('readings.name.packVoltageV'), value: format.volts(voltageV) },
          { label: t('readings.name.packCurrentA'), value: format.amperes(currentA) },
          { label: t('readings.name.packTemperatureC'), value: format.celsius(temperatureC) },
          { label: t('readings.name.packCycles'), value: format.number(usageCount) },
        ]}
      />
    </Panel>
  )
}
