import type { Call } from '@trackway/core/api/call.ts'
import { Form } from 'antd'
import { ActionButton } from '../actions/ActionButton.tsx'
import { type CallFormProps, useCallForm } from './use-call-form.tsx'

/** A form on the page itself: its fields follow from the input of the call that it sends. */
export function CallForm<C extends Call, Extra extends string = never>(props: CallFormProps<C, Extra>) {
  const { formProps, body, isBusy, reason } = useCallForm(props)
  return (
    <Form {...formProps}>
      {body}
      <ActionButton reason={reason} type="primary" htmlType="submit" block loading={isBusy}>
        {props.submitLabel}
      </ActionButton>
    </Form>
  )
}
