import { ClockCircleOutlined, SendOutlined, StopOutlined } from '@ant-design/icons'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type CommandRecord, commandCalls, commandList } from '@trackway/core/api/devices/commands.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { useUser } from '../../base/session.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DisabledReason } from '../../ui/DisabledReason.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import type { RowAction } from '../../ui/list/RowActions.tsx'
import { VehiclePicker } from '../../ui/vehicles/VehiclePicker.tsx'
import { CommandProgress, mayBeKept } from './CommandProgress.tsx'
import { SendCommandDialog } from './SendCommandDialog.tsx'
import { useLiveCommands } from './use-live-commands.ts'

const rowActions: readonly RowAction<CommandRecord>[] = [
  {
    label: 'commands.cancel',
    icon: <StopOutlined />,
    call: commandCalls.cancel,
    isFor: ({ state }) => state === 'queued',
    run: ({ id }) => api(commandCalls.cancel, { id }),
    done: 'commands.cancelled',
  },
  {
    label: 'commands.keep',
    icon: <ClockCircleOutlined />,
    call: commandCalls.findAndOffline,
    isFor: mayBeKept,
    run: ({ id }) => api(commandCalls.findAndOffline, { id }),
    done: 'commands.kept',
  },
]

/** Commands to devices: sends them, and shows how far they have come. */
export function DirectiveScreen() {
  const { t } = useTranslation()
  const { isDemo } = useUser()
  const navigate = useNavigate()
  const { terminalID } = useSearch({ strict: false }) as { terminalID?: string }
  const [isOpen, setIsOpen] = useState(false)
  const [shown, setShown] = useState<CommandRecord | null>(null)
  useLiveCommands()
  const send = (
    <DisabledReason reason={isDemo ? t('result.demoAccount') : null}>
      <Button type="primary" icon={<SendOutlined />} disabled={isDemo} onClick={() => setIsOpen(true)}>
        {t('commands.send')}
      </Button>
    </DisabledReason>
  )
  const choose = (id: string | undefined) =>
    void navigate({
      to: '.',
      search: ((was: object) => ({ ...was, terminalID: id, pageNum: undefined })) as never,
    })
  return (
    <Page title={t('commands.title')} actions={send}>
      <ListScreen
        list={commandList}
        given={terminalID === undefined ? {} : { terminalIDs: [terminalID] }}
        tools={
          <VehiclePicker
            userId={undefined}
            isOne
            value={terminalID === undefined ? [] : [terminalID]}
            onChange={([id]) => choose(id)}
          />
        }
        rowActions={rowActions}
        onOpen={setShown}
        empty={{ title: t('commands.none'), text: t('commands.noneText'), action: send }}
      />
      {isOpen && <SendCommandDialog terminalID={terminalID} onClose={() => setIsOpen(false)} />}
      <Dialog
        open={shown !== null}
        footer={null}
        width={520}
        title={t('commands.command')}
        onCancel={() => setShown(null)}
      >
        {shown && <CommandProgress id={shown.id} onKept={() => setShown(null)} />}
      </Dialog>
    </Page>
  )
}
