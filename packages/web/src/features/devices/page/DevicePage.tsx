import { useNavigate, useSearch } from '@tanstack/react-router'
import { type Device, deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { displayName } from '@trackway/core/rules/device-order.ts'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../base/queries/use-call.ts'
import { useMedia } from '../../../base/use-is-phone.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { Tabs } from '../../../ui/antd/Tabs.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { SaveArea } from '../../../ui/form/save/SaveArea.tsx'
import { BackLink } from '../../../ui/layout/BackLink.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { ContentLoading } from '../../../ui/loading/ContentLoading.tsx'
import { type DevicePart, type DeviceUrl, deviceParts } from '../device-tabs.ts'
import styles from './DevicePage.module.css'
import { DeviceActions, DeviceSummary } from './DeviceSummary.tsx'
import { PartContent, useOpenParts } from './parts.tsx'

/** Everything of one device: what it is beside its parts, whose changes one bar saves. */
export function DevicePage() {
  const { toText, t } = useTexts()
  const { device: terminalID } = useSearch({ strict: false }) as DeviceUrl
  const { data: device, error } = useCall(
    ['list', 'device', terminalID],
    deviceCalls.detail,
    terminalID === undefined ? null : { terminalID },
  )
  return (
    <Page
      back={<BackLink to="/index/device/deviceList" label={t('devices.title')} isHistory />}
      title={device ? displayName(device) : (terminalID ?? t('devices.title'))}
      actions={device && <DeviceActions device={device} />}
      isTall
    >
      {error || terminalID === undefined ? (
        <EmptyState
          title={error ? toText(error) : t('devices.page.none')}
          text={t('devices.page.gone')}
          action={<BackLink to="/index/device/deviceList" label={t('devices.page.toList')} />}
        />
      ) : device === undefined ? (
        <ContentLoading />
      ) : (
        // Another device has a page of its own.
        <Parts key={device.id} device={device} />
      )}
    </Page>
  )
}

function Parts({ device }: { device: Device }) {
  const { t } = useTranslation()
  const isNarrow = useMedia('(max-width: 1359px)')
  const navigate = useNavigate()
  const { part } = useSearch({ strict: false }) as DeviceUrl
  const open = useOpenParts()
  const shown = part !== undefined && open.includes(part) ? part : open[0]!
  const { terminalID } = device
  const [visited, setVisited] = useState<ReadonlySet<DevicePart>>(new Set([shown]))
  if (!visited.has(shown)) setVisited(new Set([...visited, shown]))
  // "Back" leads to where the page was opened.
  const show = useCallback(
    (next: DevicePart) =>
      void navigate({ to: '.', replace: true, search: { device: terminalID, part: next } as never }),
    [navigate, terminalID],
  )
  return (
    <SaveArea
      onRefused={(key) => show(deviceParts.find((each) => each === key) ?? shown)}
      isSame={(search) => (search as DeviceUrl).device === terminalID}
    >
      <div className={`${styles.page} tw-inset-on-phone`}>
        <div className={styles.side}>
          <DeviceSummary device={device} />
          <Tabs
            className={styles.parts!}
            tabPlacement={isNarrow ? 'top' : 'start'}
            activeKey={shown}
            onChange={(key) => show(key as DevicePart)}
            items={open.map((key) => ({ key, label: t(`devices.page.part.${key}`) }))}
          />
        </div>
        {/* What was entered in a part stays while another is shown. */}
        {[...visited].map((key) => (
          <div key={key} className={styles.part} hidden={key !== shown}>
            <PartContent part={key} device={device} />
          </div>
        ))}
      </div>
    </SaveArea>
  )
}
