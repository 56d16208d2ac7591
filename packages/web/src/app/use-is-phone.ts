import { useSyncExternalStore } from 'react'

const query = '(max-width: 767px)'

/** Is the page as narrow as a phone? The style sheets break at the same width. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
  )
}
