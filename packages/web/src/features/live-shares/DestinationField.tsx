import { EnvironmentFilled } from '@ant-design/icons'
import type { Place } from '@trackway/core/geo/area.ts'
import { Checkbox, Flex, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DrawArea } from '../../map/drawing/DrawArea.tsx'
import { MapPin } from '../../map/overlays/MapPins.tsx'
import { MapControls } from '../../map/view/MapControls.tsx'
import { MapView } from '../../map/view/MapView.tsx'
import styles from './live-shares.module.css'

interface Destination extends Place {
  name?: string
}

interface DestinationFieldProps {
  value?: Destination | undefined
  onChange?: (value: Destination | undefined) => void
}

/** A place is a circle without a size to the tool that draws it. */
const radiusM = 100
const bounds = { minM: radiusM, maxM: radiusM }

/** Where vehicles are expected, by a click on a map, and what it is called. */
export function DestinationField({ value, onChange }: DestinationFieldProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(value !== undefined)
  const toggle = (open: boolean) => {
    setOpen(open)
    if (!open) onChange?.(undefined)
  }
  return (
    <Flex vertical gap={8}>
      <Checkbox checked={isOpen} onChange={(event) => toggle(event.target.checked)}>
        {t('liveShares.withArrival')}
      </Checkbox>
      {isOpen && (
        <>
          <div className={`${styles.place} tw-relative tw-box tw-clip`}>
            <MapView>
              <DrawArea
                tool="point"
                bounds={bounds}
                radiusM={radiusM}
                maxCorners={0}
                onDrawn={(area) => {
                  if (area.shape === 'circle') onChange?.({ ...value, lat: area.lat, lon: area.lon })
                }}
                onCancel={() => toggle(false)}
              />
              {value && <DestinationPin {...value} name={value.name || t('liveShares.destination')} />}
              <MapControls />
            </MapView>
            {!value && (
              <p className="tw-map-note tw-map-label tw-tiny tw-nowrap tw-surface tw-rounded">
                {t('liveShares.clickPlace')}
              </p>
            )}
          </div>
          {value && (
            <Input
              value={value.name ?? ''}
              maxLength={64}
              placeholder={t('liveShares.placeName')}
              aria-label={t('liveShares.placeName')}
              onChange={(event) => onChange?.({ ...value, name: event.target.value })}
            />
          )}
        </>
      )}
    </Flex>
  )
}

/** The mark of the place where vehicles are expected. */
export function DestinationPin({ lat, lon, name }: Place & { name: string }) {
  return (
    <MapPin lat={lat} lon={lon}>
      <div className={`${styles.destination} tw-map-label tw-row tw-tiny tw-nowrap tw-gap-4`}>
        <EnvironmentFilled />
        {name}
      </div>
    </MapPin>
  )
}
