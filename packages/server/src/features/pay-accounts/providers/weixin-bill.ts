import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { readAmount } from '@trackway/core/rules/money.ts'
import { z } from 'zod'
import type { PayClient, ReportLine } from './pay-provider.ts'
import { contentOf, doubtful, type WeixinRequests } from './weixin-requests.ts'

const maxBytes = 64 << 20
const maxUnzippedBytes = 256 << 20
const inflate = promisify(gunzip)

const billAnswer = z.object({ hash_value: z.string(), download_url: z.url() })

/** Gets the trade bill of a day in Beijing. Source: WeChat Pay, "Apply for a trade bill", "Download a bill". */
export const weixinReport =
  ({ call, download }: WeixinRequests, now: () => number): PayClient['report'] =>
  async (day) => {
    const reply = await call('GET', `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL&tar_type=GZIP`)
    if (reply.code === 'STATEMENTCREATING') return null
    // A day without payments has no bill; neither has one before it is ready.
    if (reply.code === 'NOSTATEMENTEXIST') return now() < readyTime(day) ? null : []
    const { hash_value: hash, download_url: url } = contentOf(billAnswer, reply)
    const zipped = await download(url, maxBytes)
    try {
      const file = await inflate(zipped, { maxOutputLength: maxUnzippedBytes })
      // The file is not signed; its hash is, in the answer before.
      if (createHash('sha1').update(file).digest('hex') !== hash.toLowerCase())
        throw new Error('the bill has another hash')
      return readTradeBill(file.toString())
    } catch (error) {
      throw doubtful('body', (error as Error).message)
    }
  }

/** At ten o'clock of the next day in Beijing. */
const readyTime = (day: string) => Date.parse(`${day}T10:00:00+08:00`) + 86_400_000

/**
 * Reads a trade bill of WeChat Pay with all kinds of rows. Every value begins with a backtick, by which alone a comma
 * in a name is none between values; sums follow under a heading of their own. Amounts are yuan. Source: WeChat Pay,
 * "Trade bill".
 * @throws {Error} a row is malformed
 */
function readTradeBill(text: string): ReportLine[] {
  const [head = '', ...rows] = text.replace(/^\ufeff/, '').split(/\r?\n/)
  const columns = head.split(',').map((name) => name.trim())
  const end = rows.findIndex((row) => !row.startsWith('`'))
  return rows.slice(0, end).flatMap((row) => {
    const values = row.slice(1).split(',`')
    if (values.length !== columns.length) throw new Error('a row of the bill is malformed')
    return lineOf(new Map(columns.map((name, n) => [name, values[n]!.trim()]))) ?? []
  })
}

/** @returns null: a refund that failed, by which nothing moved */
function lineOf(row: ReadonlyMap<string, string>): ReportLine | null {
  const value = (column: string) => {
    const text = row.get(column)
    if (text === undefined) throw new Error(`the bill has no ${column}`)
    return text
  }
  const yuan = (column: string) => {
    const amount = readAmount(value(column), 'CNY')
    if (amount === null) throw new Error(`${column} of the bill is no amount`)
    return amount
  }
  // Fees have five decimals.
  const feeAmount = readAmount(value('手续费'), 'CNY')
  const isPayment = value('交易状态') === 'SUCCESS'
  if (!isPayment && value('退款状态') === 'FAIL') return null
  return {
    reference: value(isPayment ? '微信订单号' : '微信退款单号'),
    number: value(isPayment ? '商户订单号' : '商户退款单号') || null,
    amount: isPayment ? yuan('订单金额') : -yuan('申请退款金额'),
    currency: value('货币种类'),
    feeAmount,
  }
}
