import { notifyManager } from '@tanstack/react-query'
import type { Call } from '@trackway/core/api/call.ts'
import { Form } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { reread } from '../../../base/queries/query-client.ts'
import { type CallFormProps, useCallForm } from '../use-call-form.tsx'
import { isSameValue, useSaveSections } from './save-sections.ts'

interface FormSectionProps<C extends Call, Extra extends string>
  extends Omit<CallFormProps<C, Extra>, 'submitLabel' | 'done'> {
  /** The page's own name of the section, which it gets back when this is refused. */
  name: string
  /** As the bar names it. */
  title: string
  rank?: number
}

/** A form of a page that has one bar to save all of them: its fields follow from the input of the call that it sends. */
export function FormSection<C extends Call, Extra extends string = never>(props: FormSectionProps<C, Extra>) {
  const { name, title, rank = 0, initial } = props
  const key = useId()
  const { put, saveAll } = useSaveSections()
  // What is stored may change while something is entered: that is compared with what it was entered over.
  const [base, setBase] = useState(initial)
  const [saves, setSaves] = useState(0)
  const { form, formProps, body, save } = useCallForm({ ...props, submitLabel: '', initial: base })
  const isDirty =
    Form.useWatch(
      (values) => Object.entries(values).some(([field, value]) => !isSameValue(value, fieldOf(base, field))),
      form,
    ) ?? false

  const stored = JSON.stringify(initial)
  const before = useRef({ stored, saves })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is stored is adopted when it changes or was saved
  useEffect(() => {
    const isSaved = before.current.saves !== saves
    const hasChanged = before.current.stored !== stored
    if (!isSaved && (isDirty || !hasChanged)) return
    before.current = { stored, saves }
    setBase(initial && { ...initial })
  }, [stored, saves, isDirty])
  const shown = useRef(base)
  useEffect(() => {
    if (shown.current === base) return
    shown.current = base
    form.resetFields()
  }, [base, form])

  const current = useRef(save)
  current.current = save
  const rereads = useRef(props.rereads)
  rereads.current = props.rereads
  useEffect(() => {
    put(key, {
      key: name,
      title,
      rank,
      isDirty,
      save: async () => {
        const isSaved = await current.current()
        if (!isSaved) return false
        await reread(...(rereads.current ?? []))
        // After the queries have told what they read.
        await new Promise<void>((resolve) => notifyManager.schedule(resolve))
        setSaves((was) => was + 1)
        return true
      },
      discard: () => form.resetFields(),
    })
  }, [put, key, name, title, rank, isDirty, form])
  useEffect(() => () => put(key, null), [put, key])

  return (
    <Form {...formProps} onFinish={saveAll}>
      {body}
      {/* Enter in a field saves. */}
      <button type="submit" hidden tabIndex={-1} />
    </Form>
  )
}

const fieldOf = (values: object | undefined, field: string) =>
  (values as Record<string, unknown> | undefined)?.[field]
