import { Link } from '@tanstack/react-router'
import { alarmCalls } from '@trackway/core/features/alarms/calls.ts'
import { useEffect } from 'react'
import { useCall } from '../../../base/queries/use-call.ts'
import { useNow } from '../../../base/use-now.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { ContentLoading } from '../../../ui/loading/ContentLoading.tsx'
import { AlarmLines } from './AlarmLines.tsx'
import { onAlarmChanges } from './recent-alarms.ts'

const shownAtOnce = 20
const shownMs = 30 * 86_400_000

/** The newest alarms of one device, live. */
export function DeviceAlarms({ terminalID }: { terminalID: string }) {
  const { t, format } = useTexts()
  const now = useNow()
  const { data, error, refetch } = useCall(
    ['alarms', 'device', terminalID],
    alarmCalls.find,
    { terminalIDs: [terminalID], from: Date.now() - shownMs, pageSize: shownAtOnce },
    { staleTime: 0 },
  )
  useEffect(
    () =>
      onAlarmChanges((changed) => {
        if (changed.some((alarm) => alarm.terminalID === terminalID)) void refetch()
      }),
    [terminalID, refetch],
  )
  if (!data) return <ContentLoading error={error} inset={16} />
  if (data.list.length === 0) return <p className="tw-muted tw-padded">{t('alarms.card.none')}</p>
  return (
    <>
      <AlarmLines isOfOne alarms={data.list} now={now} format={format} />
      <p className="tw-padded-line">
        <Link to="/index/alarmsAll" search={{ terminalIDs: terminalID }}>
          {t('alarms.card.all')}
        </Link>
      </p>
    </>
  )
}
