import { Alert, Form, type FormInstance, Modal } from 'antd'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, type FailureName } from '../../base/api.ts'
import { errorText } from '../../base/error-text.ts'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { confirm } from './confirm.tsx'

interface FormDialogProps<Values> {
  title: string
  submitLabel: string
  isOpen: boolean
  onClose: () => void
  initial: Partial<Values>
  /** Which field a refusal is about, so that it is said there. */
  fieldOfRefusal?: Partial<Record<FailureName, string>>
  /** Sends the form; the dialog closes when it succeeds and says what was refused when it throws. */
  onSubmit: (values: Values) => Promise<unknown>
  width?: number
  children: ReactNode
}

/** The shell of every form: asks before losing input, sends once, shows refusals where they belong. */
export function FormDialog<Values extends object>(props: FormDialogProps<Values>) {
  const { title, submitLabel, isOpen, onClose, width = 480 } = props
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const form = useRef<FormInstance<Values>>(null)
  const [isBusy, setIsBusy] = useState(false)
  const sending = useRef(false)

  const close = () => {
    if (sending.current) return
    if (!form.current?.isFieldsTouched()) return onClose()
    confirm({
      title: t('ui.form.discardTitle'),
      text: t('ui.form.discardText'),
      okLabel: t('ui.form.discard'),
      onOk: async () => onClose(),
    })
  }

  return (
    <Modal
      title={title}
      open={isOpen}
      onCancel={close}
      onOk={() => form.current?.submit()}
      okText={submitLabel}
      cancelText={t('ui.form.cancel')}
      confirmLoading={isBusy}
      mask={{ closable: !isPhone }}
      destroyOnHidden
      centered={!isPhone}
      width={isPhone ? '100%' : width}
      rootClassName={isPhone ? 'tw-full-dialog' : ''}
    >
      {isOpen && (
        <FormBody
          {...props}
          formRef={form}
          onBusy={(busy) => {
            sending.current = busy
            setIsBusy(busy)
          }}
        />
      )}
    </Modal>
  )
}

type FormBodyProps<Values> = FormDialogProps<Values> & {
  formRef: Ref<FormInstance<Values>>
  onBusy: (isBusy: boolean) => void
}

function FormBody<Values extends object>({
  formRef,
  initial,
  fieldOfRefusal,
  onSubmit,
  onClose,
  onBusy,
  children,
}: FormBodyProps<Values>) {
  const { t } = useTranslation()
  // A form of its own each time, so that nothing of the last one is left in it.
  const [form] = Form.useForm<Values>()
  useImperativeHandle(formRef, () => form, [form])
  const [failure, setFailure] = useState<unknown>(null)
  const isSending = useRef(false)

  useEffect(() => {
    const first = setTimeout(() => {
      // Who is typing already is not led away.
      if (document.activeElement?.closest('.tw-form')) return
      form.getFieldInstance(Object.keys(form.getFieldsValue())[0])?.focus?.()
    }, 50)
    return () => clearTimeout(first)
  }, [form])

  const submit = async (values: Values) => {
    if (isSending.current) return // a second Enter or click while the first is under way
    isSending.current = true
    onBusy(true)
    setFailure(null)
    try {
      await onSubmit(values)
      onClose()
    } catch (error) {
      if (!showAtFields(error)) setFailure(error)
    } finally {
      isSending.current = false
      onBusy(false)
    }
  }

  /** @returns whether every mistake found its field */
  function showAtFields(error: unknown): boolean {
    if (!(error instanceof ApiError)) return false
    const field = fieldOfRefusal?.[error.result]
    const names = field ? [field] : error.issues.map((issue) => issue.path)
    const known = new Set(Object.keys(form.getFieldsValue()))
    const text = errorText(error, t)
    const atFields = names.filter((name) => known.has(name))
    const errors = [field ? text : t('ui.form.refused')]
    form.setFields(atFields.map((name) => ({ name, errors }) as Parameters<typeof form.setFields>[0][number]))
    if (atFields[0]) form.scrollToField(atFields[0], { focus: true })
    return names.length > 0 && atFields.length === names.length
  }

  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={initial}
      onFinish={submit}
      scrollToFirstError={{ focus: true }}
      requiredMark="optional"
      className="tw-form"
    >
      {failure !== null && <Alert type="error" showIcon title={errorText(failure, t)} role="alert" />}
      {children}
      {/* Enter sends the form although its button stands in the footer. */}
      <button type="submit" hidden tabIndex={-1} />
    </Form>
  )
}
