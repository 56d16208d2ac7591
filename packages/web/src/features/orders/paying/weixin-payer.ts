type Params = Record<string, string>

/** What the mini program of WeChat, or its browser, puts into the page. */
interface WeixinWindow {
  wx?: { requestPayment?: (request: { complete: () => void }) => void }
  WeixinJSBridge?: { invoke: (name: string, params: Params, done: () => void) => void }
}

/** Who pays in WeChat, as it says in the address that it opens the page with; undefined: elsewhere. */
export function payerOpenId(): string | undefined {
  const [opened] = performance.getEntriesByType('navigation')
  return (opened && new URL(opened.name).searchParams.get('openId')) || undefined
}

/**
 * Has WeChat take a payment. What it says of the outcome proves nothing, and is not looked at.
 * @returns null outside of WeChat; else resolves when its dialog has closed
 */
export function weixinPayment(params: Params): (() => Promise<void>) | null {
  const { wx, WeixinJSBridge: bridge } = globalThis as WeixinWindow
  const request = wx?.requestPayment
  if (request) return () => new Promise((complete) => request({ ...params, complete }))
  if (bridge) return () => new Promise((done) => bridge.invoke('getBrandWCPayRequest', params, done))
  return null
}
