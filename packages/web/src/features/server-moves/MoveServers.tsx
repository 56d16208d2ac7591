import { ApiOutlined, EditOutlined } from '@ant-design/icons'
import {
  type MoveServer,
  moveServerList,
  serverMoveCalls,
} from '@trackway/core/features/server-moves/calls.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { AddButton } from '../../ui/actions/AddButton.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { deletion } from '../../ui/list/RowActions.tsx'

/** The servers that devices are moved to; those of ours with the API by which arrivals are seen. */
export function MoveServers() {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<MoveServer | 'new' | null>(null)
  const add = <AddButton label={t('serverMoves.addServer')} onClick={() => setEdited('new')} />
  const test = async ({ id, name }: MoveServer) => {
    const { isReached, isApiReached } = await api(serverMoveCalls.testServer, { id })
    const port = t(`serverMoves.test.port.${isReached === null ? 'none' : isReached ? 'yes' : 'no'}`)
    const apiText = t(`serverMoves.test.api.${isApiReached === null ? 'none' : isApiReached ? 'yes' : 'no'}`)
    return t('serverMoves.test.result', { name, port, api: apiText })
  }
  return (
    <>
      <ListScreen
        list={moveServerList}
        tools={add}
        empty={{ action: add }}
        rowActions={[
          { label: 'serverMoves.testOf', icon: <ApiOutlined />, call: serverMoveCalls.testServer, run: test },
          {
            label: 'serverMoves.editOf',
            icon: <EditOutlined />,
            call: serverMoveCalls.saveServer,
            run: setEdited,
          },
          deletion(serverMoveCalls.removeServer, 'serverMoves'),
        ]}
      />
      <FormDialog
        call={serverMoveCalls.saveServer}
        isOpen={edited !== null}
        title={t(edited === 'new' ? 'serverMoves.addServer' : 'serverMoves.editServer')}
        submitLabel={t('serverMoves.saveServer')}
        onClose={() => setEdited(null)}
        label={(name) => t(`serverMoves.field.${name}`)}
        initial={edited === 'new' || edited === null ? { transport: 'tcp' } : edited}
        fields={[
          'name',
          ['host', 'port'],
          { name: 'transport', word: (code: string) => t(`reports.transport.${code}`) },
          { name: 'url', help: t('serverMoves.urlHelp') },
          { name: 'apiKey', help: t('serverMoves.apiKeyHelp') },
          'note',
        ]}
        refusals={{ moveServerTaken: 'host', addressRefused: 'url' }}
        rereads={['list']}
        done={({ name }) => t('serverMoves.saved', { name })}
      />
    </>
  )
}
