import type MapBrowserEvent from 'ol/MapBrowserEvent'
import { unByKey } from 'ol/Observable'
import { useEffect, useEffectEvent } from 'react'
import { useMap } from './map-context.ts'

type OfPointer = 'click' | 'singleclick' | 'dblclick' | 'pointermove' | 'pointerdrag'

type MapEvents = { [Type in OfPointer]?: (event: MapBrowserEvent) => void } & {
  movestart?: () => void
  /** The pointer has left the map. */
  pointerleave?: () => void
  contextmenu?: (event: MouseEvent) => void
}

/** Events of the page, not of the map. */
const ofPage = ['pointerleave', 'contextmenu']

/** Handles events of the map for as long as the component is mounted. Their types must not change. */
export function useMapEvents(handlers: MapEvents): void {
  const { map } = useMap()
  const handle = useEffectEvent((event: { type: string }) =>
    handlers[event.type as keyof MapEvents]?.(event as never),
  )
  const types = Object.keys(handlers).join(' ')
  useEffect(() => {
    const keys = map.on(types.split(' ').filter((type) => !ofPage.includes(type)) as 'click'[], handle)
    // A map that has no element yet has no pointer either.
    const viewport: HTMLElement | undefined = map.getViewport()
    for (const type of ofPage) viewport?.addEventListener(type, handle)
    return () => {
      unByKey(keys)
      for (const type of ofPage) viewport?.removeEventListener(type, handle)
    }
  }, [map, types])
}
