import { App, Form, Input, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import { errorText } from '../../base/error-text.ts'

export interface Question {
  title: string
  text: string
  /** The button that does it: a verb. */
  okLabel: string
  /** The user must type this first; for what cannot be undone. */
  typed?: string | undefined
  onOk: () => Promise<unknown>
  onCancel?: (() => void) | undefined
}

const useQuestion = create<{ question: Question | null }>(() => ({ question: null }))

/**
 * Asks before something is deleted or cannot be undone. One at a time; navigating away closes it.
 * A failure is shown in the dialog, which then stays open.
 */
export function confirm(question: Question): void {
  useQuestion.setState({ question })
}

export function closeConfirm(): void {
  useQuestion.setState({ question: null })
}

/** Draws the question; stands once, at the root of the page. */
export function ConfirmHost() {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const question = useQuestion((state) => state.question)
  const [typed, setTyped] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const isReady = !question?.typed || typed.trim() === question.typed

  useEffect(() => {
    if (question) setTyped('')
  }, [question])

  const run = async () => {
    if (!question || !isReady || isBusy) return
    setIsBusy(true)
    try {
      await question.onOk()
      // Another question may have been asked meanwhile.
      if (useQuestion.getState().question === question) closeConfirm()
    } catch (error) {
      message.error(errorText(error, t))
    } finally {
      setIsBusy(false)
    }
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
        <Form layout="vertical" style={{ marginTop: 16 }} onFinish={run}>
          <Form.Item
            style={{ margin: 0 }}
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
