import { Form, Input, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../actions/use-action.ts'
import { closeConfirm, useConfirmation } from './confirm.ts'

/** The open confirmation as a dialog. */
export function ConfirmDialog() {
  const { t } = useTranslation()
  const confirmation = useConfirmation((state) => state.confirmation)
  const [typed, setTyped] = useState('')
  const { act, isBusy } = useAction()
  const isReady = !confirmation?.typed || typed.trim() === confirmation.typed

  useEffect(() => {
    if (confirmation) setTyped('')
  }, [confirmation])

  const run = async () => {
    if (!confirmation || !isReady || isBusy) return
    await act(async () => {
      const done = await confirmation.onOk()
      // Another confirmation may have been opened meanwhile.
      if (useConfirmation.getState().confirmation === confirmation) closeConfirm()
      return done
    })
  }

  return (
    <Modal
      open={confirmation !== null}
      title={confirmation?.title}
      width={440}
      centered
      destroyOnHidden
      onCancel={() => {
        confirmation?.onCancel?.()
        closeConfirm()
      }}
      onOk={run}
      okText={confirmation?.okLabel}
      okButtonProps={{ danger: true, disabled: !isReady, loading: isBusy }}
      cancelText={t('ui.form.cancel')}
    >
      <p>{confirmation?.text}</p>
      {confirmation?.typed && (
        <Form layout="vertical" className="tw-gap-above" onFinish={run}>
          <Form.Item
            className="tw-flat"
            label={t('ui.confirm.type', { text: confirmation.typed })}
            htmlFor="confirm-typed"
          >
            <Input
              id="confirm-typed"
              value={typed}
              autoComplete="off"
              autoFocus
              placeholder={confirmation.typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Form.Item>
        </Form>
      )}
    </Modal>
  )
}
