import { Link } from '@tanstack/react-router'
import { type NbPlatformState, nbPlatformCalls } from '@trackway/core/features/nb-platforms/calls.ts'
import { Alert, Flex } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../base/queries/use-call.ts'
import { useCan } from '../../base/session.ts'
import { useTexts } from '../../base/use-texts.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { ContentLoading } from '../../ui/loading/ContentLoading.tsx'
import { PlatformPanel } from './PlatformPanel.tsx'

const rereadMs = 30_000

/** What the NB-IoT platforms push: state, last push, and what can be done about it. */
export function SubscriptionsScreen() {
  const { t, toText } = useTexts()
  const maySetUp = useCan('main:system_config')
  const { data, error } = useCall(
    ['nbSubscriptions'],
    nbPlatformCalls.subscriptions,
    {},
    {
      refetchInterval: rereadMs,
    },
  )
  return (
    <Page title={t('nbPlatforms.title')} isTall>
      {error ? (
        <Alert type="error" showIcon title={toText(error)} />
      ) : data === undefined ? (
        <ContentLoading />
      ) : data.platforms.length === 0 ? (
        <EmptyState
          title={t('nbPlatforms.none')}
          text={t(maySetUp ? 'nbPlatforms.noneTextAdmin' : 'nbPlatforms.noneText')}
          action={
            maySetUp && (
              <Link to="/index/system/$tab" params={{ tab: 'nbPlatforms' }}>
                {t('nbPlatforms.setUp')}
              </Link>
            )
          }
        />
      ) : (
        <Flex vertical gap={16} className="tw-inset-on-phone">
          {data.platforms.map((platform) => (
            <Warnings key={platform.platform} platform={platform} />
          ))}
          {data.platforms.map((platform) => (
            <PlatformPanel key={platform.platform} platform={platform} />
          ))}
        </Flex>
      )}
    </Page>
  )
}

/** What keeps reports from coming, above everything else. */
function Warnings({ platform }: { platform: NbPlatformState }) {
  const { t } = useTranslation()
  const { label, failure, isSilent, lastPushTime, subscriptions } = platform
  const { format } = useTexts()
  const gone = subscriptions.filter(({ state }) => state === 'lost' || state === 'ended')
  const ending = subscriptions.filter(({ state }) => state === 'ending')
  const typesOf = (list: typeof subscriptions) => list.map(({ type }) => type).join(', ')
  return (
    <>
      {failure !== null && (
        <Alert
          type="error"
          showIcon
          title={t('nbPlatforms.failed', { name: label })}
          description={`${failure} · ${t('nbPlatforms.failedText')}`}
        />
      )}
      {gone.length > 0 && (
        <Alert
          type="error"
          showIcon
          title={t('nbPlatforms.gone', { name: label, count: gone.length })}
          description={t('nbPlatforms.goneText', { types: typesOf(gone) })}
        />
      )}
      {isSilent && (
        <Alert
          type="warning"
          showIcon
          title={
            lastPushTime === null
              ? t('nbPlatforms.neverPushed', { name: label })
              : t('nbPlatforms.silent', { name: label, time: format.dateTime(lastPushTime) })
          }
          description={t('nbPlatforms.silentText')}
        />
      )}
      {ending.length > 0 && (
        <Alert
          type="info"
          showIcon
          title={t('nbPlatforms.ending', { name: label, count: ending.length })}
          description={t('nbPlatforms.endingText', { types: typesOf(ending) })}
        />
      )}
    </>
  )
}
