import { BarcodeOutlined } from '@ant-design/icons'
import { scannedCode } from '@trackway/core/rules/scanned-code.ts'
import { Input, type InputRef } from 'antd'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isTyping } from '../keys/is-typing.ts'
import styles from './scan.module.css'

interface ScanFieldProps {
  /** What is scanned, as placeholder and accessible name. */
  label: string
  /** A code that was scanned or typed; the field is ready for the next one. */
  onCode: (code: string) => void
  /** The code before, which the next one replaces. */
  value?: string | undefined
  /** What is typed anywhere on the page goes into it: nobody has to look whether it has the keyboard. */
  isEager?: boolean
}

/** Scanners type this fast; a Tab after slower keys is for moving on. */
const scannerGapMs = 60

/**
 * A large field for a barcode scanner that acts as a keyboard: Enter, or the Tab of a scanner, ends a code, and the next
 * one replaces it. It takes the keyboard when the page opens, and again after each code.
 */
export function ScanField({ label, onCode, value = '', isEager = false }: ScanFieldProps) {
  const field = useRef<InputRef>(null)
  const lastKeyTime = useRef(0)
  const [text, setText] = useState(value)
  /** Something was typed since the last code. */
  const isTouched = useRef(false)
  const [takes, setTakes] = useState(0)
  useEffect(() => {
    if (!isTouched.current) setText(value)
  }, [value])
  // At once: the first letters of the next code come within milliseconds, and replace this one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each code
  useLayoutEffect(() => field.current?.focus({ cursor: 'all' }), [takes])
  useEffect(() => {
    if (!isEager) return
    // The key that moves the keyboard here is typed here.
    const catchKey = ({ key, ctrlKey, altKey, metaKey, target }: KeyboardEvent) => {
      if (key.length === 1 && key !== ' ' && !ctrlKey && !altKey && !metaKey && !isTyping(target))
        field.current?.focus({ cursor: 'all' })
    }
    window.addEventListener('keydown', catchKey, true)
    return () => window.removeEventListener('keydown', catchKey, true)
  }, [isEager])
  const take = () => {
    const code = scannedCode(text)
    isTouched.current = false
    setText(code)
    setTakes((before) => before + 1)
    if (code !== '') onCode(code)
  }
  return (
    <Input
      ref={field}
      size="large"
      className={`${styles.field} tw-tool-wide tw-mono`}
      prefix={<BarcodeOutlined className="tw-faint" />}
      allowClear
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      placeholder={label}
      aria-label={label}
      value={text}
      onChange={(event) => {
        isTouched.current = true
        setText(event.target.value)
        if (event.type === 'click') onCode('')
      }}
      onKeyDown={(event) => {
        const isQuick = event.timeStamp - lastKeyTime.current < scannerGapMs
        lastKeyTime.current = event.timeStamp
        // Enter that ends a composition chooses letters.
        if (event.nativeEvent.isComposing) return
        const isEnd = event.key === 'Enter' || (event.key === 'Tab' && isQuick && text !== '')
        if (!isEnd) return
        event.preventDefault()
        take()
      }}
    />
  )
}
