/** What `Form.Item` hands on to a control of our own; the rest goes to the input in it. */
export interface FieldValue<T> {
  id?: string
  value?: T | null
  onChange?: (value: T | null) => void
}

export interface InstantFieldProps extends FieldValue<number> {
  /** A day means its first minute. */
  isDay?: boolean
  /** No earlier day can be chosen. */
  earliest?: number
  /** No later day can be chosen. */
  latest?: number
  /** The placeholder while there is no value. */
  placeholder?: string
}
