import type { Device } from '@trackway/core/api/devices.ts'
import { displayName } from '@trackway/core/rules/device-order.ts'
import type { TFunction } from 'i18next'
import { type Format, unknown } from '../../base/format.ts'
import { CopyText } from '../../ui/CopyText.tsx'
import type { Column } from '../../ui/list/data-table.ts'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { StateTag } from '../../ui/StateTag.tsx'

/** The order of `reference/ux.md`: name; numbers and model; state; owner and terms; the rest. */
export function deviceColumns(t: TFunction, format: Format): Column<Device>[] {
  const orDash = (text: string | null) => text || <span className="tw-muted">{unknown}</span>
  return [
    {
      key: 'displayName',
      title: t('devices.name'),
      sort: 'displayName',
      isFixed: true,
      minWidth: 140,
      card: 'title',
      render: (device) => (
        <strong className="tw-device-title" title={displayName(device)}>
          {displayName(device)}
        </strong>
      ),
    },
    {
      key: 'state',
      title: t('devices.state'),
      sort: 'state',
      card: 'sign',
      render: (device) => <StateTag state={device.state} />,
    },
    {
      key: 'terminalID',
      title: t('devices.terminalID'),
      sort: 'terminalID',
      isFixed: true,
      render: (device) => <CopyText text={device.terminalID} />,
    },
    {
      key: 'deviceType',
      title: t('devices.type'),
      sort: 'deviceType',
      render: (device) => device.deviceTypeName,
    },
    {
      key: 'username',
      title: t('devices.owner'),
      sort: 'username',
      render: (device) => device.username,
    },
    {
      key: 'stateTime',
      title: t('devices.lastHeard'),
      sort: 'stateTime',
      render: (device) => <RelativeTime at={device.stateTime} />,
    },
    {
      key: 'expireTime',
      title: t('devices.expiry'),
      sort: 'expireTime',
      card: 'none',
      render: (device) => {
        const terms = [device.platformExpireTime, device.userExpireTime].filter((time) => time !== null)
        const ends = terms.length > 0 ? format.date(Math.min(...terms)) : t('devices.never')
        return <span className="tw-number">{ends}</span>
      },
    },
    {
      key: 'platformExpireTime',
      title: t('devices.platformExpiry'),
      isOptional: true,
      card: 'none',
      render: (device) => (
        <span className="tw-number">
          {device.platformExpireTime === null ? t('devices.never') : format.date(device.platformExpireTime)}
        </span>
      ),
    },
    {
      key: 'sim',
      title: t('devices.sim'),
      card: 'none',
      render: (device) => <span className="tw-number">{orDash(device.sim)}</span>,
    },
    {
      key: 'carNumber',
      title: t('devices.carNumber'),
      isOptional: true,
      card: 'none',
      render: (device) => orDash(device.carNumber),
    },
    {
      key: 'nickname',
      title: t('devices.nickname'),
      isOptional: true,
      card: 'none',
      render: (device) => orDash(device.nickname),
    },
    {
      key: 'iccid',
      title: t('devices.iccid'),
      isOptional: true,
      card: 'none',
      render: (device) => <span className="tw-number">{orDash(device.iccid)}</span>,
    },
    {
      key: 'userExpireTime',
      title: t('devices.userExpiry'),
      isOptional: true,
      card: 'none',
      render: (device) => (
        <span className="tw-number">
          {device.userExpireTime === null ? t('devices.never') : format.date(device.userExpireTime)}
        </span>
      ),
    },
    {
      key: 'activateTime',
      title: t('devices.activated'),
      isOptional: true,
      card: 'none',
      render: (device) => <span className="tw-number">{format.dateTime(device.activateTime)}</span>,
    },
    {
      key: 'createTime',
      title: t('devices.registered'),
      sort: 'createTime',
      isOptional: true,
      card: 'none',
      render: (device) => <span className="tw-number">{format.dateTime(device.createTime)}</span>,
    },
    {
      key: 'remark',
      title: t('devices.remark'),
      isOptional: true,
      card: 'none',
      render: (device) => <span className="tw-device-remark">{orDash(device.remark)}</span>,
    },
  ]
}
