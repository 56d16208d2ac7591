import { ApiOutlined, EnvironmentOutlined, HistoryOutlined } from '@ant-design/icons'
import { createLink } from '@tanstack/react-router'
import { lifePermission } from '@trackway/core/features/device-life/calls.ts'
import { type Device, endOfService } from '@trackway/core/features/devices/calls.ts'
import { Button, Flex } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../base/session.ts'
import { useNow } from '../../../base/use-now.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { ExpiryMark } from '../../../ui/ExpiryMark.tsx'
import { Facts } from '../../../ui/layout/Facts.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { CopyText } from '../../../ui/link/CopyText.tsx'
import { NameLink } from '../../../ui/link/NameLink.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { StateTag } from '../../../ui/StateTag.tsx'
import { GroupsOfDevice } from '../../vehicle-groups/GroupsOfDevice.tsx'
import { DevicePicture } from './DevicePicture.tsx'

const LinkButton = createLink(Button)

/** What a device is and how it is, whatever part of its page is shown. */
export function DeviceSummary({ device }: { device: Device }) {
  const { t, format } = useTexts()
  const now = useNow(60_000)
  const end = endOfService(device)
  return (
    <Panel label={t('devices.page.summary')}>
      <Flex vertical gap={16}>
        <Flex gap="4px 12px" wrap align="center">
          <StateTag state={device.state} />
          {device.stateTime !== null && (
            <span className="tw-muted tw-small">
              <RelativeTime at={device.stateTime} />
            </span>
          )}
        </Flex>
        <Facts
          facts={[
            { label: t('devices.terminalID'), value: <CopyText text={device.terminalID} /> },
            { label: t('devices.type'), value: device.deviceTypeName },
            {
              label: t('devices.owner'),
              value: (
                <NameLink kind="account" id={device.username}>
                  {device.username}
                </NameLink>
              ),
            },
            {
              label: t('devices.page.expires'),
              value:
                end === null ? (
                  t('lists.never')
                ) : (
                  <>
                    {format.date(end)}
                    <ExpiryMark end={end} now={now} />
                  </>
                ),
            },
            { label: t('vehicleGroups.tab'), value: <GroupsOfDevice terminalID={device.terminalID} /> },
            ...(device.sim === null
              ? []
              : [{ label: t('devices.sim'), value: <CopyText text={device.sim} /> }]),
          ]}
        />
        <DevicePicture device={device} />
      </Flex>
    </Panel>
  )
}

/** Where else the device is shown. */
export function DeviceActions({ device: { terminalID, state } }: { device: Device }) {
  const { t } = useTranslation()
  const mayMonitor = useCan('main:monitor')
  const mayReplay = useCan('main:track')
  const mayManage = useCan('main:devices_management')
  const maySeeLife = useCan(...lifePermission)
  return (
    <>
      {state === 'inactive' && mayManage && (
        <LinkButton
          color="primary"
          variant="solid"
          icon={<ApiOutlined />}
          to="/index/device/deviceList"
          search={{ setUp: terminalID }}
        >
          {t('devices.page.connect')}
        </LinkButton>
      )}
      {mayMonitor && (
        <LinkButton icon={<EnvironmentOutlined />} to="/index/home" search={{ terminalID }}>
          {t('devices.page.map')}
        </LinkButton>
      )}
      {mayReplay && (
        <LinkButton icon={<HistoryOutlined />} to="/index/track" search={{ terminalID }}>
          {t('devices.page.replay')}
        </LinkButton>
      )}
      {maySeeLife && (
        <LinkButton to="/test/life" search={{ number: terminalID }}>
          {t('deviceLife.open')}
        </LinkButton>
      )}
    </>
  )
}
