import { Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { MapPin } from '../../../map/overlays/MapPins.tsx'

interface Props {
  place: { lat: number; lon: number }
  positioning: 'bottom-center' | 'center-center'
  className: string | undefined
  label: string
  /** Texts of its tooltip: a heading, and a line for each event. */
  heading?: ReactNode
  lines: readonly string[]
  mostLines: number
  onClick(): void
  children: ReactNode
}

/** A button on the map for several events at a place, which its tooltip lists. */
export function ListedPin({ place, positioning, heading, lines, mostLines, ...button }: Props) {
  const { label, ...rest } = button
  return (
    <MapPin {...place} positioning={positioning}>
      <Tooltip
        title={
          <>
            {heading}
            {lines.slice(0, mostLines).map((line) => (
              <div key={line}>{line}</div>
            ))}
            {lines.length > mostLines && `+${lines.length - mostLines}`}
          </>
        }
      >
        <button type="button" aria-label={label} {...rest} />
      </Tooltip>
    </MapPin>
  )
}
