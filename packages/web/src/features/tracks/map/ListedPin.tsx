import { Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { MapPin } from '../../../map/overlays/MapPins.tsx'

interface Props {
  place: { lat: number; lon: number }
  positioning: 'bottom-center' | 'center-center'
  className: string | undefined
  label: string
  /** What its tooltip says: above, and a line for each of what it stands for. */
  heading?: ReactNode
  lines: readonly string[]
  mostLines: number
  onClick(): void
  children: ReactNode
}

/** A button on the map that stands for several events at a place, which its tooltip lists. */
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
