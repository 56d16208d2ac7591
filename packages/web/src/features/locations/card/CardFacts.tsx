import { Link } from '@tanstack/react-router'
import type { Location } from '@trackway/core/api/monitor/locations.ts'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../base/session.ts'
import { useNow } from '../../../base/use-now.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { Facts } from '../../../ui/layout/Facts.tsx'
import { type FactGroup, factGroups } from './card-facts.tsx'
import styles from './DeviceCard.module.css'
import { PlacesTable } from './PlacesTable.tsx'

/** What is known of the device, by what it is about. */
export function CardFacts({ device, tab }: { device: Location; tab: FactGroup['tab'] }) {
  const { t, format } = useTexts()
  const now = useNow(1000)
  return (
    <div className={styles.facts}>
      {factGroups(device, { t, format, now })
        .filter((group) => group.tab === tab)
        .map((group) => (
          <section key={group.heading}>
            <h3>{group.heading}</h3>
            <Facts facts={group.facts} />
            {group.table && <PlacesTable label={group.heading} table={group.table} />}
            {group.screen && <ReadingsLink to={group.screen} device={device} />}
          </section>
        ))}
    </div>
  )
}

/** To all wheels or packs of the vehicle, with their history. */
function ReadingsLink({ to, device }: { to: NonNullable<FactGroup['screen']>; device: Location }) {
  const { t } = useTranslation()
  const isOpen = useCan(...(to === '/index/tire' ? (['main:taiya'] as const) : (['main:monitor'] as const)))
  if (!isOpen) return null
  return (
    <Link to={to} search={{ device: device.terminalID }}>
      {t(to === '/index/tire' ? 'tyres.open' : 'batteries.open', { name: device.displayName })}
    </Link>
  )
}
