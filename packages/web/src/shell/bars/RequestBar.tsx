import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './RequestBar.module.css'

/** Requests faster than this show nothing. */
const patienceMs = 500

/** A thin line along the top while a request takes its time; nothing is ever blocked by it. */
export function RequestBar() {
  const { t } = useTranslation()
  const isBusy = useIsFetching() + useIsMutating() > 0
  const [isSlow, setIsSlow] = useState(false)

  useEffect(() => {
    if (!isBusy) return setIsSlow(false)
    const timer = setTimeout(() => setIsSlow(true), patienceMs)
    return () => clearTimeout(timer)
  }, [isBusy])

  return isSlow ? <div className={styles.bar} role="progressbar" aria-label={t('app.working')} /> : null
}
