import type { unknownDevice } from '@trackway/core/api/devices.ts'
import { limits } from '@trackway/core/codes/limits.ts'
import { suggestType } from '@trackway/core/rules/suggest-type.ts'
import { App, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { errorText } from '../../base/error-text.ts'
import { useUser } from '../../base/session.ts'
import { useFormat } from '../../base/use-format.ts'
import { CopyText } from '../../ui/CopyText.tsx'
import { DisabledReason } from '../../ui/DisabledReason.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import type { Column, TablePart } from '../../ui/list/data-table.ts'
import { useDeviceTypes } from '../../ui/pickers/use-device-types.ts'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { useDeviceChanges, useUnknownDevices } from './use-devices.ts'

type UnknownDevice = z.output<typeof unknownDevice>

/** Devices that knock and are not registered: one click registers them under one's own account. */
export function UnknownDevices({ onAdjust }: { onAdjust: (device: UnknownDevice) => void }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const format = useFormat()
  const { isDemo } = useUser()
  const types = useDeviceTypes()
  const { add } = useDeviceChanges()
  const [search, setSearch] = useState('')
  const [part, setPart] = useState({ pageNum: 1, pageSize: limits.defaultPageSize as number })
  const [busy, setBusy] = useState<string | null>(null)
  const devices = useUnknownDevices({ ...part, search }, true)
  const typeOf = (device: UnknownDevice) => suggestType(types.data ?? [], device.wire)

  const register = async (device: UnknownDevice) => {
    const type = typeOf(device)
    if (!type) return onAdjust(device)
    setBusy(device.terminalID)
    try {
      await add({ terminalID: device.terminalID, deviceType: type.id })
      message.success(t('devices.added', { name: device.terminalID }))
    } catch (error) {
      message.error(errorText(error, t))
    } finally {
      setBusy(null)
    }
  }

  const columns: Column<UnknownDevice>[] = [
    {
      key: 'terminalID',
      title: t('devices.terminalID'),
      isFixed: true,
      card: 'title',
      render: (device) => <CopyText text={device.terminalID} />,
    },
    { key: 'wire', title: t('devices.wire'), render: (device) => device.wire },
    {
      key: 'address',
      title: t('devices.address'),
      render: (device) => <span className="tw-number">{device.address}</span>,
    },
    {
      key: 'attempts',
      title: t('devices.attempts'),
      isNumber: true,
      render: (device) => format.number(device.attempts),
    },
    {
      key: 'firstTime',
      title: t('devices.firstTime'),
      render: (device) => <RelativeTime at={device.firstTime} />,
    },
    {
      key: 'lastTime',
      title: t('devices.lastTime'),
      render: (device) => <RelativeTime at={device.lastTime} />,
    },
    { key: 'type', title: t('devices.registersAs'), render: (device) => typeOf(device)?.name ?? '–' },
  ]

  return (
    <DataTable
      name="unknownDevices"
      label={t('devices.waitingTab')}
      columns={columns}
      rowKey={(device) => device.terminalID}
      rows={devices.data?.list}
      total={devices.data?.total ?? 0}
      part={{ ...part, sort: '', isDescending: false }}
      onPart={({ pageNum, pageSize }: TablePart) => setPart({ pageNum, pageSize })}
      isStale={devices.isPlaceholderData}
      error={devices.error}
      onRetry={() => void devices.refetch()}
      tools={
        <div className="tw-device-search">
          <SearchField
            value={search}
            onSearch={(text) => {
              setSearch(text)
              setPart((was) => ({ ...was, pageNum: 1 }))
            }}
            label={t('devices.searchWaiting')}
            maxLength={32}
          />
        </div>
      }
      empty={<EmptyState title={t('devices.noneWaiting')} text={t('devices.noneWaitingText')} />}
      actions={(device) => (
        <DisabledReason reason={isDemo ? t('result.demoAccount') : null}>
          <span className="tw-register">
            <Button type="text" disabled={isDemo} onClick={() => onAdjust(device)}>
              {t('devices.adjust')}
            </Button>
            <Button
              color="primary"
              variant="filled"
              disabled={isDemo}
              loading={busy === device.terminalID}
              onClick={() => void register(device)}
            >
              {t('devices.register')}
            </Button>
          </span>
        </DisabledReason>
      )}
    />
  )
}
