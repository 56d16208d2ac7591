import { z } from 'zod'
import type { PayClient, ProviderEvent } from './pay-provider.ts'
import type { WeixinRequests } from './weixin-requests.ts'
import { decrypt, encrypted, signatureFault } from './weixin-signatures.ts'

const posted = z.object({ id: z.string().min(1).max(200), event_type: z.string(), resource: encrypted })
/** What is common to a payment and a refund. */
const resource = z.object({
  mchid: z.string(),
  appid: z.string().optional(),
  out_trade_no: z.string(),
  transaction_id: z.string().optional(),
  out_refund_no: z.string().optional(),
  refund_id: z.string().optional(),
})

/** Reads what WeChat Pay posts of payments that were made and refunds that ended. Source: WeChat Pay, "Callbacks". */
export const weixinEvents =
  (
    { mchId, appId, apiV3Key }: { mchId: string; appId: string; apiV3Key: string },
    { keyOf }: WeixinRequests,
    now: () => number,
  ): PayClient['readEvent'] =>
  async ({ headers, body }) => {
    const fault = await signatureFault({ header: (name) => [headers[name]].flat()[0], body }, keyOf, now())
    if (fault !== null) return refused(fault)
    try {
      const event = posted.parse(JSON.parse(body.toString()))
      const about = resource.parse(JSON.parse(decrypt(apiV3Key, event.resource)))
      if (about.mchid !== mchId || (about.appid ?? appId) !== appId) return refused('body')
      const { out_trade_no, transaction_id, out_refund_no, refund_id } = about
      const numbers = [out_trade_no, transaction_id, out_refund_no, refund_id]
      return {
        refusal: null,
        id: event.id,
        kind: event.event_type,
        numbers: numbers.filter((number) => number !== undefined),
      }
    } catch {
      return refused('body')
    }
  }

const refused = (refusal: string): ProviderEvent => ({ refusal, id: null, kind: null, numbers: [] })
