import { WarningOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { call } from '@trackway/core/api/call.ts'
import { commandCalls } from '@trackway/core/api/devices/commands.ts'
import { type CommandCode, commandGroups, commandRow } from '@trackway/core/commands/commands.ts'
import { Alert, Flex, Select, Spin } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '../../base/api.ts'
import { errorText } from '../../base/error-text.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { CallForm } from '../../ui/form/CallForm.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { VehiclePicker } from '../../ui/vehicles/VehiclePicker.tsx'
import { CommandProgress } from './CommandProgress.tsx'
import { firstValues, isLeftOut, parameterFields } from './parameter-fields.tsx'
import { TemporaryUnlock } from './TemporaryUnlock.tsx'

interface SendCommandDialogProps {
  /** The device it is for at first; undefined: one is chosen. */
  terminalID: string | undefined
  onClose: () => void
}

/** Sends a command to one device, and shows what becomes of it. */
export function SendCommandDialog({ terminalID, onClose }: SendCommandDialogProps) {
  const { t } = useTranslation()
  const [device, setDevice] = useState(terminalID)
  const [code, setCode] = useState<CommandCode | null>(null)
  const [sentId, setSentId] = useState<number | null>(null)
  const { data, error } = useQuery({
    queryKey: ['commands of a device', device],
    queryFn: ({ signal }) => api(commandCalls.detail, { terminalID: device! }, { signal }),
    enabled: device !== undefined,
  })
  const chosen = data?.commands.find((each) => each.code === code)
  const choose = (next: CommandCode) => {
    setCode(next)
    setSentId(null)
  }
  const isRisky = (value: unknown) => data?.commands.find((each) => each.code === value)?.risk != null
  const groups = commandGroups.map((group) => ({
    label: t(`commands.group.${group}`),
    options: (data?.commands ?? [])
      .filter((each) => each.group === group)
      .map((each) => ({ value: each.code, label: t(`reports.command.${each.code}`) })),
  }))
  return (
    <Dialog open footer={null} width={520} title={t('commands.send')} onCancel={onClose}>
      <Flex vertical gap={16}>
        <VehiclePicker
          userId={undefined}
          isNone
          isOne
          block
          value={device === undefined ? [] : [device]}
          onChange={([id]) => {
            setDevice(id)
            setSentId(null)
          }}
        />
        {error && <Alert type="error" showIcon title={errorText(error, t)} />}
        {device !== undefined && !data && !error && <Spin />}
        {data && (
          <>
            {!data.isOnline && (
              <Alert
                type="info"
                showIcon
                title={t(data.isOfflineCapable ? 'commands.waitsText' : 'commands.offlineText')}
              />
            )}
            <Field label={t('commands.command')}>
              {(id) => (
                <Select
                  id={id}
                  showSearch={{ optionFilterProp: 'label' }}
                  placeholder={t('commands.choose')}
                  value={chosen?.code ?? null}
                  onChange={choose}
                  options={groups.filter(({ options }) => options.length > 0)}
                  optionRender={({ label, value }) => (
                    <>
                      {label} {isRisky(value) && <WarningOutlined aria-label={t('commands.dangerous')} />}
                    </>
                  )}
                />
              )}
            </Field>
          </>
        )}
        {device !== undefined && data && chosen && (
          <CommandForm
            key={`${device} ${chosen.code}`}
            terminalID={device}
            code={chosen.code}
            last={chosen.last}
            isOffline={!data.isOnline}
            onSent={setSentId}
          />
        )}
        {device !== undefined && chosen?.code === 'oilRestore' && (
          <TemporaryUnlock terminalID={device} onSent={setSentId} />
        )}
        {sentId !== null && <CommandProgress id={sentId} onKept={onClose} />}
      </Flex>
    </Dialog>
  )
}

/** The form of one command: its parameters, and whether it waits for the device. */
const formCallOf = (code: CommandCode) =>
  call({
    path: commandCalls.send.path,
    permission: commandCalls.send.permission,
    help: '',
    input: z.object({
      ...commandRow(code).parameters.shape,
      offline: z.boolean().default(false),
    }) as unknown as z.ZodType<Record<string, unknown>, Record<string, unknown>>,
    output: commandCalls.send.output,
  })

interface CommandFormProps {
  terminalID: string
  code: CommandCode
  /** What the device last took. */
  last: Record<string, unknown> | null
  /** The device is not connected. */
  isOffline: boolean
  onSent: (id: number) => void
}

function CommandForm({ terminalID, code, last, isOffline, onSent }: CommandFormProps) {
  const { t } = useTranslation()
  const formCall = useMemo(() => formCallOf(code), [code])
  const name = t(`reports.command.${code}`)
  const { risk } = commandRow(code)
  return (
    <CallForm
      call={formCall}
      submitLabel={t('commands.send')}
      label={(field) => t(`commands.field.${field}`, { defaultValue: field })}
      fields={[...parameterFields(code, t), 'offline']}
      initial={{ ...firstValues(code, last), offline: isOffline }}
      refusals={{ deviceOffline: 'offline' }}
      prepare={(input) =>
        Object.fromEntries(Object.entries(input).filter(([field]) => !isLeftOut(code, field, input.mode)))
      }
      ask={() =>
        risk === undefined
          ? null
          : {
              title: name,
              text: t('commands.riskText'),
              okLabel: t('commands.sendAnyway'),
              ...(code === 'oilCut' && { typed: terminalID }),
            }
      }
      // What becomes of it is told live.
      send={({ offline, ...parameters }) =>
        api(commandCalls.send, { terminalID, code, parameters, offline: offline === true, waitSeconds: 0 })
      }
      rereads={['list']}
      onDone={({ id }) => onSent(id)}
    />
  )
}
