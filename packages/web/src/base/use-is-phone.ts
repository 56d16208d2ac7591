import { useSyncExternalStore } from 'react'

const narrow = '(max-width: 767px)'

/** Is the page as narrow as a phone? The style sheets break at the same width. */
export function useIsPhone(): boolean {
  return useMedia(narrow)
}

/** Is there less room than on a desk: a tablet held upright, or a phone? */
export function useIsNarrow(): boolean {
  return useMedia('(max-width: 1023px)')
}

/** Is it a phone on which a map keeps little height beside anything else? */
export function useIsShortPhone(): boolean {
  return useMedia(`${narrow} and (max-height: 700px)`)
}

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
  )
}
