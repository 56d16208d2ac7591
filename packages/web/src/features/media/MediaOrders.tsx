import { AudioOutlined, CameraOutlined } from '@ant-design/icons'
import { commandCalls } from '@trackway/core/features/commands/calls.ts'
import type { CommandCode } from '@trackway/core/features/commands/commands.ts'
import { Flex } from 'antd'
import { api } from '../../base/api.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { useCan } from '../../base/session.ts'
import { useTexts } from '../../base/use-texts.ts'
import { ActionButton } from '../../ui/actions/ActionButton.tsx'
import { useAction } from '../../ui/actions/use-action.ts'

const recordedS = '60'

/** Has the device take a picture or record, as far as there is a command of it. */
export function MediaOrders({ terminalID }: { terminalID: string }) {
  const { t } = useTexts()
  const { act, isBusy } = useAction()
  const mayCommand = useCan(...(commandCalls.add.permission as readonly 'main:command'[]))
  const { data } = useCall(
    ['command', 'offered', terminalID],
    commandCalls.detail,
    mayCommand ? { terminalID } : null,
  )
  const has = (code: CommandCode) => data?.commands.some((each) => each.code === code) ?? false
  const order = (code: CommandCode, parameters: object, done: string) =>
    act(async () => {
      await api(commandCalls.add, { terminalID, code, parameters: { ...parameters } })
      return done
    })
  if (!has('takePhoto') && !has('record')) return null
  return (
    <Flex gap={8} wrap>
      {has('takePhoto') && (
        <ActionButton
          type="primary"
          icon={<CameraOutlined />}
          loading={isBusy}
          onClick={() => void order('takePhoto', {}, t('media.photoOrdered'))}
        >
          {t('media.takePhoto')}
        </ActionButton>
      )}
      {has('record') && (
        <ActionButton
          icon={<AudioOutlined />}
          loading={isBusy}
          onClick={() => void order('record', { length: recordedS }, t('media.soundOrdered'))}
        >
          {t('media.record', { seconds: recordedS })}
        </ActionButton>
      )}
    </Flex>
  )
}
