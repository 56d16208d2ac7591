import { CloseOutlined } from '@ant-design/icons'
import { holdsAny } from '@trackway/core/codes/permissions.ts'
import type { CarIconState } from '@trackway/core/codes/states.ts'
import { runStates } from '@trackway/core/codes/states.ts'
import type { Location } from '@trackway/core/features/locations/calls.ts'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { useUser } from '../../../base/session.ts'
import { useIsDark } from '../../../base/theme/theme.ts'
import { useNow } from '../../../base/use-now.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { StateMark } from '../../../map/fleet/StateMark.tsx'
import { stateColour } from '../../../map/fleet/state-colours.ts'
import { Address } from '../../../ui/address/Address.tsx'
import { Tabs } from '../../../ui/antd/Tabs.tsx'
import { ContentLoading } from '../../../ui/loading/ContentLoading.tsx'
import { RenewalHelp } from '../../expiry-notices/RenewalHelp.tsx'
import type { MonitorVerbs } from '../actions/vehicle-actions.tsx'
import { isMoving, runStateKey, stateSince } from '../fleet/run-state.ts'
import { CardActions } from './CardActions.tsx'
import { cardTabs } from './card-tabs.tsx'
import styles from './DeviceCard.module.css'
import { WhyOffline } from './WhyOffline.tsx'

/** It is online, and none of its reports has a current position. */
const isNowhere = ({ state, runState }: Location): boolean =>
  state === 'online' && runState === runStates.noPosition

interface DeviceCardProps {
  device: Location
  isFollowed: boolean
  verbs: MonitorVerbs
  onClose: () => void
}

/** All that is known of the selected device, and what can be done with it. */
export function DeviceCard({ device, isFollowed, verbs, onClose }: DeviceCardProps) {
  const { t, format } = useTexts()
  const now = useNow(1000)
  const isDark = useIsDark()
  const held = useUser().permissions
  const tabs = cardTabs.filter(({ permission }) => holdsAny(held, permission))
  // The next device shows the same.
  const [tab, setTab] = useState('now')
  const { component: Shown } = tabs.find(({ key }) => key === tab) ?? tabs[0]!
  const state = device.carIconState as CarIconState
  const since = stateSince(device)
  return (
    <aside
      className={`${styles.card} tw-rigid tw-surface tw-column tw-shrink-down`}
      data-testid="tw-card"
      aria-label={t('locations.card', { name: device.displayName })}
    >
      <header className={`${styles.head} tw-spread tw-flex`}>
        <div className="tw-shrink">
          <h2 className="tw-ellipsis tw-size-20">{device.displayName}</h2>
          <span className="tw-small tw-muted">
            {device.carNumber ? (device.nickname ?? device.deviceTypeName) : device.deviceTypeName}
          </span>
        </div>
        <Button type="text" aria-label={t('ui.layout.close')} icon={<CloseOutlined />} onClick={onClose} />
      </header>
      <div
        className={`${styles.state} tw-row`}
        data-testid="tw-card-state"
        style={{ color: stateColour(state, isDark) }}
      >
        <StateMark state={state} headingDeg={device.courseDeg} sizePx={22} />
        <strong className="tw-text">{t(runStateKey(device))}</strong>
        {since !== null && (
          <span className="tw-small tw-muted">
            {isMoving(state)
              ? t('ui.ago', { span: format.age(since, now) })
              : t('locations.for', { span: format.age(since, now) })}
          </span>
        )}
        {isMoving(state) && <b className="tw-size-20 tw-push tw-text">{format.speed(device.speed)}</b>}
      </div>
      {device.lat !== null && device.lon !== null && (
        <p className={`${styles.address} tw-muted tw-small tw-clip`}>
          <Address lat={device.lat} lon={device.lon} isRough={isMoving(state)} />
        </p>
      )}
      <div className={styles.renewal}>
        <RenewalHelp device={device} now={now} />
      </div>
      {(device.state === 'offline' || device.state === 'inactive' || isNowhere(device)) && (
        <WhyOffline key={`why ${device.id}`} device={device} />
      )}
      <CardActions device={device} isFollowed={isFollowed} verbs={verbs} />
      <Tabs
        size="small"
        tabBarGutter={8}
        activeKey={tab}
        onChange={setTab}
        className={styles.tabs!}
        items={tabs.map(({ key }) => ({ key, label: t(`locations.tabs.${key}`) }))}
      />
      <Suspense fallback={<ContentLoading />}>
        <Shown key={device.id} device={device} />
      </Suspense>
    </aside>
  )
}
