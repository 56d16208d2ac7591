import { Flex } from 'antd'
import type { CSSProperties, ReactNode } from 'react'
import { useTexts } from '../../../base/use-texts.ts'
import styles from './LineDiagram.module.css'

export interface DiagramBus {
  key: string
  name: string
  alongM: number
  deviationS: number | null
  isOff: boolean
}

export interface DiagramArrival {
  time: number
  scheduledTime: number | null
  /** Of the vehicle; null: the arrival is of the timetable only. */
  name: string | null
}

interface LineDiagramProps {
  colour: string
  lengthM: number
  stops: readonly { name: string; alongM: number }[]
  buses: readonly DiagramBus[]
  /** Of each stop. */
  arrivals: readonly (readonly DiagramArrival[])[]
  now: number
  badge: (bus: DiagramBus) => ReactNode
}

const minuteMs = 60_000

/** The line from its first stop to its last, the vehicles between the stops, and what arrives next at each. */
export function LineDiagram({ colour, lengthM, stops, buses, arrivals, now, badge }: LineDiagramProps) {
  const { t, format } = useTexts()
  if (stops.length === 0) return <p className="tw-muted">{t('bus.route.noStops')}</p>
  return (
    <ol className={styles.line} style={{ '--line': colour } as CSSProperties}>
      {stops.map(({ name, alongM }, i) => {
        const nextM = stops[i + 1]?.alongM ?? lengthM + 1
        const here = buses.filter((bus) => bus.alongM >= alongM && bus.alongM < nextM)
        // A stop has no id on the public page; two stops of one name differ by their distance along the line.
        return (
          <li key={`${alongM} ${name}`}>
            <Flex wrap align="baseline" justify="space-between" gap="2px 12px">
              <b>{name}</b>
              <span className={`${styles.times} tw-muted`}>
                {(arrivals[i] ?? []).map((arrival) => (
                  <Arrival key={`${arrival.time} ${arrival.name}`} arrival={arrival} now={now} />
                ))}
                {(arrivals[i] ?? []).length === 0 && <span className="tw-faint">–</span>}
              </span>
            </Flex>
            {here
              .toSorted((a, b) => a.alongM - b.alongM)
              .map((bus) => (
                <div
                  key={bus.key}
                  className={`${styles.bus} tw-wrap tw-relative tw-gap-6 tw-sunken`}
                  data-off={bus.isOff}
                  title={t('bus.live.after', { distance: format.distance(bus.alongM - alongM), stop: name })}
                >
                  {badge(bus)}
                </div>
              ))}
          </li>
        )
      })}
    </ol>
  )
}

function Arrival({ arrival: { time, name }, now }: { arrival: DiagramArrival; now: number }) {
  const { t, format } = useTexts()
  const minutes = Math.round((time - now) / minuteMs)
  const isLive = name !== null
  const text =
    minutes < 1
      ? t('bus.live.due')
      : minutes < 60
        ? t('bus.live.inMinutes', { count: minutes })
        : format.hourMinute(time)
  return (
    <span data-live={isLive} title={`${format.hourMinute(time)} ${name ?? t('bus.live.scheduled')}`}>
      {isLive ? text : format.hourMinute(time)}
    </span>
  )
}
