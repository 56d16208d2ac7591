import type { Call } from '@trackway/core/api/call.ts'
import { Form } from 'antd'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { Dialog } from '../Dialog.tsx'
import { DisabledReason } from '../DisabledReason.tsx'
import { type CallFormProps, useCallForm } from './use-call-form.tsx'

interface FormDialogProps<C extends Call, Extra extends string> extends CallFormProps<C, Extra> {
  title: string
  isOpen: boolean
  /** Also called when it is done. */
  onClose: () => void
  width?: number
  /** Another way than to send it, beside the button that does. */
  otherAction?: ReactNode
}

/**
 * A form in a dialog: its fields follow from the input of the call that it sends. Asks the user before input is lost, and
 * closes when the call has succeeded.
 */
export function FormDialog<C extends Call, Extra extends string = never>(props: FormDialogProps<C, Extra>) {
  const { title, submitLabel, isOpen, onClose, width = 480, otherAction } = props
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const content = useRef<HTMLDivElement>(null)
  const { formProps, body, isBusy, reason, leave } = useCallForm({
    ...props,
    onDone: (output, input) => {
      onClose()
      props.onDone?.(output, input)
    },
  })
  const focusFirst = () => {
    // Who is typing already is not led away; on a phone the keyboard would open over the form.
    if (isPhone || content.current?.contains(document.activeElement)) return
    content.current?.querySelector<HTMLElement>('input:not([hidden]), textarea')?.focus()
  }
  return (
    <Dialog
      title={title}
      open={isOpen}
      width={width}
      onCancel={() => leave(onClose)}
      afterOpenChange={(hasOpened) => hasOpened && focusFirst()}
      okText={submitLabel}
      okButtonProps={{ htmlType: 'submit', disabled: reason !== null }}
      confirmLoading={isBusy}
      cancelText={t('ui.form.cancel')}
      footer={(_, { OkBtn, CancelBtn }) => (
        <>
          {otherAction ?? <CancelBtn />}
          <DisabledReason reason={reason}>
            <OkBtn />
          </DisabledReason>
        </>
      )}
      // The form is around the footer, whose button sends it.
      modalRender={(dialog) => <Form {...formProps}>{dialog}</Form>}
    >
      <div ref={content}>{body}</div>
    </Dialog>
  )
}
