import type { Call, InputOf, OutputOf } from '@trackway/core/api/call.ts'
import { isRuleName } from '@trackway/core/rules/rule-texts.ts'
import { Alert, App, Form, type FormInstance, type FormProps } from 'antd'
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { ApiError, api, type FailureName } from '../../base/api.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useSession } from '../../base/session.ts'
import { useTexts } from '../../base/use-texts.ts'
import { type Confirmation, confirm } from './confirm.ts'
import { type FieldName, type FormEntry, FormFields } from './FormFields.tsx'
import styles from './form.module.css'
import { emptied, inputFacts } from './input-facts.ts'
import { useDiscard } from './use-discard.ts'

export interface CallFormProps<C extends Call, Extra extends string = never> {
  call: C
  /** The fields, in order. Labels, controls, bounds and refusals follow from the input of the call. */
  fields: readonly FormEntry<C, Extra>[]
  label: (name: FieldName<C, Extra>) => string
  submitLabel: string
  /** What the fields hold at first; what has no field is sent as it is. */
  initial?: Partial<InputOf<C>> | undefined
  /** What the call is not sent stays as it is: so only what was changed is sent, and what others changed meanwhile stays. */
  isChange?: boolean
  /** The field beneath which a refusal is shown. */
  refusals?: Partial<Record<FailureName, FieldName<C, Extra>>>
  /** The input as it is sent, where that is not what the fields say. */
  prepare?: (input: InputOf<C>) => InputOf<C>
  /** The confirmation before it is sent; null: none. */
  toConfirmation?: (input: InputOf<C>) => Omit<Confirmation, 'onOk'> | null
  /** How it is sent, where that is not by the call alone. */
  send?: (input: InputOf<C>, signal: AbortSignal) => Promise<OutputOf<C>>
  /** First parts of the keys of queries that are read again afterwards. */
  rereads?: readonly string[]
  /** The message when it is done. */
  done?: (output: OutputOf<C>) => string
  onDone?: (output: OutputOf<C>, input: InputOf<C>) => void
}

interface CallFormParts {
  formProps: FormProps
  form: FormInstance
  /** Checks and sends it; false: it was refused, failed, or was not confirmed. */
  save: () => Promise<boolean>
  /** The fields, and above them why it failed. */
  body: ReactNode
  isBusy: boolean
  /** Why it cannot be sent by this account. */
  reason: string | null
  /** Goes on at once, or after asking where something would be lost; not while a change is on its way. */
  leave: (goOn: () => void) => void
}

/** Sends a form as its call, once, and shows at the fields what was refused. */
export function useCallForm<C extends Call, Extra extends string>(
  props: CallFormProps<C, Extra>,
): CallFormParts {
  const { call, fields, label, initial, refusals = {}, rereads = [] } = props
  const { t, toText } = useTexts()
  const { message } = App.useApp()
  const [form] = Form.useForm()
  const discard = useDiscard(form)
  const isDemo = useSession((session) => session.user?.isDemo ?? false)
  const facts = useMemo(() => inputFacts(call), [call])
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)
  const sending = useRef<AbortController | null>(null)
  // What only reads ends with the form; a change is waited for.
  useEffect(() => () => void (call.demo && sending.current?.abort()), [call])

  const fail = (error: unknown): false => {
    const isMarked =
      error instanceof ApiError && markFields(form, error, refusals[error.result], { t, toText })
    if (!isMarked) setFailure(error)
    return false
  }
  const run = async (input: InputOf<C>): Promise<boolean> => {
    if (sending.current) return false // a second Enter or click while the first is under way
    const aborter = new AbortController()
    sending.current = aborter
    setIsBusy(true)
    setFailure(null)
    try {
      const output = await (props.send ?? ((input: InputOf<C>) => api(call, input)))(input, aborter.signal)
      const text = props.done?.(output)
      if (text !== undefined) message.success(text)
      void reread(...rereads)
      props.onDone?.(output, input)
      return true
    } catch (error) {
      return aborter.signal.aborted ? false : fail(error)
    } finally {
      sending.current = null
      setIsBusy(false)
    }
  }

  const isKept = (name: string, value: unknown) => {
    const { [name]: before = null } = (initial ?? {}) as Record<string, unknown>
    const isSame = JSON.stringify(value ?? null) === JSON.stringify(before)
    return props.isChange === true && isSame && facts[name]?.isRequired === false
  }

  const submit = async (values: Record<string, unknown>): Promise<boolean> => {
    const all = Object.entries({ ...initial, ...values }).map(([name, value]) => [
      name,
      emptied(value, facts[name] ?? { isNullable: false }),
    ])
    const entered = Object.fromEntries(
      all.filter(([name, value]) => !isKept(name as string, value)),
    ) as InputOf<C>
    const prepared = Object.entries((props.prepare?.(entered) ?? entered) as object)
    // What the schema makes of it goes out: trimmed, and without what the call does not know and would refuse.
    const read = call.input.safeParse(Object.fromEntries(prepared.filter(([name]) => name in facts)))
    if (!read.success) {
      const issues = read.error.issues.map(({ path, code }) => ({ path: path.join('.'), reason: code }))
      return fail(new ApiError('invalidInput', { issues }))
    }
    const input = read.data as InputOf<C>
    const confirmation = props.toConfirmation?.(input)
    if (!confirmation) return run(input)
    return new Promise((resolve) =>
      confirm({
        ...confirmation,
        onOk: async () => void run(input).then(resolve),
        onCancel: () => resolve(false),
      }),
    )
  }
  const save = async (): Promise<boolean> => {
    const values = await form
      .validateFields()
      .catch(({ errorFields }: { errorFields: { name: never }[] }) => {
        if (errorFields[0]) form.scrollToField(errorFields[0].name, { focus: true })
      })
    return values ? submit(values) : false
  }

  const leave = (goOn: () => void) => {
    if (sending.current && !call.demo) return
    discard(() => {
      sending.current?.abort()
      setFailure(null)
      goOn()
    })
  }

  return {
    form,
    save,
    formProps: {
      form,
      name: useId(), // two forms of a page may have fields of one name
      // A field that goes takes its value with it.
      preserve: false,
      layout: 'vertical',
      // Values that are there already need no message.
      requiredMark: props.isChange ? false : 'optional',
      scrollToFirstError: { focus: true },
      className: styles.form!,
      onFinish: (values) => void submit(values),
      // The second click of a double click means nothing new, also where the first was answered in between.
      onClickCapture: (event) => {
        if (event.detail > 1 && (event.target as Element).closest('[type="submit"]')) event.preventDefault()
      },
    },
    body: (
      <>
        {failure !== null && <Alert type="error" showIcon role="alert" title={toText(failure)} />}
        <FormFields call={call} facts={facts} fields={fields} label={label} initial={initial} />
      </>
    ),
    isBusy,
    reason: isDemo && !call.demo ? t('result.demoAccount') : null,
    leave,
  }
}

/**
 * Shows a refusal at the fields it is about.
 * @param field the one that the form names for it
 * @returns whether every mistake found its field
 */
function markFields(
  form: FormInstance,
  error: ApiError,
  field: string | undefined,
  { t, toText }: Pick<ReturnType<typeof useTexts>, 't' | 'toText'>,
): boolean {
  const names = field ? [field] : error.issues.map(({ path }) => path.split('.')[0]!)
  const known = Object.keys(form.getFieldsValue())
  const atFields = names.filter((name) => known.includes(name))
  const textOf = (name: string) => {
    const reason = error.issues.find(({ path }) => path.split('.')[0] === name)?.reason ?? ''
    if (field) return toText(error)
    return isRuleName(reason) ? t(`rules.${reason}`) : t('ui.form.refused')
  }
  form.setFields(atFields.map((name) => ({ name, errors: [textOf(name)] })))
  if (atFields[0]) form.scrollToField(atFields[0], { focus: true })
  return names.length > 0 && atFields.length === names.length
}
