import type { SectionName } from '../base/screen.ts'
import { AutoRenewalBanner } from '../features/auto-renewals/AutoRenewalBanner.tsx'
import { ExpiryBanner } from '../features/expiry-notices/ExpiryBanner.tsx'
import { useMenu } from './menu/use-menu.ts'

const theirSections: readonly SectionName[] = ['vehicles', 'customers', 'orders']

/** What expires and could not be renewed, above the screens of vehicles, customers and orders; elsewhere a dot says so. */
export function ServiceNotices() {
  const { place } = useMenu()
  const isTheirs = place !== undefined && theirSections.includes(place.section.name)
  return (
    // Hidden it still knows what was closed.
    <div hidden={!isTheirs}>
      <ExpiryBanner />
      <AutoRenewalBanner />
    </div>
  )
}
