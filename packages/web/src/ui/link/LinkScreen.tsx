import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { type ReactNode, useRef } from 'react'
import { ApiError } from '../../base/api.ts'
import type { Format } from '../../base/format.ts'
import { TimeZoneContext } from '../../base/time-zone.ts'
import { usePageTitle } from '../../base/use-page-title.ts'
import { useTexts } from '../../base/use-texts.ts'
import { EmptyState } from '../EmptyState.tsx'
import { Logo } from '../Logo.tsx'
import { ScreenLoading } from '../loading/ScreenLoading.tsx'
import { LanguageMenu, ThemeMenu } from '../PreferenceMenus.tsx'
import styles from './LinkScreen.module.css'

interface LinkScreenProps<Shown> extends Heading<Shown> {
  /** What links of this kind show: the heading when the server does not answer. */
  kind: string
  queryKey: readonly unknown[]
  /** @param isFirst the page was just opened */
  load: (signal: AbortSignal, isFirst: boolean) => Promise<Shown>
  /** How often it is loaded again; by default never. */
  everyMs?: number
  children: (shown: Shown) => ReactNode
}

interface Heading<Shown> {
  name: (shown: Shown) => string
  /** Shown before the name. */
  mark?: (shown: Shown) => ReactNode
  facts?: (shown: Shown, format: Format) => ReactNode
}

/** What a link shows to whoever has it, without an account, in the time zone of whoever sent it. */
export function LinkScreen<Shown extends { timeZone: string; expireTime: number }>(
  props: LinkScreenProps<Shown>,
) {
  const { kind, queryKey, load, everyMs, children } = props
  const { t } = useTexts()
  const isCounted = useRef(false)
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const shown = await load(signal, !isCounted.current)
      isCounted.current = true
      return shown
    },
    refetchInterval: ({ state }) => (isGone(state.error) ? false : (everyMs ?? false)),
    staleTime: everyMs ?? Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (data && !isGone(error))
    return (
      <TimeZoneContext.Provider value={data.timeZone}>
        <main className={`${styles.screen} tw-column`} data-print="flow">
          <LinkHeader {...props} shown={data} />
          {error !== null && <Alert type="warning" showIcon banner title={t('ui.link.paused')} />}
          {children(data)}
        </main>
      </TimeZoneContext.Provider>
    )
  if (error === null) return <ScreenLoading />
  return <LinkFailure kind={kind} error={error} onAgain={() => void refetch()} />
}

interface LinkFailureProps {
  /** The heading where the link may still work. */
  kind: string
  error: unknown
  onAgain: () => void
}

/** The page of a link that is over, or whose server does not answer. */
export function LinkFailure({ kind, error, onAgain }: LinkFailureProps) {
  const { t, toText } = useTexts()
  return (
    <main className="tw-centre">
      <EmptyState
        isPage
        picture={<Logo />}
        title={isGone(error) ? t('ui.link.gone') : kind}
        text={isGone(error) ? t('ui.link.goneText') : toText(error)}
        action={!isGone(error) && <Button onClick={onAgain}>{t('ui.error.again')}</Button>}
      />
    </main>
  )
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.result === 'notFound'
}

function LinkHeader<Shown extends { expireTime: number }>({
  shown,
  name: nameOf,
  mark,
  facts,
}: Heading<Shown> & { shown: Shown }) {
  const { t, format } = useTexts()
  const name = nameOf(shown)
  usePageTitle(name)
  return (
    <header className={`${styles.header} tw-row tw-wrap tw-line-below tw-surface`} data-print="hide">
      <Logo />
      <h1>
        {mark?.(shown)}
        {name}
      </h1>
      {facts && <span className="tw-muted tw-number">{facts(shown, format)}</span>}
      <span className="tw-muted tw-small tw-push">
        {t('ui.link.until', { time: format.dateTime(shown.expireTime) })}
      </span>
      <LanguageMenu />
      <ThemeMenu />
    </header>
  )
}
