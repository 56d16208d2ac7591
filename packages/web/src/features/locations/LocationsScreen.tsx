import { MenuUnfoldOutlined } from '@ant-design/icons'
import type { Location } from '@trackway/core/api/locations.ts'
import { App, type InputRef } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { DeviceCard } from './card/DeviceCard.tsx'
import { DeviceColumn } from './column/DeviceColumn.tsx'
import { useColumn } from './column/use-column.ts'
import { useFleet } from './fleet/use-fleet.ts'
import styles from './LocationsScreen.module.css'
import type { FleetActions } from './map/FleetOverlay.tsx'
import { LocationsMap } from './map/LocationsMap.tsx'
import { coveredShare, PhoneSheet } from './PhoneSheet.tsx'
import { promptFor } from './prompts.ts'
import { StatusBar } from './StatusBar.tsx'
import { useLocationsKeys } from './use-locations-keys.ts'
import { useLocationsUrl } from './use-url-state.ts'

/** Real-time monitoring: the list, the map and the card of the selected device. */
export function LocationsScreen() {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const isPhone = useIsPhone()
  const [url, changeUrl] = useLocationsUrl()
  const live = useFleet(url.userId)
  const { store, view } = live
  const column = useColumn()
  const searchField = useRef<InputRef>(null)
  const actions = useRef<FleetActions | null>(null)
  const [followedId, setFollowedId] = useState<number | null>(null)
  const [lastFollowed, setLastFollowed] = useState<Location | null>(null)
  const selected = (url.terminalID !== undefined && store.findByTerminal(url.terminalID)) || null

  useEffect(() => store.setFilter(url.show ?? 'all', url.q ?? ''), [store, url.show, url.q])
  useEffect(() => {
    document.title = `${t('locations.title')} · Trackway`
  }, [t])

  const stopFollowing = useCallback(() => setFollowedId(null), [])
  const select = (device: Location | null) => {
    changeUrl({ terminalID: device?.terminalID })
    setLastFollowed(null)
    if (device?.id !== followedId) setFollowedId(null)
    const prompt = device && promptFor(device)
    if (prompt) message.info(t(`locations.prompts.${prompt}`))
  }
  const selectFromList = (device: Location) => {
    select(device)
    actions.current?.show(device, false)
    if (isPhone) changeUrl({ terminalID: device.terminalID, sheet: 'half' })
  }
  const follow = (device: Location) => {
    if (device.lat === null) {
      message.info(t('locations.prompts.noPosition'))
      return
    }
    if (device.terminalID !== url.terminalID) select(device)
    actions.current?.show(device, true)
    setFollowedId(device.id)
    setLastFollowed(device)
  }
  const step = (by: 1 | -1) => {
    const at = selected ? view.rows.findIndex((row) => view.devices[row]!.id === selected.id) : -1
    const row = view.rows[at < 0 ? 0 : (at + by + view.rows.length) % view.rows.length]
    if (row !== undefined) selectFromList(view.devices[row]!)
  }
  const toggleFollow = (device: Location) => (followedId === device.id ? stopFollowing() : follow(device))

  useLocationsKeys({
    onSearch: () => {
      column.change({ isOpen: true })
      requestAnimationFrame(() => searchField.current?.focus({ cursor: 'all' }))
    },
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
      searchField={searchField}
      onChange={changeUrl}
      onSelect={selectFromList}
      onOpen={follow}
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
  const sheet = url.sheet ?? (selected ? 'half' : 'peek')
  const map = (
    <LocationsMap
      live={live}
      selected={selected}
      followedId={followedId}
      lastFollowed={lastFollowed}
      coveredShare={isPhone ? coveredShare(sheet) : 0}
      onReady={(ready) => {
        actions.current = ready
      }}
      onSelect={select}
      onFollow={follow}
      onFollowEnd={stopFollowing}
    />
  )

  if (isPhone) {
    return (
      <div className={`${styles.home} ${styles.phone}`}>
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
          {/* biome-ignore lint/a11y/useSemanticElements: a splitter has no element of its own */}
          <div
            className={styles.splitter}
            role="separator"
            aria-orientation="vertical"
            aria-label={t('locations.resize')}
            aria-valuenow={column.width}
            aria-valuemin={column.narrowest}
            aria-valuemax={column.widest}
            tabIndex={0}
            onPointerDown={column.onResize}
            onKeyDown={(event) => {
              if (event.key === 'ArrowLeft') column.resizeBy(-16)
              if (event.key === 'ArrowRight') column.resizeBy(16)
            }}
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
