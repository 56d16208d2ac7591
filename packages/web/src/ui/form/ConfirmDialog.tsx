import { Form, Input, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../actions/use-action.ts'
import { closeConfirm, useQuestion } from './confirm.ts'

/** The question as a dialog. */
export function ConfirmDialog() {
  const { t } = useTranslation()
  const question = useQuestion((state) => state.question)
  const [typed, setTyped] = useState('')
  const { act, isBusy } = useAction()
  const isReady = !question?.typed || typed.trim() === question.typed

  useEffect(() => {
    if (question) setTyped('')
  }, [question])

  const run = async () => {
    if (!question || !isReady || isBusy) return
    await act(async () => {
      const done = await question.onOk()
      // Another question may have been asked meanwhile.
      if (useQuestion.getState().question === question) closeConfirm()
      return done
    })
  }

  return (
    <Modal
      open={question !== null}
      title={question?.title}
      width={440}
      centered
      destroyOnHidden
      onCancel={() => {
        question?.onCancel?.()
        closeConfirm()
      }}
      onOk={run}
      okText={question?.okLabel}
      okButtonProps={{ danger: true, disabled: !isReady, loading: isBusy }}
      cancelText={t('ui.form.cancel')}
    >
      <p>{question?.text}</p>
      {question?.typed && (
        <Form layout="vertical" className="tw-gap-above" onFinish={run}>
          <Form.Item
            className="tw-flat"
            label={t('ui.confirm.type', { text: question.typed })}
            htmlFor="confirm-typed"
          >
            <Input
              id="confirm-typed"
              value={typed}
              autoComplete="off"
              autoFocus
              placeholder={question.typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Form.Item>
        </Form>
      )}
    </Modal>
  )
}
