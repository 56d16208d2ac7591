/** What an order is, by the numbers that outside tools know: to be paid 1, completed 2, refunded 3, and cancelled 4. */
export const orderStatuses = { 1: 'toBePaid', 2: 'completed', 3: 'refunded', 4: 'cancelled' } as const
export type OrderStatus = keyof typeof orderStatuses
export const orderStatusIds = Object.keys(orderStatuses).map(Number) as OrderStatus[]
export const orderStatusNames = orderStatusIds.map((id) => orderStatuses[id])

/** What an order buys: service time of devices, or money on the balance of the account. */
export const orderKinds = ['renewal', 'topUp'] as const
export type OrderKind = (typeof orderKinds)[number]

/**
 * How an order is paid, with the number of its payment type for outside tools. `online` types are providers, of which
 * each has the same name.
 */
export const payTypes = {
  paypal: { id: 1, isOnline: true },
  weixin: { id: 2, isOnline: true },
  card: { id: 3, isOnline: false },
  balance: { id: 4, isOnline: false },
  stripe: { id: 5, isOnline: true },
  sandbox: { id: 6, isOnline: true },
} as const
export type PayType = keyof typeof payTypes
export const payTypeNames = Object.keys(payTypes) as PayType[]
export type OnlinePayType = {
  [T in PayType]: (typeof payTypes)[T]['isOnline'] extends true ? T : never
}[PayType]
export const onlinePayTypes = payTypeNames.filter((name): name is OnlinePayType => payTypes[name].isOnline)

/** An attempt to pay. `creating`: the provider may not know of it yet; `pending`: it says that it takes days. */
export const paymentStates = [
  'creating',
  'created',
  'capturing',
  'pending',
  'captured',
  'failed',
  'expired',
] as const
export type PaymentState = (typeof paymentStates)[number]
export const openPaymentStates = ['creating', 'created', 'capturing', 'pending'] as const

export const refundStates = ['requested', 'sending', 'sent', 'done', 'refused', 'failed'] as const
export type RefundState = (typeof refundStates)[number]

/** Why there is a refund: wanted by the buyer, or the seller; a device could not be renewed, or the order was cancelled, when the money came; decided at the provider. */
export const refundCauses = ['buyer', 'seller', 'notRenewed', 'late', 'provider'] as const
export type RefundCause = (typeof refundCauses)[number]

/** What became of a device of a paid order: a deleted one, and one whose term never ends, cannot be renewed. */
export const lineResults = ['renewed', 'deviceGone', 'lifetimeTerm'] as const
export type LineResult = (typeof lineResults)[number]

/** Why an order was cancelled: by its buyer, for want of a payment in time, refused by the provider, another amount was paid. */
export const cancelCauses = ['buyer', 'expired', 'refused', 'otherAmount'] as const
export type CancelCause = (typeof cancelCauses)[number]

/** So long an order may be paid. */
export const orderOpenMs = 30 * 60_000

/** What came of an attempt in the sandbox, by the names of outside tools. */
export const sandboxOutcomes = ['paid', 'refused', 'pending', 'twice', 'never'] as const
export type SandboxOutcome = (typeof sandboxOutcomes)[number]
