import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import styles from './RequestBar.module.css'

/** Requests faster than this show nothing. */
const patienceMs = 500

/** A thin line along the top while a request takes its time; the part that waits for it shows that by itself. */
export function RequestBar() {
  const isBusy = useIsFetching() + useIsMutating() > 0
  const [isSlow, setIsSlow] = useState(false)

  useEffect(() => {
    if (!isBusy) return setIsSlow(false)
    const timer = setTimeout(() => setIsSlow(true), patienceMs)
    return () => clearTimeout(timer)
  }, [isBusy])

  return isSlow ? <div className={styles.bar} aria-hidden /> : null
}
