import { MenuUnfoldOutlined } from '@ant-design/icons'
import { useSearch } from '@tanstack/react-router'
import type { Location } from '@trackway/core/api/monitor/locations.ts'
import { App } from 'antd'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUrlChange } from '../../base/history-steps.ts'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { Resizer } from '../../ui/layout/Resizer.tsx'
import { coveredShare, PhoneSheet } from '../../ui/phone-sheet/PhoneSheet.tsx'
import { DeviceCard } from './card/DeviceCard.tsx'
import { DeviceColumn } from './column/DeviceColumn.tsx'
import { columnPx, useColumn } from './column/use-column.ts'
import type { FleetDevice } from './fleet/fleet-store.ts'
import type { LocationsUrlState } from './fleet/url-state.ts'
import { useFleet } from './fleet/use-fleet.ts'
import styles from './LocationsScreen.module.css'
import type { FleetActions } from './map/FleetOverlay.tsx'
import { LocationsMap } from './map/LocationsMap.tsx'
import { promptFor } from './prompts.ts'
import { StatusBar } from './StatusBar.tsx'
import { useLocationsKeys } from './use-locations-keys.ts'

/** Real-time monitoring: the list, the map and the card of the selected device. */
export function LocationsScreen() {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const isPhone = useIsPhone()
  const url: LocationsUrlState = useSearch({ strict: false })
  const changeUrl = useUrlChange<LocationsUrlState>()
  const column = useColumn()
  const { sort, isGrouped } = column
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set())
  const arrangement = useMemo(() => ({ sort, isGrouped, folded }), [sort, isGrouped, folded])
  const live = useFleet(url, arrangement)
  const { store, view } = live
  const actions = useRef<FleetActions | null>(null)
  const [followedId, setFollowedId] = useState<number | null>(null)
  const [lastFollowed, setLastFollowed] = useState<Location | null>(null)
  const selected = (url.terminalID !== undefined && store.findByTerminal(url.terminalID)) || null

  useEffect(() => {
    document.title = `${t('locations.title')} · Trackway`
  }, [t])

  const stopFollowing = useCallback(() => setFollowedId(null), [])
  const select = (device: Location | null, sheet?: LocationsUrlState['sheet']) => {
    changeUrl({ terminalID: device?.terminalID, ...(sheet && { sheet }) })
    setLastFollowed(null)
    if (device?.id !== followedId) setFollowedId(null)
    const prompt = device && promptFor(device)
    if (prompt) message.info(t(`locations.prompts.${prompt}`))
  }
  const selectFromList = (listed: FleetDevice) =>
    live.withTexts(listed, (device) => {
      select(device, isPhone ? 'half' : undefined)
      actions.current?.show(device, false)
    })
  const follow = (listed: FleetDevice) =>
    live.withTexts(listed, (device) => {
      if (device.lat === null) {
        message.info(t('locations.prompts.noPosition'))
        return
      }
      if (device.terminalID !== url.terminalID) select(device)
      actions.current?.show(device, true)
      setFollowedId(device.id)
      setLastFollowed(device)
    })
  const step = (by: 1 | -1) => {
    const at = selected ? view.rows.findIndex((row) => view.devices[row]!.id === selected.id) : -1
    const row = view.rows[at < 0 ? 0 : (at + by + view.rows.length) % view.rows.length]
    if (row !== undefined) selectFromList(view.devices[row]!)
  }
  const toggleFollow = (device: Location) => (followedId === device.id ? stopFollowing() : follow(device))

  useLocationsKeys({
    onStep: step,
    onFollow: () => (selected ? toggleFollow(selected) : message.info(t('locations.prompts.selectDevice'))),
    onToggleList: () => column.change({ isOpen: !column.isOpen }),
    onEscape: () => (followedId === null ? select(null) : stopFollowing()),
  })

  const list = (
    <DeviceColumn
      live={live}
      search={url}
      selected={selected}
      isRich={column.isRich}
      onChange={changeUrl}
      onSelect={selectFromList}
      onOpen={follow}
      arrangement={arrangement}
      onArrange={({ folded, ...part }) => {
        if (folded) setFolded(folded)
        column.change(part)
      }}
      onToggleRich={() => column.change({ isRich: !column.isRich })}
      {...(!isPhone && { onCollapse: () => column.change({ isOpen: false }) })}
    />
  )
  const card = selected && (
    <DeviceCard
      device={selected}
      isFollowed={followedId === selected.id}
      onFollow={() => toggleFollow(selected)}
      onClose={() => select(null)}
    />
  )
  const isNarrowed = Boolean(url.terminalID ?? url.q ?? url.show)
  const sheet = url.sheet ?? (selected ? 'half' : 'peek')
  const map = (
    <LocationsMap
      live={live}
      userId={url.userId}
      selected={selected}
      followedId={followedId}
      lastFollowed={lastFollowed}
      mayFit={selected !== null || !view.isLoading || (!isNarrowed && view.total > 0)}
      coveredShare={isPhone ? coveredShare(sheet) : 0}
      onReady={(ready) => {
        actions.current = ready
      }}
      onSelect={(device) => (device ? live.withTexts(device, (known) => select(known)) : select(null))}
      onFollow={follow}
      onFollowEnd={stopFollowing}
    />
  )

  if (isPhone) {
    return (
      <div className={styles.phone}>
        <h1 className="tw-visually-hidden">{t('locations.title')}</h1>
        {map}
        <PhoneSheet height={sheet} onHeight={(sheet) => changeUrl({ sheet })}>
          {card ?? list}
        </PhoneSheet>
      </div>
    )
  }
  return (
    <div className={styles.home}>
      <h1 className="tw-visually-hidden">{t('locations.title')}</h1>
      {column.isOpen ? (
        <section
          className={styles.column}
          style={{ width: column.width }}
          aria-label={t('locations.devices')}
        >
          {list}
          <Resizer
            label={t('locations.resize')}
            edge="right"
            px={column.width}
            min={columnPx.min}
            max={columnPx.max}
            onResize={(width) => column.change({ width })}
          />
        </section>
      ) : (
        <button
          type="button"
          className={styles.unfold}
          aria-label={t('locations.expand')}
          onClick={() => column.change({ isOpen: true })}
        >
          <MenuUnfoldOutlined />
        </button>
      )}
      <section className={styles.center} aria-label={t('map.label')}>
        <div className={styles.map}>{map}</div>
        <StatusBar live={live} />
      </section>
      {card}
    </div>
  )
}
