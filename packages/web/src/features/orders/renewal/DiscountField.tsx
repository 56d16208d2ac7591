import { Button, Flex, Input, Tag } from 'antd'
import { useId, useState } from 'react'
import { useTexts } from '../../../base/use-texts.ts'

interface DiscountFieldProps {
  /** The code that counts; null: none. */
  code: string | null
  /** Why the code that was entered does not count. */
  error: unknown
  isBusy: boolean
  /** Null drops the code. */
  onApply: (code: string | null) => void
  /** Something is entered that does not count yet. */
  onEntered: (isEntered: boolean) => void
}

/** A discount code, taken off once it is applied; what is wrong with it is shown at the field. */
export function DiscountField({ code, error, isBusy, onApply, onEntered }: DiscountFieldProps) {
  const { t, toText } = useTexts()
  const id = useId()
  const [text, setText] = useState('')
  const [isEmpty, setIsEmpty] = useState(false)
  const enter = (next: string) => {
    setText(next)
    setIsEmpty(false)
    onApply(null)
    onEntered(next.trim() !== '')
  }
  const apply = () => {
    const entered = text.trim()
    setIsEmpty(entered === '')
    onEntered(false)
    onApply(entered === '' ? null : entered)
  }
  if (code !== null)
    return (
      <Flex gap={8} align="center">
        <span className="tw-muted">{t('orders.discount.title')}</span>
        <Tag
          color="success"
          closable={{ 'aria-label': t('orders.discount.remove') }}
          onClose={() => enter('')}
        >
          {code}
        </Tag>
      </Flex>
    )
  const fault = isEmpty ? t('orders.discount.empty') : error ? toText(error) : null
  return (
    <div>
      <label htmlFor={id}>{t('orders.discount.title')}</label>
      <Flex gap={8} className="tw-narrow">
        <Input
          id={id}
          value={text}
          autoComplete="off"
          maxLength={40}
          placeholder={t('orders.discount.optional')}
          {...(fault !== null && {
            status: 'error',
            'aria-invalid': true,
            'aria-describedby': `${id}-fault`,
          })}
          onChange={(event) => enter(event.target.value)}
          onPressEnter={apply}
        />
        <Button loading={isBusy} onClick={apply}>
          {t('orders.discount.apply')}
        </Button>
      </Flex>
      {fault !== null && (
        <div id={`${id}-fault`} role="alert" className="tw-danger tw-small">
          {fault}
        </div>
      )}
    </div>
  )
}
