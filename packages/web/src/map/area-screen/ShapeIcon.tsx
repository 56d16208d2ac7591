import type { FenceArea } from '@trackway/core/geo/area.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

const pictures: Record<FenceArea['shape'], ReactNode> = {
  circle: <circle cx="8" cy="8" r="5.6" />,
  rectangle: <rect x="2.2" y="3.6" width="11.6" height="8.8" rx="1" />,
  polygon: <path d="M8 1.8 14 6.4 11.6 13.6 4.2 13 2 6.2Z" />,
  corridor: <path d="M2 13.4 6 8.6 10.2 10 14 2.8" strokeWidth="4.4" strokeOpacity=".55" />,
}

/** The shape of an area in its colour. */
export function ShapeIcon({
  shape,
  colour = 'var(--tw-accent)',
}: {
  shape: FenceArea['shape']
  colour?: string
}) {
  const { t } = useTranslation()
  const isLine = shape === 'corridor'
  return (
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      style={{ flex: 'none', color: colour }}
      fill={isLine ? 'none' : 'currentColor'}
      fillOpacity=".22"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinejoin="round"
      strokeLinecap="round"
      role="img"
      aria-label={t(`reports.shape.${shape}`)}
    >
      {pictures[shape]}
    </svg>
  )
}
