import { App } from 'antd'
import { useState } from 'react'
import { useErrorText } from '../../base/error-text.ts'

/** Runs the work of a control and shows the text that it returns, if any, or why it failed. */
export function useAction() {
  const { message } = App.useApp()
  const toText = useErrorText()
  const [isBusy, setIsBusy] = useState(false)
  const act = async (work: () => Promise<unknown>) => {
    setIsBusy(true)
    try {
      const done = await work()
      if (typeof done === 'string') message.success(done)
    } catch (error) {
      message.error(toText(error))
    } finally {
      setIsBusy(false)
    }
  }
  return { act, isBusy }
}
