import type { Call, InputOf, OutputOf } from '@trackway/core/api/call.ts'
import { type FormEvent, type InputHTMLAttributes, type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, type FailureName } from '../../../base/api.ts'
import { useErrorText } from '../../../base/error-text.ts'
import styles from './sign-in.module.css'

interface Field extends InputHTMLAttributes<HTMLInputElement> {
  name: string
  label: string
  help?: string
}

interface SignInFieldsProps<C extends Call> {
  call: C
  fields: readonly Field[]
  submitLabel: string
  /** The input as it is sent, where that is not what the fields say. */
  prepare?: (input: InputOf<C>) => InputOf<C>
  /** The field beneath which a refusal is shown. */
  refusals?: Partial<Record<FailureName, string>>
  children?: ReactNode
  /** How a refusal is met, where saying it is not enough. @returns whether it was */
  onRefused?: (result: FailureName, input: InputOf<C>) => boolean
  onDone: (output: OutputOf<C>, input: InputOf<C>) => void
}

/**
 * A form of plain fields: the sign-in page is drawn before the parts of the other forms have come, and needs none of
 * them. All of its fields are required, but for boxes.
 */
export function SignInFields<C extends Call>(props: SignInFieldsProps<C>) {
  const { call, fields, prepare, refusals = {}, onRefused, onDone } = props
  const { t } = useTranslation()
  const toText = useErrorText()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [isBusy, setIsBusy] = useState(false)

  const showFaults = (found: Record<string, string>) => {
    setFaults(found)
    const [first] = Object.keys(found)
    if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const entered = new FormData(event.currentTarget)
    const entryOf = ({ name, type }: Field) =>
      type === 'checkbox' ? entered.has(name) : String(entered.get(name) ?? '')
    const values = Object.fromEntries(fields.map((field) => [field.name, entryOf(field)]))
    const missing = fields.filter(({ name }) => typeof values[name] === 'string' && !values[name].trim())
    setFailure(null)
    showFaults(Object.fromEntries(missing.map(({ name }) => [name, t('rules.required')])))
    if (missing.length > 0) return
    const read = call.input.safeParse(prepare?.(values as InputOf<C>) ?? values)
    if (!read.success) return setFailure(new ApiError('invalidInput'))
    const input = read.data as InputOf<C>
    setIsBusy(true)
    try {
      onDone(await api(call, input), input)
    } catch (error) {
      const result = error instanceof ApiError ? error.result : 'internal'
      const field = refusals[result]
      if (field) showFaults({ [field]: toText(error) })
      else if (!onRefused?.(result, input)) setFailure(error)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <form ref={form} className={`${styles.form} tw-grid`} onSubmit={submit} noValidate>
      {failure !== null && (
        <p role="alert" className={`${styles.failure} tw-padded-bar tw-rounded`}>
          {toText(failure)}
        </p>
      )}
      {fields.map((field) => (
        <FieldRow key={field.name} id={`${id}-${field.name}`} field={field} fault={faults[field.name]} />
      ))}
      <button
        type="submit"
        className={`${styles.submit} tw-size-16 tw-medium`}
        disabled={isBusy}
        aria-busy={isBusy}
      >
        {props.submitLabel}
      </button>
      {props.children}
    </form>
  )
}

interface FieldRowProps {
  id: string
  field: Field
  fault: string | undefined
}

function FieldRow({ id, field: { label, help, type = 'text', ...input }, fault }: FieldRowProps) {
  const { t } = useTranslation()
  const [isShown, setIsShown] = useState(false)
  if (type === 'checkbox')
    return (
      <label className={`${styles.check} tw-row tw-gap-10`}>
        <input type="checkbox" {...input} />
        {label}
      </label>
    )
  const note = fault ?? help
  return (
    <div>
      <label htmlFor={id} className="tw-block">
        {label}
      </label>
      <div className={`${styles.field} tw-flex tw-gap-0 tw-surface`} data-fault={fault !== undefined}>
        <input
          id={id}
          type={isShown ? 'text' : type}
          maxLength={200}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={fault !== undefined}
          {...(note && { 'aria-describedby': `${id}-note` })}
          {...input}
        />
        {type === 'password' && (
          <button
            type="button"
            className={`${styles.peek} tw-middle tw-muted`}
            aria-pressed={isShown}
            aria-label={t('login.showPassword')}
            onClick={() => setIsShown(!isShown)}
          >
            <Eye isOpen={isShown} />
          </button>
        )}
      </div>
      {note && (
        <p
          id={`${id}-note`}
          className={fault ? 'tw-danger tw-small tw-gap-above-8' : 'tw-muted tw-small tw-gap-above-8'}
        >
          {note}
        </p>
      )}
    </div>
  )
}

function Eye({ isOpen }: { isOpen: boolean }) {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden
    >
      <path d="M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12Z" />
      <circle cx="12" cy="12" r="3" />
      {!isOpen && <path d="M4 20 20 4" />}
    </svg>
  )
}
