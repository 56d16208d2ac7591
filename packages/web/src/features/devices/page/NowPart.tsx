import { locationCalls } from '@trackway/core/features/locations/calls.ts'
import { useCall } from '../../../base/queries/use-call.ts'
import { useNow } from '../../../base/use-now.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { Facts } from '../../../ui/layout/Facts.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ContentLoading } from '../../../ui/loading/ContentLoading.tsx'
import { factGroups } from '../../locations/card/card-facts.tsx'
import styles from './DevicePage.module.css'

/** How often the state of the device is requested. */
const latestMs = 10_000

/** Its position and readings. */
export function NowPart({ terminalID }: { terminalID: string }) {
  const { t, format } = useTexts()
  const now = useNow(1000)
  const { data, error } = useCall(
    ['locations', 'one', terminalID],
    locationCalls.find,
    { terminalIDs: [terminalID] },
    { refetchInterval: latestMs },
  )
  const device = data?.list[0]
  return (
    <Panel title={t('devices.page.part.now')}>
      {!data && <ContentLoading error={error} />}
      {device && (
        <div className={styles.groups}>
          {factGroups(device, { t, format, now }).map(({ heading, facts }) => (
            <section key={heading}>
              <h3>{heading}</h3>
              <Facts facts={facts} />
            </section>
          ))}
        </div>
      )}
    </Panel>
  )
}
