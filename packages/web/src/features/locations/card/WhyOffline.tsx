import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import type { Location } from '@trackway/core/features/locations/calls.ts'
import { type OfflineFacts, whyOfflineCalls } from '@trackway/core/features/locations/why-offline-calls.ts'
import { nameOfOffset } from '@trackway/core/rules/wall-time.ts'
import { Button } from 'antd'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../base/api.ts'
import type { Format } from '../../../base/format.ts'
import { useCall } from '../../../base/queries/use-call.ts'
import { useCan } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { Facts } from '../../../ui/layout/Facts.tsx'
import { ContentLoading } from '../../../ui/loading/ContentLoading.tsx'
import styles from './WhyOffline.module.css'

/**
 * A button beside a device that is offline or nowhere, and under it what is known of why, with what to try next. Of one
 * that never reported there is nothing else to show: it is open.
 */
export function WhyOffline({ device: { terminalID, state } }: { device: Location }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(state === 'inactive')
  return (
    <section className={`${styles.why} tw-scroll`}>
      <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t(state === 'online' ? 'locations.why.nowhere' : 'locations.why.open')}
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
      {data.clock && <SetClock terminalID={terminalID} clock={data.clock} />}
      <Facts facts={factsOf(data, t, format)} />
    </>
  )
}

interface SetClockProps {
  terminalID: string
  clock: NonNullable<OfflineFacts['clock']>
}

/** Sets what the clock of the device is ahead of UTC to what its reports show. */
function SetClock({ terminalID, clock: { utcOffsetMinutes } }: SetClockProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const mayEdit = useCan('main:device_edit')
  const set = useMutation({
    mutationFn: () => api(deviceCalls.update, { terminalID, utcOffsetMinutes }),
    onSuccess: () => client.invalidateQueries(),
  })
  if (!mayEdit) return null
  return (
    <Button
      size="small"
      className="tw-gap-above-8"
      loading={set.isPending}
      disabled={set.isSuccess}
      onClick={() => set.mutate()}
    >
      {t('locations.why.setClock', { zone: nameOfOffset(utcOffsetMinutes) })}
    </Button>
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
