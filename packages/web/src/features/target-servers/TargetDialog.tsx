import { limits } from '@trackway/core/codes/limits.ts'
import { serverMoveCalls } from '@trackway/core/features/server-moves/calls.ts'
import { type TargetServer, targetServerCalls } from '@trackway/core/features/target-servers/calls.ts'
import { Form, Segmented, Select } from 'antd'
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

type Values = Record<string, unknown>

const staysHere = ({ where }: Values) => where === 'here'

/** Sets where the devices of an account report to: a server of the list, an address, or here. */
export function TargetDialog({ row, onClose }: TargetDialogProps) {
  const { t } = useTranslation()
  const name = row?.username ?? ''
  const isOfType = row?.deviceType != null
  const ofServer = (missing: string) => (value: unknown, values: Values) =>
    !staysHere(values) && (value === undefined || value === null || value === '') ? missing : null
  const where = row?.origin === 'own' && row.target === null ? 'here' : 'server'
  return (
    <FormDialog<typeof targetServerCalls.set, 'where'>
      key={row?.id ?? ''}
      call={targetServerCalls.set}
      isOpen={row !== null}
      title={t('targetServers.setTitle', { name })}
      submitLabel={t('targetServers.set')}
      onClose={onClose}
      label={(field) => t(`targetServers.field.${field}`)}
      initial={
        row === null
          ? {}
          : ({
              userId: row.userId,
              ...(row.deviceType !== null && { deviceType: row.deviceType }),
              where,
              transport: row.transport ?? 'tcp',
              ...(row.host !== null && { host: row.host, port: row.port }),
            } as never)
      }
      fields={[
        {
          name: 'where',
          control: (
            <Segmented
              block
              options={(['server', 'here'] as const).map((value) => ({
                value,
                label: t(`targetServers.where.${value}`),
              }))}
            />
          ),
          help: t('targetServers.whereHelp'),
        },
        <ServerChoice key="server" />,
        [
          {
            name: 'host',
            isHidden: staysHere,
            check: ofServer(t('ui.form.required')),
            checkAfter: ['where'],
          },
          {
            name: 'port',
            isHidden: staysHere,
            check: ofServer(t('ui.form.required')),
            checkAfter: ['where'],
          },
        ],
        {
          name: 'transport',
          isHidden: staysHere,
          word: (code: string) => t(`reports.transport.${code}`),
        },
        {
          name: 'deviceType',
          isHidden: () => isOfType,
          control: <DeviceTypePicker placeholder={t('targetServers.allTypes')} />,
          help: t('targetServers.deviceTypeHelp'),
        },
      ]}
      prepare={(input) => ((input as Values).where === 'here' ? { ...input, host: null, port: null } : input)}
      rereads={['list']}
      done={() => t('targetServers.isSet', { name })}
    />
  )
}

/** Fills in the address of a server of the list. */
function ServerChoice() {
  const { t } = useTranslation()
  const form = Form.useFormInstance()
  const isHere = Form.useWatch((values: Values) => staysHere(values)) ?? false
  const { data } = useCall(['list', 'moveServers', 'all'], serverMoveCalls.servers, {
    pageSize: limits.moveServers,
  })
  const servers = data?.list ?? []
  if (isHere || servers.length === 0) return null
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
