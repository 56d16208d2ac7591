import { Link } from '@tanstack/react-router'
import type { Permission } from '@trackway/core/codes/permissions.ts'
import type { Location } from '@trackway/core/features/locations/calls.ts'
import { type ComponentType, lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../base/session.ts'
import { useNow } from '../../../base/use-now.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { Facts } from '../../../ui/layout/Facts.tsx'
import { useDeviceTypes } from '../../../ui/pickers/use-device-types.ts'
import { DeviceAlarms } from '../../alarms/live/DeviceAlarms.tsx'
import { type FactGroup, factGroups } from './card-facts.tsx'
import styles from './DeviceCard.module.css'
import type { ReadingTable } from './reading-facts.ts'
import { TodayTab } from './TodayTab.tsx'

/** With forms and lists, which the other tabs do without. */
const CommandDesk = lazy(async () => ({
  default: (await import('../../commands/desk/CommandDesk.tsx')).CommandDesk,
}))
const DeviceFences = lazy(async () => ({
  default: (await import('../../fences/vehicle/DeviceFences.tsx')).DeviceFences,
}))
const MediaPanel = lazy(async () => ({
  default: (await import('../../media/MediaPanel.tsx')).MediaPanel,
}))

interface CardTab {
  /** Its name is `locations.tabs.<key>`. */
  key: string
  /** Any one of these shows it; none: everybody. */
  permission: readonly Permission[]
  component: ComponentType<{ device: Location }>
}

/** The tabs of the card, in their order. A feature adds its part about one vehicle as a row. */
export const cardTabs: readonly CardTab[] = [
  { key: 'now', permission: [], component: ({ device }) => <CardFacts device={device} tab="now" /> },
  { key: 'today', permission: ['main:track'], component: TodayTab },
  {
    key: 'alarms',
    permission: ['main:alarms'],
    component: ({ device }) => <DeviceAlarms terminalID={device.terminalID} />,
  },
  {
    key: 'commands',
    permission: ['main:command'],
    component: ({ device }) => <CommandDesk isNarrow terminalIDs={[device.terminalID]} />,
  },
  { key: 'fences', permission: ['main:fence'], component: DeviceFences },
  {
    key: 'media',
    permission: ['main:monitor'],
    component: ({ device }) => <MediaPanel isNarrow terminalID={device.terminalID} />,
  },
  { key: 'device', permission: [], component: ({ device }) => <CardFacts device={device} tab="device" /> },
]

/** What is known of the device, by what it is about. */
function CardFacts({ device, tab }: { device: Location; tab: FactGroup['tab'] }) {
  const { t, format } = useTexts()
  const now = useNow(1000)
  const type = useDeviceTypes().data?.find(({ id }) => id === device.deviceType)
  return (
    <div className={`${styles.facts} tw-scroll-still tw-fill tw-scroll`}>
      {factGroups(device, { t, format, now, type })
        .filter((group) => group.tab === tab)
        .map((group) => (
          <section key={group.heading}>
            <h3 className="tw-label">{group.heading}</h3>
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

/** The readings of several wheels, sensors or packs. */
function PlacesTable({ label, table: { columns, rows, age } }: { label: string; table: ReadingTable }) {
  return (
    <table className={`${styles.places} tw-small tw-full-width`} aria-label={label}>
      <thead>
        <tr>
          <td className="tw-muted">{age}</td>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ title, texts }) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            {columns.map((column, i) => (
              <td key={column}>{texts[i]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
