import type { OutputOf } from '@trackway/core/api/call.ts'
import { holdsAny } from '@trackway/core/codes/permissions.ts'
import { wireLabel } from '@trackway/core/codes/protocols.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import type { Frame, frameCalls } from '@trackway/core/features/frames/calls.ts'
import { Button, Flex, Select } from 'antd'
import { useState } from 'react'
import { api } from '../../base/api.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useUser } from '../../base/session.ts'
import { useTexts } from '../../base/use-texts.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Bytes } from './Bytes.tsx'

interface UnknownDeviceProps {
  terminalID: string
  data: OutputOf<typeof frameCalls.unknown>
}

/** Of a device that is not registered: its first frames, what they fit, and one step that registers it. */
export function UnknownDevice({ terminalID, data }: UnknownDeviceProps) {
  const { t, format } = useTexts()
  const { permissions, isDemo } = useUser()
  const [typeId, setTypeId] = useState<number | null>(null)
  const { act, isBusy } = useAction()
  const types = data.guesses.flatMap(({ protocol, deviceTypes }) =>
    deviceTypes.map(({ id, name }) => ({ value: id, label: `${name} · ${wireLabel(protocol)}` })),
  )
  const chosen = typeId ?? types[0]?.value ?? null
  const { permission } = deviceCalls.add
  const mayRegister = Array.isArray(permission) && holdsAny(permissions, permission)
  const register = () =>
    act(async () => {
      await api(deviceCalls.add, { terminalID, deviceType: chosen } as never)
      await reread('frames', 'list')
      return t('frames.registered')
    })
  return (
    <Panel
      title={t('frames.unknown')}
      note={
        data.guesses.length > 0 &&
        t('frames.speaks', {
          list: data.guesses
            .slice(0, 3)
            .map(({ protocol, fits }) => `${wireLabel(protocol)} (${format.percent(fits * 100)})`)
            .join(', '),
        })
      }
      actions={
        mayRegister && (
          <Flex gap={8}>
            <Select
              aria-label={t('frames.registerAs')}
              popupMatchSelectWidth={false}
              value={chosen}
              options={types}
              onChange={setTypeId}
            />
            <Button
              type="primary"
              loading={isBusy}
              disabled={isDemo || chosen === null}
              onClick={() => void register()}
            >
              {t('frames.register')}
            </Button>
          </Flex>
        )
      }
    >
      {!mayRegister && <p className="tw-muted">{t('frames.askToRegister')}</p>}
      <Flex vertical gap={4}>
        {data.list.map(({ id, time, name, hex }: Frame) => (
          <Flex key={id} gap={12} wrap align="baseline">
            <span className="tw-number tw-muted">{format.moment(time)}</span>
            <span>{name}</span>
            <Bytes hex={hex} />
          </Flex>
        ))}
      </Flex>
    </Panel>
  )
}
