import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useTimeZone } from '../../ui/time-zone.ts'
import { useFormat } from '../../ui/use-format.ts'
import { numberStops } from './episode-rows.ts'
import { PlaceName } from './PlaceName.tsx'
import './print.css'
import { useReplay } from './replay-context.ts'
import { totalsOf } from './totals.ts'
import { openDialog, useReplayDialog } from './use-replay-dialog.ts'
import { changeView } from './use-replay-view.ts'

/** More rows than this are no printout any more; the file has all of them. */
const printedRows = 1_000
const leastWaitMs = 1_500
const mostWaitMs = 5_000

/** What is printed beneath the picture of the map: whose days, what they amount to, and every trip and stop. */
export function PrintSheet() {
  const isPrinting = useIsPrinting()
  const isWanted = useReplayDialog(({ open }) => open === 'print')
  const { range } = useReplay()
  useEffect(() => {
    if (!isWanted) return
    // The map has taken the size it will have on paper.
    changeView({ shownOnMap: { ...range } })
    const begin = Date.now()
    // The dialog has to be gone, the lines painted and the addresses there before the browser takes its picture.
    const timer = setInterval(() => {
      const waitedMs = Date.now() - begin
      const isBusy = document.querySelector('.track-print [aria-busy=true]') !== null
      if (waitedMs < leastWaitMs || (isBusy && waitedMs < mostWaitMs)) return
      clearInterval(timer)
      window.print()
      openDialog(null)
    }, 100)
    return () => clearInterval(timer)
  }, [isWanted, range])
  return isPrinting || isWanted ? <Sheet isWanted={isWanted} /> : null
}

function Sheet({ isWanted }: { isWanted: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const timeZone = useTimeZone()
  const { front, span, episodes } = useReplay()
  const totals = totalsOf(episodes.episodes)
  const rows = numberStops(episodes.episodes)
  return (
    <section className={isWanted ? 'track-print track-print-wanted' : 'track-print'}>
      <h2>{front.name}</h2>
      <p>
        {format.dateTime(span.from)} – {format.dateTime(span.to)} ({timeZone})
      </p>
      <p>
        {t('track.distance')} {format.distance(totals.distanceM)} · {t('track.driving')}{' '}
        {format.duration(totals.drivingMs)} · {t('track.maxSpeed')} {format.speed(totals.maxSpeedKmh)} ·{' '}
        {t('track.trips')} {totals.trips} · {t('track.stops')} {totals.stops}
      </p>
      <table>
        <thead>
          <tr>
            <th />
            <th>{t('track.column.from')}</th>
            <th>{t('track.column.to')}</th>
            <th>{t('track.column.duration')}</th>
            <th>{t('track.distance')}</th>
            <th>{t('track.maxSpeed')}</th>
            <th>{t('track.column.place')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, printedRows).map(({ episode, number }) => (
            <tr key={episode.from}>
              <td>{number ?? t('track.trip')}</td>
              <td>{format.dateTime(episode.from)}</td>
              <td>{format.dateTime(episode.to)}</td>
              <td>{format.duration(episode.to - episode.from)}</td>
              <td>{number === null && format.distance(episode.distanceM)}</td>
              <td>{number === null && format.speed(episode.maxSpeedKmh)}</td>
              <td>
                {number !== null && episode.fromLat !== null && episode.fromLon !== null && (
                  <PlaceName lat={episode.fromLat} lon={episode.fromLon} short />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > printedRows && <p>{t('track.printedOf', { shown: printedRows, total: rows.length })}</p>}
    </section>
  )
}

function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    // The sheet has to be on the page when this returns: the browser takes its picture then.
    const begin = () => flushSync(() => setIsPrinting(true))
    const end = () => setIsPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}
