import type { Call, InputOf } from '@trackway/core/api/call.ts'
import { Form } from 'antd'
import { isValidElement, type ReactElement, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type ControlParts, controlOf } from './field-controls.tsx'
import styles from './form.module.css'
import { emptied, type FieldFacts, faultOf } from './input-facts.ts'

/** A field of the call's input, or an `Extra` one, which is not sent. */
export type FieldName<C extends Call, Extra extends string> = Extract<keyof InputOf<C>, string> | Extra

type Values<C extends Call> = Partial<InputOf<C>> & Record<string, unknown>

/** A field that needs more than the schema and its label. */
export interface FieldParts<C extends Call, Extra extends string> extends ControlParts {
  name: FieldName<C, Extra>
  /** Instead of the one that the form has for the name. */
  label?: string
  /** Below the control. */
  help?: ReactNode
  /** Instead of the control that follows from the schema; it gets `id`, `value` and `onChange`. */
  control?: ReactElement
  /** Message for a text, or an entry of a list, that is not of the required form. */
  wrong?: string | ((value: unknown) => string | null)
  /** What else is wrong with it, beside the others. */
  check?: (value: unknown, values: Values<C>) => string | null
  /** It must not be empty, although the call may leave it out: what is left out of a change stays as it is. */
  isRequired?: boolean
  /** It is checked again when one of these changes. */
  checkAfter?: readonly FieldName<C, Extra>[]
  /** It is not shown, and keeps its value. */
  isHidden?: (values: Values<C>) => boolean
}

/** A field, two or more side by side, or anything else between them. */
export type FormEntry<C extends Call, Extra extends string = never> =
  | FieldName<C, Extra>
  | FieldParts<C, Extra>
  | ReactElement
  | readonly FormEntry<C, Extra>[]

interface FormFieldsProps<C extends Call, Extra extends string> {
  call: C
  facts: Record<string, FieldFacts>
  fields: readonly FormEntry<C, Extra>[]
  label: (name: FieldName<C, Extra>) => string
  initial: Partial<InputOf<C>> | undefined
}

/** The fields in their order. */
export function FormFields<C extends Call, Extra extends string>(props: FormFieldsProps<C, Extra>) {
  const { fields, ...form } = props
  return fields.map((entry, index) => {
    // biome-ignore-start lint/suspicious/noArrayIndexKey: the order of a form does not change
    if (isValidElement(entry))
      return (
        <div key={index} className={styles.between}>
          {entry}
        </div>
      )
    if (Array.isArray(entry))
      return (
        <div key={index} className={styles.pair}>
          <FormFields {...form} fields={entry} />
        </div>
      )
    // biome-ignore-end lint/suspicious/noArrayIndexKey: the order of a form does not change
    const parts = typeof entry === 'string' ? { name: entry } : (entry as FieldParts<C, Extra>)
    return <FormField key={parts.name} {...form} parts={parts} />
  })
}

interface FormFieldProps<C extends Call, Extra extends string>
  extends Omit<FormFieldsProps<C, Extra>, 'fields'> {
  parts: FieldParts<C, Extra>
}

/** What is entered is text, a number or a list; what is chosen always has a value. */
const extraFacts: FieldFacts = { kind: 'text', isRequired: true, isNullable: false }

function FormField<C extends Call, Extra extends string>({
  call,
  facts: all,
  label,
  initial,
  parts,
}: FormFieldProps<C, Extra>) {
  const { t } = useTranslation()
  const { name, help, control, wrong, check, checkAfter, isHidden } = parts
  const facts = all[name] ?? extraFacts
  const isRequired = facts.isRequired || parts.isRequired === true
  const title = parts.label ?? label(name)
  const hidden = Form.useWatch((values: Values<C>) => isHidden?.(values) ?? false)
  const isEntered = ['text', 'prose', 'number', 'day', 'instant'].includes(facts.kind) && !control

  const textOf = (entered: unknown): string | null => {
    const value = emptied(entered, facts)
    if (isRequired && (value === undefined || value === null)) return t('ui.form.required')
    const schema = shapeOf(call)[name]
    const fault = schema ? faultOf(schema, value) : null
    if (fault === null) return null
    if (fault.kind === 'rule') return [fault.item, t(`rules.${fault.rule}`)].filter(Boolean).join(': ')
    if (fault.kind === 'outOfRange') {
      const { size = 1 } = parts.unit ?? {}
      return t('ui.form.outOfRange', { min: (facts.min ?? 0) / size, max: (facts.max ?? 0) / size })
    }
    const isWrong = ['refused', 'inList', 'inRow'].includes(fault.kind)
    const own = typeof wrong === 'function' ? wrong(value) : wrong
    return isWrong && own ? own : t(`ui.form.${fault.kind}`, { ...fault })
  }
  return (
    <Form.Item
      name={name as string}
      initialValue={(initial as Values<C> | undefined)?.[name]}
      label={facts.kind === 'yesNo' ? undefined : title}
      valuePropName={facts.kind === 'yesNo' ? 'checked' : 'value'}
      extra={help}
      {...(facts.kind === 'yesNo' && { className: styles.yesNo! })}
      // Who does not enter anything chooses: there is no need to say that it may be left empty.
      required={isRequired || !isEntered}
      hidden={hidden ?? false}
      dependencies={[...(checkAfter ?? [])]}
      validateDebounce={400}
      rules={[
        ({ getFieldsValue }) => ({
          validator: async (_, value) => {
            const text = textOf(value) ?? check?.(value, getFieldsValue()) ?? null
            if (text !== null) throw new Error(text)
          },
        }),
      ]}
    >
      {control ?? controlOf(facts, title, parts)}
    </Form.Item>
  )
}

function shapeOf({ input }: Call): Record<string, Call['input'] | undefined> {
  return (input as Call['input'] & { shape: Record<string, Call['input']> }).shape
}
