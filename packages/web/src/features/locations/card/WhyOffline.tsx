import type { Location } from '@trackway/core/features/locations/calls.ts'
import { type OfflineFacts, whyOfflineCalls } from '@trackway/core/features/locations/why-offline-calls.ts'
import { Button } from 'antd'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Format } from '../../../base/format.ts'
import { useCall } from '../../../base/queries/use-call.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { Facts } from '../../../ui/layout/Facts.tsx'
import { ContentLoading } from '../../../ui/loading/ContentLoading.tsx'
import styles from './WhyOffline.module.css'

/**
 * A button beside a device that is offline, and under it what is known of why, with what to try next. Of one that never
 * reported there is nothing else to show: it is open.
 */
export function WhyOffline({ device: { terminalID, state } }: { device: Location }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(state === 'inactive')
  return (
    <section className={`${styles.why} tw-scroll`}>
      <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('locations.why.open')}
      </Button>
      {isOpen && <Answer terminalID={terminalID} />}
    </section>
  )
}

function Answer({ terminalID }: { terminalID: string }) {
  const { t, format } = useTexts()
  const { data, error } = useCall(
    ['whyOffline', terminalID],
    whyOfflineCalls.find,
    { terminalID },
    { staleTime: 0 },
  )
  if (!data) return <ContentLoading error={error} />
  return (
    <>
      <ul className="tw-marked tw-gap-above-8 tw-small">
        {data.causes.map((cause) => (
          <li key={cause}>
            <b>{t(`locations.why.cause.${cause}`)}</b> {t(`locations.why.next.${cause}`)}
          </li>
        ))}
      </ul>
      <Facts facts={factsOf(data, t, format)} />
    </>
  )
}

/** What is known; what is not is left out. */
function factsOf(facts: OfflineFacts, t: TFunction, format: Format) {
  const { lastContactTime, lastKind, intervalMs, connection, before, serviceEndTime, neighbours } = facts
  const fact = <T,>(key: string, value: T | null | undefined, show: (value: T) => string) =>
    value === null || value === undefined
      ? []
      : [{ label: t(`locations.why.fact.${key}`), value: show(value) }]
  return [
    fact('lastContact', lastContactTime, format.dateTime),
    fact('lastKind', lastKind, (kind) => t(`reports.messageKind.${kind}`)),
    fact('interval', intervalMs, format.duration),
    fact('ended', connection?.untilTime, format.dateTime),
    fact('endedBy', connection?.endReason, (reason) => t(`reports.closeReason.${reason}`)),
    fact('externalVoltage', before?.externalVoltageV, format.volts),
    fact('battery', before?.batteryPercent, format.percent),
    fact('signal', before?.gsmLevel, (level) => t('locations.why.level', { level })),
    fact('service', serviceEndTime, format.date),
    fact('neighbours', neighbours, ({ gone, total }) => t('locations.why.neighbours', { gone, total })),
  ].flat()
}
