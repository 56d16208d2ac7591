import { useEffect } from 'react'

const shownMost = 99
const mark = /^\(\d+\+?\) /

/** Puts a number before the title of the page, whichever screen sets that. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    const put = () => {
      const bare = document.title.replace(mark, '')
      const shown = count > shownMost ? `${shownMost}+` : String(count)
      const wanted = count > 0 ? `(${shown}) ${bare}` : bare
      if (document.title !== wanted) document.title = wanted
    }
    put()
    // A screen sets its own title when it is opened.
    const observer = new MutationObserver(put)
    observer.observe(document.head, { subtree: true, childList: true, characterData: true })
    return () => {
      observer.disconnect()
      document.title = document.title.replace(mark, '')
    }
  }, [count])
}
