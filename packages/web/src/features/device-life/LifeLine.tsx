import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons'
import { useInfiniteQuery } from '@tanstack/react-query'
import {
  deviceLifeCalls,
  type LifeDevice,
  type LifeEvent,
} from '@trackway/core/features/device-life/calls.ts'
import { Alert, Button, Spin, Tag, Timeline } from 'antd'
import { api } from '../../base/api.ts'
import { useTexts } from '../../base/use-texts.ts'
import { Facts } from '../../ui/layout/Facts.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { CopyText } from '../../ui/link/CopyText.tsx'
import styles from './device-life.module.css'

/** Everything that happened to a device, the newest first, and what is known of it. */
export function LifeLine({ device }: { device: LifeDevice }) {
  const { t, toText } = useTexts()
  const { number } = device
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['deviceLife', 'events', number],
    queryFn: ({ pageParam, signal }) =>
      api(deviceLifeCalls.events, { number, ...(pageParam !== null && { before: pageParam }) }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ before }) => before,
  })
  const events = data?.pages.flatMap(({ list }) => list) ?? []
  const fact = (label: string, value: string | null) => (value === null ? [] : [{ label, value }])
  return (
    <div className={`${styles.life} tw-grid tw-gap-16`}>
      <Panel title={device.displayName ?? number}>
        <div className="tw-column tw-gap-12">
          <CopyText text={number} />
          <Facts
            facts={[
              ...fact(t('reports.column.deviceType'), device.typeName),
              ...fact(t('reports.column.serialNumber'), device.serialNumber),
              ...fact(t('reports.column.iccid'), device.iccid),
              ...fact(t('reports.column.username'), device.username),
            ]}
          />
          {!device.isRegistered && <Tag>{t('deviceLife.notRegistered')}</Tag>}
        </div>
      </Panel>
      <Panel label={t('deviceLife.title')}>
        {error && <Alert type="error" showIcon title={toText(error)} />}
        {isPending && <Spin />}
        {data && events.length === 0 && <p className="tw-muted">{t('deviceLife.noEvents')}</p>}
        <Timeline
          className={styles.line!}
          items={events.map((event) => ({
            key: event.id,
            color: colourOf(event),
            content: <Event event={event} />,
          }))}
        />
        {hasNextPage && (
          <Button size="large" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('deviceLife.older')}
          </Button>
        )}
      </Panel>
    </div>
  )
}

const colourOf = ({ isGood }: LifeEvent) => (isGood === null ? 'gray' : isGood ? 'green' : 'red')

function Event({ event: { kind, time, isGood, by, facts } }: { event: LifeEvent }) {
  const { t, format } = useTexts()
  return (
    <article>
      <div className={`${styles.head} tw-row tw-gap-8`}>
        {isGood !== null &&
          (isGood ? (
            <CheckCircleFilled className={styles.good!} aria-label={t('deviceLife.good')} />
          ) : (
            <CloseCircleFilled className={styles.bad!} aria-label={t('deviceLife.bad')} />
          ))}
        <strong>{t(`deviceLife.kind.${kind}`)}</strong>
        <time className="tw-muted tw-number" dateTime={new Date(time).toISOString()}>
          {format.dateTime(time)}
        </time>
        {by !== null && <span className="tw-muted">{by}</span>}
      </div>
      <div className="tw-small tw-anywhere">
        {facts.map(({ name, value, texts }) => (
          <span key={name} className={styles.fact}>
            <span className="tw-muted">{t(`deviceLife.fact.${name}`)}</span>{' '}
            {texts === undefined ? value : t(`${texts}.${value}`, { defaultValue: value })}
          </span>
        ))}
      </div>
    </article>
  )
}
