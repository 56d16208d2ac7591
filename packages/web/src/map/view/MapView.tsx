// OpenLayers' own styles come first, so that those of the map win over them.
import '../map.css'
import Attribution from 'ol/control/Attribution'
import ScaleLine from 'ol/control/ScaleLine'
import { defaults as defaultInteractions } from 'ol/interaction/defaults'
import OlMap from 'ol/Map'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { intlTags, useLanguage } from '../../base/language.ts'
import { useSession } from '../../base/session.ts'
import { useIsDark } from '../../base/theme/theme.ts'
import { createBaseLayers } from '../base/create-base-layers.ts'
import { loadMapSettings } from '../base/map-settings.ts'
import { findBaseMap, reportUnreachable, setPlace, shownBaseMap, useBaseMap } from '../base/use-base-map.ts'
import type { BaseLayers, MapLook } from '../base-layers.ts'
import { projections } from '../projections.ts'
import { loadStreetFiles } from '../streets/street-files.ts'
import { type Camera, cameraOf, commonZoom, createView, lastCamera, readCamera } from './camera.ts'
import styles from './MapView.module.css'
import { MapContext, type MapHandle } from './map-context.ts'
import { RoadName } from './RoadName.tsx'

interface MapViewProps {
  /** A small map beside others: its position is not remembered for them. */
  isApart?: boolean
  children?: ReactNode
}

/**
 * One map. Layers and controls are its children and find it with `useMap`; the base map is the one the user
 * chose. Where the user looks is kept from screen to screen and from base map to base map.
 */
export function MapView({ isApart = false, children }: MapViewProps) {
  const { t } = useTranslation()
  const target = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<OlMap | null>(null)
  /** Set once the map has a view: children may rely on it. */
  const [handle, setHandle] = useState<MapHandle | null>(null)
  const baseMap = useBaseMap(shownBaseMap)
  const settings = useBaseMap((state) => state.settings)
  const look = useLook()
  const latestLook = useRef(look)
  const base = useRef<BaseLayers | null>(null)
  /** Of a map that is apart: where one looked in it before its base map changed. */
  const ownCamera = useRef<Camera | null>(null)
  const units = useSession((session) => session.user?.units ?? 'metric')
  const [scale] = useState(() => new ScaleLine({ minWidth: 48 }))

  useEffect(() => {
    void loadStreetFiles()
    void loadMapSettings()
    void findBaseMap()
  }, [])

  useEffect(() => {
    const map = new OlMap({
      target: target.current!,
      controls: [scale, new Attribution({ collapsible: false })],
      interactions: defaultInteractions({ altShiftDragRotate: false, pinchRotate: false }),
      maxTilesLoading: 12,
      moveTolerance: 4,
    })
    setMap(map)
    return () => {
      map.setTarget(undefined)
      map.dispose()
    }
  }, [scale])
  useEffect(() => scale.setUnits(units), [scale, units])

  useEffect(() => {
    if (!map) return
    const layers = createBaseLayers(baseMap, settings, latestLook.current, reportUnreachable)
    base.current = layers
    for (const [index, layer] of layers.layers.entries()) map.getLayers().insertAt(index, layer)
    const projection = projections[baseMap.projection]
    const view = createView(baseMap, ownCamera.current ?? lastCamera(), layers.resolutions)
    map.setView(view)
    const onMoveEnd = () => {
      if (isApart) ownCamera.current = cameraOf(view, projection)
      else {
        const { lon, lat } = readCamera(view, projection)
        setPlace(lon, lat, commonZoom(view, projection))
      }
    }
    map.on('moveend', onMoveEnd)
    setHandle({ map, projection })
    return () => {
      onMoveEnd()
      map.un('moveend', onMoveEnd)
      for (const layer of layers.layers) map.removeLayer(layer)
      // OpenLayers requests the tiles of its last frame in a later task, and fails on a layer that is gone.
      setTimeout(() => layers.dispose(), 1000)
    }
  }, [map, baseMap, settings, isApart])

  useEffect(() => {
    latestLook.current = look
    base.current?.setLook(look)
  }, [look])

  return (
    <div className={`${styles.map} tw-relative tw-full-height tw-full-width tw-clip`}>
      {/* Focusable, so that arrow keys and plus and minus move it. */}
      <div
        ref={target}
        className="tw-cover"
        data-testid="tw-map-canvas"
        role="application"
        aria-label={t('map.label')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a map is moved by keys
        tabIndex={0}
      />
      {handle && (
        <MapContext.Provider value={handle}>
          {baseMap.kind === 'offline' && <RoadName />}
          {children}
        </MapContext.Provider>
      )}
    </div>
  )
}

function useLook(): MapLook {
  const isDark = useIsDark()
  const language = useLanguage((state) => state.language)
  return useMemo(() => {
    const names = new Intl.DisplayNames(intlTags[language], { type: 'region' })
    return { isDark, language, countryName: (code) => names.of(code) ?? code }
  }, [isDark, language])
}
