import type { InputOf, OutputOf } from '@trackway/core/api/call.ts'
import { limits } from '@trackway/core/codes/limits.ts'
import { serverMoveCalls } from '@trackway/core/features/server-moves/calls.ts'
import { Alert, Flex, Segmented, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../base/queries/use-call.ts'
import { CallForm } from '../../ui/form/CallForm.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { IdsInput } from '../../ui/vehicles/IdsInput.tsx'
import { FormForecast } from '../tasks/TaskForecast.tsx'
import { useTaskRuleFields } from '../tasks/use-task-rule-fields.tsx'

interface MoveSendProps {
  /** Shows what becomes of it. */
  onSent: (taskId: number) => void
}

type Direction = 'away' | 'back'

/** Devices, the server they are sent to or called back from, and the pace: one, then ten, then the rest. */
export function MoveSend({ onSent }: MoveSendProps) {
  const { t } = useTranslation()
  const rules = useTaskRuleFields()
  const [direction, setDirection] = useState<Direction>('away')
  const [serverId, setServerId] = useState<number | null>(null)
  const { data } = useCall(['list', 'moveServers', 'all'], serverMoveCalls.servers, {
    pageSize: limits.moveServers,
  })
  const servers = (data?.list ?? []).filter(({ url }) => direction === 'away' || url !== null)
  const server = servers.find(({ id }) => id === serverId)
  const label = (name: string) => t(`serverMoves.field.${name}`)
  const ids = {
    name: 'terminalIDs',
    control: <IdsInput max={limits.devicesPerTask} />,
    isRequired: true,
  } as const
  const confirmation = (
    { terminalIDs }: { terminalIDs: string[] },
    text: 'sendText' | 'callBackText',
    to: string,
  ) => ({
    title: t(direction === 'away' ? 'serverMoves.sendTitle' : 'serverMoves.callBackTitle', {
      count: terminalIDs.length,
    }),
    text: t(`serverMoves.${text}`, { to }),
    okLabel: t(direction === 'away' ? 'serverMoves.sendOk' : 'serverMoves.callBack', {
      count: terminalIDs.length,
    }),
  })
  const done = ({ devices, failed }: OutputOf<typeof serverMoveCalls.send>) =>
    failed.length > 0
      ? t('serverMoves.startedSome', {
          count: devices,
          missing: failed.length,
          list: failed
            .slice(0, 5)
            .map(({ id }) => id)
            .join(', '),
        })
      : t('serverMoves.started', { count: devices })
  const usual = { perSecond: 1, maxFailurePercent: 10, maxTries: 3 }
  return (
    <Panel label={t('serverMoves.title')}>
      <Flex vertical gap={16} className="tw-narrow tw-scroll tw-shrink-down">
        <Segmented<Direction>
          value={direction}
          onChange={setDirection}
          options={(['away', 'back'] as const).map((value) => ({
            value,
            label: t(`serverMoves.direction.${value}`),
          }))}
        />
        <Field label={t('serverMoves.server')}>
          {(id) => (
            <Select
              id={id}
              allowClear
              value={server?.id ?? null}
              onChange={(chosen) => setServerId(chosen ?? null)}
              placeholder={t(servers.length > 0 ? 'serverMoves.chooseServer' : 'serverMoves.noServers')}
              options={servers.map(({ id, name, host, port }) => ({
                value: id,
                label: `${name} · ${host}:${port}`,
              }))}
            />
          )}
        </Field>
        {direction === 'away' ? (
          <CallForm
            key={`away ${server?.id}`}
            call={serverMoveCalls.send}
            submitLabel={t('serverMoves.send')}
            label={label}
            initial={{
              ...usual,
              transport: server?.transport ?? 'tcp',
              ...(server && { host: server.host, port: server.port }),
            }}
            fields={[
              ['host', 'port'],
              { name: 'transport', word: (code) => t(`reports.transport.${code}`) },
              ids,
              ...rules(serverMoveCalls.send),
              <FormForecast key="forecast" />,
            ]}
            toConfirmation={(input: InputOf<typeof serverMoveCalls.send>) =>
              confirmation(input, 'sendText', `${input.host}:${input.port}`)
            }
            rereads={['list', 'task']}
            done={done}
            onDone={({ taskId }) => onSent(taskId)}
          />
        ) : server ? (
          <CallForm
            key={`back ${server.id}`}
            call={serverMoveCalls.callBack}
            submitLabel={t('serverMoves.callBackStart')}
            label={label}
            initial={{ ...usual, serverId: server.id }}
            fields={[ids, ...rules(serverMoveCalls.callBack), <FormForecast key="forecast" />]}
            toConfirmation={(input: InputOf<typeof serverMoveCalls.callBack>) =>
              confirmation(input, 'callBackText', server.name)
            }
            rereads={['list', 'task']}
            done={done}
            onDone={({ taskId }) => onSent(taskId)}
          />
        ) : (
          <Alert type="info" showIcon title={t('serverMoves.backHint')} />
        )}
      </Flex>
    </Panel>
  )
}
