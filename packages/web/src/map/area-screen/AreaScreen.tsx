import { type ReactNode, useEffect, useState } from 'react'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { coveredShare, PhoneSheet } from '../../ui/phone-sheet/PhoneSheet.tsx'
import type { SheetHeight } from '../../ui/phone-sheet/sheet-heights.ts'
import { MapControls } from '../view/MapControls.tsx'
import { MapNotices } from '../view/MapNotices.tsx'
import { MapView } from '../view/MapView.tsx'
import { useMap } from '../view/map-context.ts'
import styles from './AreaScreen.module.css'

interface AreaScreenProps {
  title: string
  actions: ReactNode
  list: ReactNode
  /** What lies on the map. */
  layers: ReactNode
  /** The details of the chosen area, or its form. */
  panel: ReactNode
  /** The panel is a form: only it and the map are shown. */
  isEditing: boolean
  onFit?: (() => void) | undefined
}

/**
 * A list of areas, the map with all of them, and the details of one. While one is edited the list makes room. On a
 * phone the list is a sheet over the map, and the editor fills the screen.
 */
export function AreaScreen({ title, actions, list, layers, panel, isEditing, onFit }: AreaScreenProps) {
  const isPhone = useIsPhone()
  const [height, setHeight] = useState<SheetHeight>('half')
  const map = (
    <MapView>
      <SheetPadding share={isPhone && !isEditing ? coveredShare(height) : 0} />
      {layers}
      <MapControls {...(onFit && { onFit })} />
      {!isEditing && <MapNotices />}
    </MapView>
  )
  if (isPhone && isEditing)
    return (
      <div className={`${styles.editor} tw-surface`}>
        <div className="tw-relative tw-shrink-down">{map}</div>
        <aside className="tw-column tw-shrink-down tw-line-above">{panel}</aside>
      </div>
    )
  if (isPhone)
    return (
      <div className="tw-relative tw-full-height tw-clip">
        <h1 className="tw-visually-hidden">{title}</h1>
        {map}
        <PhoneSheet height={height} onHeight={setHeight}>
          {panel ? null : <div className={`${styles.tools} tw-rigid tw-flex`}>{actions}</div>}
          <div className="tw-fill tw-scroll tw-column">{panel ?? list}</div>
        </PhoneSheet>
      </div>
    )
  return (
    <Page title={title} actions={!isEditing && actions}>
      <div
        className={`${styles.body} tw-fill tw-grid tw-gap-12`}
        data-panel={Boolean(panel) && !isEditing}
        data-editing={isEditing}
      >
        {!isEditing && <div className="tw-column tw-shrink tw-shrink-down">{list}</div>}
        <Panel isFlush>{map}</Panel>
        {panel && <div className="tw-column tw-shrink tw-shrink-down">{panel}</div>}
      </div>
    </Page>
  )
}

/** Keeps the chosen area above the sheet that covers a part of the map. Goes before what moves the view. */
function SheetPadding({ share }: { share: number }) {
  const handle = useMap()
  useEffect(() => {
    const { map } = handle
    const pad = () => {
      const [, height = 0] = map.getSize() ?? []
      map.getView().padding = [0, 0, share * height, 0]
    }
    pad()
    map.on('change:size', pad)
    return () => map.un('change:size', pad)
  }, [handle, share])
  return null
}
