import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTimeZone } from '../../../base/time-zone.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { usePageEvent } from '../../../ui/keys/use-page-event.ts'
import { ColourOf, PrintedDevice } from './PrintedDevice.tsx'
import '../../../ui/print/print.css'
import { useReplay } from '../replay/replay-context.ts'
import { openDialog, useReplayDialog } from '../replay/use-replay-dialog.ts'
import { changeView } from '../replay/use-replay-view.ts'
import styles from './PrintSheet.module.css'

const leastWaitMs = 1_500
/** Addresses of five devices take their time; what is not there by then is printed as coordinates or a gap. */
const mostWaitMs = 10_000

/** What is printed beneath the picture of the map: whose lines they are, then each device on pages of its own. */
export function PrintSheet() {
  const isPrinting = useIsPrinting()
  const isOpen = useReplayDialog(({ open }) => open === 'print')
  const { range } = useReplay()
  useEffect(() => {
    if (!isOpen) return
    // The map has taken the size it will have on paper.
    changeView({ shownOnMap: { ...range, isOfAll: true } })
    const begin = Date.now()
    // The dialog has to be gone, the lines painted and the addresses there before the browser takes its picture.
    const timer = setInterval(() => {
      const waitedMs = Date.now() - begin
      const isBusy = document.querySelector('[data-print=open] [aria-busy=true]') !== null
      if (waitedMs < leastWaitMs || (isBusy && waitedMs < mostWaitMs)) return
      clearInterval(timer)
      window.print()
      openDialog(null)
    }, 100)
    return () => clearInterval(timer)
  }, [isOpen, range])
  return isPrinting || isOpen ? <Sheet isOpen={isOpen} /> : null
}

function Sheet({ isOpen }: { isOpen: boolean }) {
  const { t, format } = useTexts()
  const timeZone = useTimeZone()
  const { span, devices, active } = useReplay()
  return (
    <section className={styles.sheet} data-print={isOpen ? 'open' : 'sheet'}>
      <p>
        {format.dateTime(span.from)} – {format.dateTime(span.to)} ({timeZone})
      </p>
      {devices.length > 1 && (
        <ul className={styles.lines} aria-label={t('tracks.lines')}>
          {devices.map((device) => (
            <li key={device.terminalID}>
              <ColourOf device={device} />
              {device.name}
              {device === active && ` (${t('tracks.lineBySpeed')})`}
            </li>
          ))}
        </ul>
      )}
      {devices.map((device) => (
        <PrintedDevice key={device.terminalID} device={device} />
      ))}
    </section>
  )
}

function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false)
  // The sheet has to be on the page when this returns: the browser takes its picture then.
  usePageEvent('beforeprint', () => flushSync(() => setIsPrinting(true)))
  usePageEvent('afterprint', () => setIsPrinting(false))
  return isPrinting
}
