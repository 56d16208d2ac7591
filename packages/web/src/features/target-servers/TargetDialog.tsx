import { limits } from '@trackway/core/codes/limits.ts'
import { serverMoveCalls } from '@trackway/core/features/server-moves/calls.ts'
import { type TargetServer, targetServerCalls } from '@trackway/core/features/target-servers/calls.ts'
import { Form, Segmented, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../base/queries/use-call.ts'
import { Field } from '../../ui/form/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { DeviceTypePicker } from '../../ui/pickers/DeviceTypePicker.tsx'

interface TargetDialogProps {
  /** The account, and the type where one is set for it; null: closed. */
  row: TargetServer | null
  onClose: () => void
}

/** Sets where the devices of an account report to: a server of the list, an address, or here. */
export function TargetDialog(props: TargetDialogProps) {
  return <TargetForm key={props.row?.id ?? ''} {...props} />
}

const wheres = ['server', 'here'] as const

function TargetForm({ row, onClose }: TargetDialogProps) {
  const { t } = useTranslation()
  const isStaying = row?.origin === 'own' && row.target === null
  const [where, setWhere] = useState<(typeof wheres)[number]>(isStaying ? 'here' : 'server')
  const name = row?.username ?? ''
  return (
    <FormDialog
      call={targetServerCalls.set}
      isOpen={row !== null}
      title={t('targetServers.setTitle', { name })}
      submitLabel={t('targetServers.set')}
      onClose={onClose}
      label={(field) => t(`targetServers.field.${field}`)}
      initial={
        row === null
          ? {}
          : {
              userId: row.userId,
              ...(row.deviceType !== null && { deviceType: row.deviceType }),
              transport: row.transport ?? 'tcp',
              ...(row.host !== null && { host: row.host, port: row.port }),
            }
      }
      fields={[
        <div key="where">
          <Segmented
            block
            aria-label={t('targetServers.field.where')}
            value={where}
            onChange={setWhere}
            options={wheres.map((value) => ({ value, label: t(`targetServers.where.${value}`) }))}
          />
          <p className="tw-muted tw-gap-above">{t('targetServers.whereHelp')}</p>
        </div>,
        ...(where === 'here'
          ? []
          : ([
              <ServerChoice key="server" />,
              [
                { name: 'host', isRequired: true },
                { name: 'port', isRequired: true },
              ],
              { name: 'transport', word: (code: string) => t(`reports.transport.${code}`) },
            ] as const)),
        {
          name: 'deviceType',
          isHidden: () => row?.deviceType != null,
          control: <DeviceTypePicker placeholder={t('targetServers.allTypes')} />,
          help: t('targetServers.deviceTypeHelp'),
        },
      ]}
      prepare={(input) => (where === 'here' ? { ...input, host: null, port: null } : input)}
      rereads={['list']}
      done={() => t('targetServers.isSet', { name })}
    />
  )
}

/** Fills in the address of a server of the list. */
function ServerChoice() {
  const { t } = useTranslation()
  const form = Form.useFormInstance()
  const { data } = useCall(['list', 'moveServers', 'all'], serverMoveCalls.servers, {
    pageSize: limits.moveServers,
  })
  const servers = data?.list ?? []
  if (servers.length === 0) return null
  const fill = (id: number) => {
    const { host, port, transport } = servers.find((server) => server.id === id)!
    form.setFieldsValue({ host, port, transport })
  }
  return (
    <Field label={t('targetServers.server')}>
      {(id) => (
        <Select
          id={id}
          placeholder={t('targetServers.chooseServer')}
          onChange={fill}
          options={servers.map(({ id, name, host, port }) => ({
            value: id,
            label: `${name} · ${host}:${port}`,
          }))}
        />
      )}
    </Field>
  )
}
