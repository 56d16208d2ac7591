import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useUrlChange } from '../../base/history-steps.ts'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { usePageTitle } from '../../base/use-page-title.ts'
import { coveredShare, PhoneSheet } from '../../ui/phone-sheet/PhoneSheet.tsx'
import { ColumnPanel } from './column/ColumnPanel.tsx'
import { DeviceColumn } from './column/DeviceColumn.tsx'
import type { LocationsUrlState } from './fleet/url-state.ts'
import styles from './LocationsScreen.module.css'
import { SelectedCard, useLoadedLater, VehicleOverlays } from './later-parts.tsx'
import { MonitorMaps } from './MonitorMaps.tsx'
import { StatusBar } from './StatusBar.tsx'
import { useMonitor } from './use-monitor.ts'
import { useMonitorKeys } from './use-monitor-keys.ts'
import { useVehicleVerbs } from './use-vehicle-verbs.ts'

/** Real-time monitoring: the list, the map and the card of the selected device. */
export function LocationsScreen() {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const url: LocationsUrlState = useSearch({ strict: false })
  const changeUrl = useUrlChange<LocationsUrlState>()
  const monitor = useMonitor(url, changeUrl)
  const { column, live, selected, setListed, watched } = monitor
  const vehicles = useVehicleVerbs({
    accountId: url.userId,
    live,
    toggleFollow: monitor.toggleFollow,
    onSplit: monitor.setSplit,
    onWatchOnly: (ids) => {
      setListed(null)
      changeUrl({ only: ids.join(',') })
    },
  })

  useLoadedLater(monitor.isLoading)
  usePageTitle(t('locations.title'))

  useMonitorKeys(monitor, vehicles)

  const list = (
    <DeviceColumn
      live={live}
      search={url}
      selected={selected}
      isRich={column.isRich}
      onChange={changeUrl}
      onSelect={monitor.selectFromList}
      onOpen={monitor.follow}
      chosen={vehicles.chosen}
      onChoose={vehicles.setChosen}
      onMenu={vehicles.openMenuOf}
      onMenuOfChosen={(x, y) => vehicles.openMenu([...vehicles.chosen], x, y)}
      watched={watched?.size ?? null}
      onWatchAll={monitor.watchAll}
      arrangement={monitor.arrangement}
      onArrange={({ folded, ...part }) => {
        if (folded) monitor.setFolded(folded)
        column.change(part)
      }}
      onToggleRich={() => column.change({ isRich: !column.isRich })}
      {...(!isPhone && { onCollapse: () => column.change({ isOpen: false }) })}
    />
  )
  const card = selected && <SelectedCard device={selected} monitor={monitor} verbs={vehicles.verbs} />
  const sheet = url.sheet ?? (selected ? 'half' : 'peek')
  const maps = (
    <MonitorMaps
      monitor={monitor}
      url={url}
      coveredShare={isPhone ? coveredShare(sheet) : 0}
      onMenu={vehicles.openMenuOf}
      onList={(devices) => {
        setListed(new Set(devices.map(({ id }) => id)))
        if (isPhone) changeUrl({ terminalID: undefined, sheet: 'full' })
        else column.change({ isOpen: true })
      }}
    />
  )
  const overlays = <VehicleOverlays vehicles={vehicles} />

  if (isPhone) {
    return (
      <div
        className="tw-relative tw-full-height tw-clip"
        data-notices-over={sheet === 'full' ? undefined : ''}
      >
        <h1 className="tw-visually-hidden">{t('locations.title')}</h1>
        {maps}
        {overlays}
        <PhoneSheet height={sheet} onHeight={(sheet) => changeUrl({ sheet })}>
          {card ?? list}
        </PhoneSheet>
      </div>
    )
  }
  return (
    <div
      className={`${styles.home} tw-flex tw-gap-0 tw-full-height tw-shrink-down`}
      data-card={selected !== null}
    >
      <h1 className="tw-visually-hidden">{t('locations.title')}</h1>
      <ColumnPanel column={column}>{list}</ColumnPanel>
      <section className="tw-grow tw-column" aria-label={t('map.label')}>
        <div className="tw-fill">{maps}</div>
        <StatusBar live={live} />
      </section>
      {card}
      {overlays}
    </div>
  )
}
