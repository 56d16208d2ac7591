import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type SharedTrack, trackShareCalls } from '@trackway/core/api/tracks/track-shares.ts'
import { Button } from 'antd'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, apiBytes } from '../../base/api.ts'
import { errorText } from '../../base/error-text.ts'
import { TimeZoneContext } from '../../base/time-zone.ts'
import { useFormat } from '../../base/use-format.ts'
import { AddressBookContext } from '../../ui/address/book-context.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { LanguageMenu, ThemeMenu } from '../../ui/PreferenceMenus.tsx'
import { ScreenLoading } from '../../ui/ScreenLoading.tsx'
import { Replay } from './Replay.tsx'
import { createSharedAddressBook } from './shared-address-book.ts'
import styles from './TrackScreen.module.css'

const route = getRouteApi('/sharedTrack/$token')
const timeoutMs = 120_000

/** The replay behind a link, for whoever has it, in the time zone of whoever sent it. */
export function SharedTrackScreen() {
  const { t } = useTranslation()
  const { token } = route.useParams()
  const { data, error, refetch } = useQuery({
    queryKey: ['track', 'shared', token],
    queryFn: ({ signal }) => api(trackShareCalls.shared, { token }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (data) {
    return (
      <TimeZoneContext.Provider value={data.timeZone}>
        <SharedReplay token={token} facts={data} />
      </TimeZoneContext.Provider>
    )
  }
  if (error === null) return <ScreenLoading />
  const isGone = error instanceof ApiError && error.result === 'notFound'
  return (
    <main className="tw-centre">
      <EmptyState
        isPage
        picture={<Logo />}
        title={isGone ? t('tracks.shared.gone') : t('tracks.shared.title')}
        text={isGone ? t('tracks.shared.goneText') : errorText(error, t)}
        action={!isGone && <Button onClick={() => void refetch()}>{t('tracks.again')}</Button>}
      />
    </main>
  )
}

function SharedReplay({ token, facts }: { token: string; facts: SharedTrack }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { displayName, from, to, expireTime, withAlarms, trackOptimisation } = facts
  const span = useMemo(() => ({ from, to }), [from, to])
  const share = useMemo(() => ({ token, withAlarms }), [token, withAlarms])
  const addresses = useMemo(() => createSharedAddressBook(token), [token])
  const devices = useMemo(() => {
    const ask = (signal: AbortSignal) =>
      apiBytes(trackShareCalls.sharedTrack, { token }, { signal, timeoutMs })
    return [{ terminalID: token, name: displayName, place: 0, isSmoothed: trackOptimisation, ask }]
  }, [token, displayName, trackOptimisation])
  useEffect(() => {
    document.title = `${displayName} · Trackway`
  }, [displayName])
  return (
    <main className={styles.screen} data-testid="track-screen" data-print="flow">
      <header className={styles.header} data-print="hide">
        <Logo />
        <h1 style={{ fontSize: 16 }}>{displayName}</h1>
        <span className="tw-muted tw-number">
          {format.dateTime(from)} – {format.dateTime(to)}
        </span>
        <span className="tw-muted tw-small" style={{ marginInlineStart: 'auto' }}>
          {t('tracks.shared.until', { time: format.dateTime(expireTime) })}
        </span>
        <LanguageMenu />
        <ThemeMenu />
      </header>
      <AddressBookContext.Provider value={addresses}>
        <Replay devices={devices} activeId={token} span={span} share={share} />
      </AddressBookContext.Provider>
    </main>
  )
}
