import { Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsDark } from '../../base/theme/theme.ts'
import { useIsPhone } from '../../base/use-is-phone.ts'
import gripStyles from '../../ui/layout/Grip.module.css'
import { EpisodeList } from './list/EpisodeList.tsx'
import { Summary } from './list/Summary.tsx'
import { deviceColour } from './replay/device-colours.ts'
import { useReplay } from './replay/replay-context.ts'
import styles from './SidePanel.module.css'
import { TrackTable } from './tables/TrackTable.tsx'

const tabs = ['list', 'points', 'overspeed', 'alarms'] as const
type Tab = (typeof tabs)[number]

/** What the days amount to, and the trips and stops one after the other; on a phone also the other tables. */
export function SidePanel() {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const { showsAlarms, devices, isShared } = useReplay()
  const [tab, setTab] = useState<Tab>('list')
  const [isTall, setIsTall] = useState(false)
  return (
    <aside
      className={`${styles.side} tw-column tw-surface tw-shrink-down`}
      data-testid="track-side"
      data-print="hide"
      data-tall={isPhone && isTall}
    >
      {isPhone && (
        <div className={styles.head}>
          <button
            type="button"
            className={`${gripStyles.grip} tw-rigid tw-relative tw-full-width`}
            aria-label={t(isTall ? 'tracks.lowerList' : 'tracks.raiseList')}
            aria-expanded={isTall}
            onClick={() => setIsTall(!isTall)}
          />
          <Segmented<Tab>
            block
            size="middle"
            value={tab}
            aria-label={t('tracks.tables')}
            options={tabs
              .filter((value) => showsAlarms || value !== 'alarms')
              .map((value) => ({ value, label: t(`tracks.tab.${value}`) }))}
            onChange={(chosen) => {
              setTab(chosen)
              setIsTall(true)
            }}
          />
        </div>
      )}
      {/* On a phone those above the map do, where there are any. */}
      {devices.length > 1 && (isShared || !isPhone) && <VehicleTabs />}
      {tab === 'list' || !isPhone ? (
        <>
          <Summary />
          <EpisodeList />
        </>
      ) : (
        <TrackTable table={tab} />
      )}
    </aside>
  )
}

/** The vehicles above the list of the one that is chosen, each with the colour of its line. */
function VehicleTabs() {
  const { t } = useTranslation()
  const isDark = useIsDark()
  const { devices, active, activate } = useReplay()
  return (
    <div
      className={`${styles.tabs} tw-wrap tw-gap-0 tw-sideways-on-phone tw-line-below tw-rigid`}
      role="tablist"
      aria-label={t('tracks.vehicles')}
    >
      {devices.map(({ terminalID, name, place }) => (
        <button
          key={terminalID}
          type="button"
          role="tab"
          className="tw-ellipsis"
          aria-selected={terminalID === active.terminalID}
          title={name}
          style={{ '--dot': deviceColour(place, isDark) } as React.CSSProperties}
          onClick={() => activate(terminalID)}
        >
          <i className="tw-dot" /> {name}
        </button>
      ))}
    </div>
  )
}
