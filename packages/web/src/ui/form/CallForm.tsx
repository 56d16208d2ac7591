import type { Call } from '@trackway/core/api/call.ts'
import { Button, Form } from 'antd'
import { DisabledReason } from '../DisabledReason.tsx'
import { type CallFormProps, useCallForm } from './use-call-form.tsx'

/** A form that stands on the page: its fields follow from the input of the call that it sends. */
export function CallForm<C extends Call, Extra extends string = never>(props: CallFormProps<C, Extra>) {
  const { formProps, body, isBusy, reason } = useCallForm(props)
  return (
    <Form {...formProps}>
      {body}
      <DisabledReason reason={reason}>
        <Button type="primary" htmlType="submit" block loading={isBusy} disabled={reason !== null}>
          {props.submitLabel}
        </Button>
      </DisabledReason>
    </Form>
  )
}
