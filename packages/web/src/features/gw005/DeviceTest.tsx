import { CloudDownloadOutlined } from '@ant-design/icons'
import { wireLabel } from '@trackway/core/codes/protocols.ts'
import type { Frame } from '@trackway/core/features/frames/calls.ts'
import { type Gw005Device, type Gw005State, gw005Calls } from '@trackway/core/features/gw005/calls.ts'
import { Alert, Spin, Tag } from 'antd'
import { useState } from 'react'
import { api } from '../../base/api.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { useTexts } from '../../base/use-texts.ts'
import { ActionButton } from '../../ui/actions/ActionButton.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Facts } from '../../ui/layout/Facts.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { FrameDetail } from '../frames/FrameDetail.tsx'
import styles from './gw005.module.css'
import { Messages } from './Messages.tsx'
import { Parameters } from './Parameters.tsx'
import { PartReadings } from './PartReadings.tsx'

/** A device on the bench is looked at all the time. */
const refetchMs = 5_000

/** What one device says: connection, messages as they come, parameters, tyres and batteries, each with its age. */
export function DeviceTest({ device }: { device: Gw005Device }) {
  const { t, toText } = useTexts()
  const { terminalID } = device
  const [shown, setShown] = useState<Frame | null>(null)
  const { data, error } = useCall(
    ['gw005', 'state', terminalID],
    gw005Calls.state,
    { terminalID },
    { refetchInterval: refetchMs, retry: false },
  )
  if (error) return <Alert type="error" showIcon title={toText(error)} description={wireLabel(device.wire)} />
  if (!data) return <Spin />
  return (
    <>
      {!data.isGw005 && <Alert type="info" showIcon title={t('gw005.otherType', { type: data.typeName })} />}
      <div className={`${styles.test} tw-grid tw-gap-16`}>
        <div className="tw-column tw-gap-16">
          <Connection state={data} />
          <PartReadings readings={data.readings} />
          <ParameterPanel state={data} />
        </div>
        <div className="tw-column tw-gap-16">
          {shown && <FrameDetail frame={shown} onClose={() => setShown(null)} />}
          <Messages terminalID={terminalID} newest={data.frames} shown={shown} onShow={setShown} />
        </div>
      </div>
    </>
  )
}

function Connection({ state }: { state: Gw005State }) {
  const { t, format } = useTexts()
  const { isConnected, connectedSince, address, process, endReason, stateTime } = state
  const fact = (label: string, value: string | null) => (value === null ? [] : [{ label, value }])
  return (
    <Panel title={state.displayName} note={state.typeName}>
      <div className="tw-column tw-gap-8">
        <Tag color={isConnected ? 'success' : 'default'} className={styles.state!}>
          {t(isConnected ? 'reports.state.online' : 'reports.state.offline')}
        </Tag>
        <Facts
          facts={[
            ...fact(t('reports.column.terminalID'), state.terminalID),
            ...fact(t('gw005.since'), connectedSince === null ? null : format.dateTime(connectedSince)),
            ...fact(t('reports.column.cameFrom'), address),
            // Without its ports, which tell gateways of one machine apart.
            ...fact(t('gw005.process'), process?.replace(/:[\d,]+$/, '') ?? null),
            ...fact(t('gw005.ended'), endReason === null ? null : t(`reports.closeReason.${endReason}`)),
            ...(stateTime === null
              ? []
              : [{ label: t('reports.column.stateTime'), value: <RelativeTime at={stateTime} /> }]),
          ]}
        />
      </div>
    </Panel>
  )
}

function ParameterPanel({
  state: { terminalID, isConnected, parameters, parameterTime },
}: {
  state: Gw005State
}) {
  const { t } = useTexts()
  const { act, isBusy } = useAction()
  const query = (of: 'all' | 'network') =>
    act(async () => {
      const { state, failure } = await api(
        gw005Calls.query,
        { terminalID, of, waitSeconds: 10 },
        { timeoutMs: 20_000 },
      )
      await reread('gw005')
      if (failure !== null) throw new Error(t(`reports.commandFailure.${failure}`))
      return t(state === 'acknowledged' || state === 'confirmed' ? 'gw005.answered' : 'gw005.noAnswer')
    })
  const button = (of: 'all' | 'network') => (
    <ActionButton
      size="large"
      icon={<CloudDownloadOutlined />}
      loading={isBusy}
      {...(!isConnected && { reason: t('result.deviceOffline') })}
      onClick={() => void query(of)}
    >
      {t(`gw005.query.${of}`)}
    </ActionButton>
  )
  return (
    <Panel title={t('gw005.parameters')} note={parameterTime !== null && <RelativeTime at={parameterTime} />}>
      <div className="tw-column tw-gap-12">
        <div className="tw-row tw-gap-8">
          {button('all')}
          {button('network')}
        </div>
        {parameters.length > 0 ? (
          <Parameters parameters={parameters} />
        ) : (
          <p className="tw-muted">{t('gw005.noParameters')}</p>
        )}
      </div>
    </Panel>
  )
}
