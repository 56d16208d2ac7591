import { createLink } from '@tanstack/react-router'
import { iconIndex, iconTypes } from '@trackway/core/codes/icon-types.ts'
import { auditList } from '@trackway/core/features/audit/calls.ts'
import { lifePermission } from '@trackway/core/features/device-life/calls.ts'
import { type Device, deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { deviceServiceCalls } from '@trackway/core/features/devices/service-calls.ts'
import { locationCalls } from '@trackway/core/features/locations/calls.ts'
import { displayName } from '@trackway/core/rules/device-order.ts'
import { Button, Flex } from 'antd'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../base/queries/use-call.ts'
import { useCan } from '../../base/session.ts'
import { useNow } from '../../base/use-now.ts'
import { useTexts } from '../../base/use-texts.ts'
import { Tabs } from '../../ui/antd/Tabs.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { CallForm } from '../../ui/form/CallForm.tsx'
import { Facts } from '../../ui/layout/Facts.tsx'
import { CopyText } from '../../ui/link/CopyText.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { ContentLoading } from '../../ui/loading/ContentLoading.tsx'
import { StateTag } from '../../ui/StateTag.tsx'
import { CommandDesk } from '../commands/desk/CommandDesk.tsx'
import { factGroups } from '../locations/card/card-facts.tsx'
import { RenewDevices } from '../orders/renewal/RenewDevices.tsx'
import { DeviceLinks } from '../track-settings/DeviceLinks.tsx'
import { DeviceSettings } from '../track-settings/DeviceSettings.tsx'
import { detailFields } from './DeviceForm.tsx'
import { DevicePicture } from './DevicePicture.tsx'
import styles from './DeviceWorkbench.module.css'
import { type WorkbenchTab, workbenchTabs } from './device-tabs.ts'
import { hostField } from './host-field.ts'
import { termFields } from './term-fields.ts'
import { transferFields } from './transfer-fields.tsx'

const LinkButton = createLink(Button)
/** How often the state of the device is requested. */
const latestMs = 10_000

interface DeviceWorkbenchProps {
  /** Null: it is closed. */
  terminalID: string | null
  tab: WorkbenchTab
  onTab: (tab: WorkbenchTab) => void
  onClose: () => void
}

/** Everything of one device, over the list that it was opened from. */
export function DeviceWorkbench({ terminalID, tab, onTab, onClose }: DeviceWorkbenchProps) {
  const { t, toText } = useTexts()
  const { data: device, error } = useCall(
    ['list', 'device', terminalID],
    deviceCalls.detail,
    terminalID === null ? null : { terminalID },
  )
  const mayLook = useCan(...lifePermission)
  const may = {
    details: useCan('main:device_edit'),
    service: true,
    customer: true,
    track: useCan('main:track'),
    commands: useCan('main:command'),
    history: useCan('main:device_history'),
    links: useCan('main:device_edit'),
    settings: useCan('main:device_edit'),
  }
  const shown = workbenchTabs.filter((each) => may[each])
  return (
    <Dialog
      open={terminalID !== null}
      title={device ? displayName(device) : terminalID}
      width={960}
      centered={false}
      className={styles.workbench!}
      footer={null}
      onCancel={onClose}
    >
      {error ? (
        <EmptyState title={toText(error)} text={t('devices.workbench.gone')} />
      ) : device === undefined ? (
        <ContentLoading />
      ) : (
        <>
          <Flex gap={16} wrap align="center">
            <StateTag state={device.state} />
            <CopyText text={device.terminalID} />
            <span className="tw-muted">{device.deviceTypeName}</span>
            <span className="tw-muted">{device.username}</span>
            {mayLook && (
              <LinkButton size="small" to="/test/life" search={{ number: device.terminalID }}>
                {t('deviceLife.open')}
              </LinkButton>
            )}
          </Flex>
          <Tabs
            activeKey={shown.includes(tab) ? tab : shown[0]!}
            onChange={(key) => onTab(key as WorkbenchTab)}
            items={shown.map((key) => ({
              key,
              label: t(`devices.workbench.tab.${key}`),
              children: <Tab tab={key} device={device} />,
            }))}
          />
        </>
      )}
    </Dialog>
  )
}

function Tab({ tab, device }: { tab: WorkbenchTab; device: Device }) {
  const { t } = useTranslation()
  const { terminalID } = device
  const named = { terminalID, name: displayName(device) }
  switch (tab) {
    case 'details':
      return (
        <Flex gap={24} wrap>
          <DevicePicture device={device} />
          <div className="tw-half">
            <CallForm
              key={terminalID}
              call={deviceCalls.update}
              isChange
              submitLabel={t('devices.save')}
              label={(name) => t(`devices.${name}`)}
              // A kind of vehicle without a picture is shown as the first.
              initial={{ ...device, iconType: iconTypes[iconIndex(device.iconType)] }}
              fields={[...detailFields, ...moreFields(t)]}
              refusals={{ carNumberTaken: 'carNumber' }}
              rereads={['list']}
              done={() => t('devices.saved')}
            />
          </div>
        </Flex>
      )
    case 'service':
      return <Service device={device} />
    case 'customer':
      return <Customer device={device} />
    case 'track':
      return <Latest terminalID={terminalID} />
    case 'commands':
      return <CommandDesk isNarrow terminalIDs={[terminalID]} />
    case 'history':
      return (
        <ListScreen
          isLocal
          list={auditList}
          given={{ search: terminalID }}
          empty={{ title: t('devices.noEvents'), text: t('devices.noEventsText') }}
        />
      )
    case 'links':
      return <DeviceLinks terminalID={terminalID} />
    case 'settings':
      return <DeviceSettings isList device={named} />
  }
}

const moreFields = (t: TFunction) =>
  [
    [
      { name: 'iconType', word: (code: string) => t(`reports.iconType.${code}`) },
      { name: 'utcOffsetMinutes', unit: { name: t('devices.minutes') } },
      { name: 'importProtocol', word: (code: string) => t(`reports.importProtocol.${code}`) },
    ],
  ] as const

/** Its position and readings, with links to its map and replay. */
function Latest({ terminalID }: { terminalID: string }) {
  const { t, format } = useTexts()
  const now = useNow(1000)
  const { data } = useCall(
    ['locations', 'one', terminalID],
    locationCalls.find,
    { terminalIDs: [terminalID] },
    { refetchInterval: latestMs },
  )
  const device = data?.list[0]
  return (
    <Flex vertical gap={20}>
      <Flex gap={8}>
        <LinkButton color="primary" variant="solid" to="/index/track" search={{ terminalID }}>
          {t('devices.workbench.openTrack')}
        </LinkButton>
        <LinkButton to="/index/home" search={{ terminalID }}>
          {t('devices.workbench.openMap')}
        </LinkButton>
      </Flex>
      {!data && <ContentLoading />}
      {device && (
        <div className={styles.groups}>
          {factGroups(device, { t, format, now }).map(({ heading, facts }) => (
            <section key={heading}>
              <h3>{heading}</h3>
              <Facts facts={facts} />
            </section>
          ))}
        </div>
      )}
    </Flex>
  )
}

function Service({ device }: { device: Device }) {
  const { t, format } = useTexts()
  const maySet = useCan('main:devices_muti_update_time')
  const maySetPlatform = useCan('main:device_terms')
  const maySetHost = useCan('main:device_transfer')
  const { terminalID } = device
  const term = (time: number | null, mode: Device['userMode']) =>
    time === null
      ? t(`devices.termMode.${mode}`)
      : `${format.dateTime(time)} · ${t(`devices.termMode.${mode}`)}`
  return (
    <Flex vertical gap={24} className="tw-narrow">
      <Facts
        facts={[
          {
            label: t('devices.workbench.activateTime'),
            value:
              device.activateTime === null
                ? t('reports.state.inactive')
                : format.dateTime(device.activateTime),
          },
          { label: t('devices.platformTerm'), value: term(device.platformExpireTime, device.platformMode) },
          { label: t('devices.userTerm'), value: term(device.userExpireTime, device.userMode) },
          { label: t('devices.host'), value: device.host ?? t('devices.workbench.none') },
          {
            label: t('devices.workbench.password'),
            value: t(device.hasPassword ? 'devices.workbench.passwordSet' : 'devices.workbench.none'),
          },
        ]}
      />
      <RenewDevices chosen={{ ids: [terminalID] }} />
      {maySet && (
        <Flex gap={24} wrap>
          {(maySetPlatform ? (['user', 'platform'] as const) : (['user'] as const)).map((whose) => (
            <section key={whose} className="tw-half">
              <h3>{t(`devices.${whose}Term`)}</h3>
              <CallForm
                key={`${device[`${whose}ExpireTime`]} ${device[`${whose}Mode`]}`}
                call={deviceServiceCalls.updateTime}
                submitLabel={t('devices.save')}
                label={(name) => t(`devices.${name}`)}
                initial={{
                  terminalIDs: [terminalID],
                  mode: device[`${whose}Mode`],
                  [`${whose}ExpireTime`]: device[`${whose}ExpireTime`],
                  ...(device[`${whose}Months`] !== null && { [`${whose}Months`]: device[`${whose}Months`] }),
                }}
                fields={termFields(whose, t)}
                rereads={['list']}
                done={() => t('devices.saved')}
              />
            </section>
          ))}
        </Flex>
      )}
      {maySetHost && (
        <section className="tw-narrow">
          <h3>{t('devices.hostTitle')}</h3>
          <CallForm
            key={device.host}
            call={deviceServiceCalls.updateHost}
            submitLabel={t('devices.save')}
            label={(name) => t(`devices.${name}`)}
            initial={{ terminalIDs: [terminalID], host: device.host }}
            fields={[hostField(t)]}
            rereads={['list']}
            done={() => t('devices.saved')}
          />
        </section>
      )}
    </Flex>
  )
}

function Customer({ device }: { device: Device }) {
  const { t } = useTranslation()
  const mayTransfer = useCan('main:device_transfer')
  return (
    <Flex vertical gap={24} className="tw-narrow">
      <Facts facts={[{ label: t('devices.owner'), value: device.username }]} />
      {mayTransfer && (
        <CallForm
          key={device.userId}
          call={deviceServiceCalls.transfer}
          submitLabel={t('devices.transfer')}
          label={() => t('devices.transferTo')}
          initial={{ terminalIDs: [device.terminalID] }}
          fields={transferFields(t)}
          refusals={{ alreadyThere: 'userId', transferToSelf: 'userId', carNumberTaken: 'userId' }}
          rereads={['list']}
          done={() => t('devices.transferred')}
        />
      )}
    </Flex>
  )
}
