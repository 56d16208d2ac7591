import { dayAt } from '@trackway/core/rules/local-days.ts'
import { Button } from 'antd'
import { useTimeZone } from '../../../base/time-zone.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useDays } from '../loading/use-days.ts'
import { useReplay } from '../replay/replay-context.ts'
import { nearestDay } from './nearest-day.ts'
import styles from './ReplayMap.module.css'

/** Shown when the active device reported nothing in these days, with a link to the nearest day on which it did. */
export function EmptyTrack() {
  const { t, format } = useTexts()
  const timeZone = useTimeZone()
  const { devices, active, span, isShared, toDay } = useReplay()
  const days = useDays(isShared ? undefined : active.terminalID)
  const day = nearestDay(days.keys(), dayAt(span.from, timeZone))
  return (
    <div className={`${styles.empty} tw-plate`}>
      <EmptyState
        title={devices.length > 1 ? t('tracks.emptyOf', { name: active.name }) : t('tracks.empty')}
        text={isShared ? '' : t('tracks.emptyText')}
        action={
          toDay &&
          day && <Button onClick={() => toDay(day)}>{t('tracks.showDay', { day: format.day(day) })}</Button>
        }
      />
    </div>
  )
}
