import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import {
  type AgentDeviceCount,
  agentDeviceCountCalls,
  agentDeviceCountList,
} from '@trackway/core/features/import-counts/calls.ts'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { useCan } from '../../base/session.ts'
import { AddButton } from '../../ui/actions/AddButton.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import type { RowAction } from '../../ui/list/RowActions.tsx'
import { useEditedRow } from '../../ui/list/use-edited-row.ts'
import { AccountPicker } from '../../ui/pickers/AccountPicker.tsx'

/** How many devices accounts have, and how many they may have. */
export function DeviceLimitsScreen() {
  const { t } = useTranslation()
  const mayAdd = useCan('main:agent_add')
  const [target, setTarget] = useEditedRow(agentDeviceCountList, agentDeviceCountCalls.edit, 'new')
  const edited = target === 'new' ? null : target
  const form = {
    onClose: () => setTarget(null),
    label: (name: string) => t(`importCounts.field.${name}`),
    rereads: ['list'],
    done: () => t('agents.saved'),
  }
  const rowActions: RowAction<AgentDeviceCount>[] = [
    {
      label: 'importCounts.editLimit',
      icon: <EditOutlined />,
      call: agentDeviceCountCalls.edit,
      run: setTarget,
    },
    {
      label: 'importCounts.removeLimit',
      icon: <DeleteOutlined />,
      call: agentDeviceCountCalls.delete,
      isDangerous: true,
      confirm: { text: 'importCounts.removeText', ok: 'importCounts.removeOk' },
      run: ({ id }) => api(agentDeviceCountCalls.delete, { ids: [id] }),
      done: 'agents.saved',
    },
  ]
  const addButton = mayAdd && (
    <AddButton label={t('importCounts.addLimit')} onClick={() => setTarget('new')} />
  )
  return (
    <Page title={t('importCounts.limits')} actions={addButton}>
      <ListScreen list={agentDeviceCountList} rowActions={rowActions} empty={{ action: addButton }} />
      <FormDialog
        {...form}
        call={agentDeviceCountCalls.add}
        isOpen={target === 'new'}
        title={t('importCounts.addLimit')}
        submitLabel={t('importCounts.save')}
        fields={[
          {
            name: 'userId',
            control: <AccountPicker block isExact label={t('importCounts.field.userId')} />,
          },
          'totalDeviceCount',
        ]}
        refusals={{ deviceLimitTaken: 'userId', notFound: 'userId' }}
      />
      <FormDialog
        {...form}
        call={agentDeviceCountCalls.edit}
        isOpen={edited !== null}
        title={t('importCounts.editLimit', { name: edited?.username })}
        submitLabel={t('importCounts.save')}
        initial={edited ?? {}}
        fields={['totalDeviceCount']}
      />
    </Page>
  )
}
