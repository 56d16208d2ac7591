import { useEffect } from 'react'

/** What the window and its tab are called while this is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Trackway`
    return () => {
      document.title = 'Trackway'
    }
  }, [title])
}
