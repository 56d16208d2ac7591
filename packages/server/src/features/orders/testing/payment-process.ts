import { writeSync } from 'node:fs'
import { pino } from 'pino'
import { createLocalBus } from '../../../platform/bus/bus.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { inTransaction } from '../../../platform/http/serve.ts'
import { useSecretKey } from '../../../platform/secrets.ts'
import { changeSettings } from '../../../platform/settings/process-settings.ts'
import type { Trx } from '../../devices/changes/lock-devices.ts'
import { payClientOf } from '../../pay-accounts/find-pay-account.ts'
import type { PostedEvent } from '../../pay-accounts/providers/pay-provider.ts'
import { askAbout, receiveEvent } from '../events.ts'
import type { PayTools } from '../pay-tools.ts'
import { placeOrder } from '../place-order.ts'
import { makeRefund } from '../refunds.ts'
import { runPayment, runRefund } from '../run-payments.ts'
import { lockOrder } from '../settle.ts'
import { noPayer } from '../start-payment.ts'

/**
 * A process that takes one payment for one device and gives it back: it prints each step, and ends by SIGKILL at the one
 * it is told, so that nothing of it comes to an end.
 */
export interface PaymentTask {
  databaseUrl: string
  provider: 'paypal' | 'weixin'
  payAccountId: number
  providerUrl: string
  /** Certificates that are trusted, PEM. */
  trust: string
  now: number
  buyer: { accountId: number; path: string }
  administratorId: number
  terminalID: string
  /** The step at which it ends, from 1; 0: none. */
  lastStep: number
}

const task = JSON.parse(process.argv[2]!) as PaymentTask
const { databaseUrl, provider, payAccountId, providerUrl, trust, now, buyer, administratorId } = task
useSecretKey(Buffer.alloc(32, 7))
const origin = 'https://trackway.example'
changeSettings({ payUrls: { [provider]: providerUrl }, publicUrl: origin })
const { db, close } = openDatabase(databaseUrl, 3)
const bus = createLocalBus(pino({ level: 'silent' }))
const clock = { now: () => now, trust }

let steps = 0
function step(name: string): void {
  writeSync(1, `${name}\n`)
  if (++steps !== task.lastStep) return
  process.kill(process.pid, 'SIGKILL')
  // The signal may take a moment, in which nothing is done any more.
  for (;;);
}

const tools: PayTools = {
  db,
  bus,
  log: pino({ level: 'silent' }),
  now: () => now,
  step,
  clientOf: (id) => payClientOf(db, id, clock),
}
const inTrx = <T>(work: (trx: Trx) => Promise<T>): Promise<T> =>
  inTransaction({ db, bus }, (within) => work(within.db as Trx))

/** What the provider posts when the buyer paid, or when his money is back. */
async function eventOf(what: 'paid' | 'refunded', page: string | null): Promise<PostedEvent> {
  const answer = new Promise<PostedEvent>((resolve) =>
    process.once('message', (event: { headers: Record<string, string>; body: string }) =>
      resolve({ headers: event.headers, body: Buffer.from(event.body, 'base64') }),
    ),
  )
  process.send!({ what, page })
  return answer
}

async function receive(event: PostedEvent): Promise<void> {
  if (!(await receiveEvent(tools, { provider, payAccountId }, event))) throw new Error('not proved')
  step('eventAnswered')
  await askAbout(tools, payAccountId)
}

const placed = await inTrx((trx) =>
  placeOrder(
    trx,
    { terminalIDs: [task.terminalID], duration: 3, target: 'both', payType: provider },
    {
      scope: { ...buyer, deviceId: null },
      operatorId: buyer.accountId,
      payer: { ...noPayer, origin },
      now,
    },
  ),
)
step('ordered')
await runPayment(tools, placed.paymentId!)
const { pay_page: page } = await db
  .selectFrom('payments')
  .select('pay_page')
  .where('id', '=', placed.paymentId!)
  .executeTakeFirstOrThrow()
await receive(await eventOf('paid', page?.url ?? page?.qrText ?? null))
const { refund } = await inTrx(async (trx) =>
  makeRefund(
    trx,
    (await lockOrder(trx, placed.order.id))!,
    { takesBack: true, isByHand: false },
    { accountId: administratorId, isAdministrator: true, now },
  ),
)
step('refundAdded')
await runRefund(tools, refund.id)
const { state } = await db
  .selectFrom('refunds')
  .select('state')
  .where('id', '=', refund.id)
  .executeTakeFirstOrThrow()
if (state === 'sent') await receive(await eventOf('refunded', null))
await close()
process.disconnect()
