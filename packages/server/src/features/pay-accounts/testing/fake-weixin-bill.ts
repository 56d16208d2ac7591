import { amountText } from '@trackway/core/rules/money.ts'
import type { FakeWeixinBooks } from './fake-weixin-books.ts'

/** The trade bill of a day in Beijing as WeChat Pay writes it: a backtick before each value, sums in the last rows. */

const columns = [
  ...['交易时间', '公众账号ID', '商户号', '特约商户号', '设备号', '微信订单号', '商户订单号', '用户标识'],
  ...[
    '交易类型',
    '交易状态',
    '付款银行',
    '货币种类',
    '应结订单金额',
    '代金券金额',
    '微信退款单号',
    '商户退款单号',
  ],
  ...[
    '退款金额',
    '充值券退款金额',
    '退款类型',
    '退款状态',
    '商品名称',
    '商户数据包',
    '手续费',
    '费率',
    '订单金额',
  ],
  ...['申请退款金额', '费率备注'],
]
const sums = [
  ...[
    '总交易单数',
    '应结订单总金额',
    '退款总金额',
    '充值券退款总金额',
    '手续费总金额',
    '订单总金额',
    '申请退款总金额',
  ],
]

export type BillRow = Record<string, string>

export function billRows(books: FakeWeixinBooks, mchId: string, day: string): BillRow[] {
  const yuan = (fen: number) => amountText(fen, 'CNY')
  const instant = (time: number) =>
    new Date(time + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  const isOfDay = (time: number | null): time is number => time !== null && instant(time).startsWith(day)
  const common = {
    公众账号ID: '',
    商户号: mchId,
    特约商户号: '0',
    付款银行: 'OTHERS',
    货币种类: 'CNY',
    费率: '0.60%',
  }
  const fee = (fen: number) => `${yuan(Math.round(fen * 0.006))}000`
  const paid = [...books.orders.values()].flatMap((order) => {
    const { successTime, transactionId, number, total, description } = order
    if (!isOfDay(successTime)) return []
    const row = {
      ...common,
      公众账号ID: order.appId,
      交易时间: instant(successTime),
      微信订单号: transactionId!,
    }
    const amounts = {
      应结订单金额: yuan(total),
      代金券金额: '0.00',
      订单金额: yuan(total),
      手续费: fee(total),
    }
    const none = { 退款金额: '0.00', 申请退款金额: '0.00', 微信退款单号: '0', 商户退款单号: '0' }
    return [{ ...row, ...amounts, ...none, 商户订单号: number, 交易状态: 'SUCCESS', 商品名称: description }]
  })
  // A refund has the day on which it was accepted, and what it was then.
  const refunded = [...books.refunds.values()].flatMap(({ order, number, refundId, amount, createTime }) => {
    if (!isOfDay(createTime)) return []
    const row = {
      ...common,
      公众账号ID: order.appId,
      交易时间: instant(createTime),
      微信订单号: order.transactionId!,
    }
    const none = { 应结订单金额: '0.00', 代金券金额: '0.00', 订单金额: '0.00', 手续费: `-${fee(amount)}` }
    const amounts = { 退款金额: yuan(amount), 申请退款金额: yuan(amount), 充值券退款金额: '0.00' }
    const ids = { 商户订单号: order.number, 微信退款单号: refundId, 商户退款单号: number }
    const states = {
      交易状态: 'REFUND',
      退款类型: 'ORIGINAL',
      退款状态: 'PROCESSING',
      商品名称: order.description,
    }
    return [{ ...row, ...none, ...amounts, ...ids, ...states }]
  })
  return [...paid, ...refunded]
}

export function billText(rows: readonly BillRow[]): string {
  const values = (names: string[], row: BillRow) => names.map((name) => `\`${row[name] ?? ''}`).join(',')
  const lines = [columns.join(','), ...rows.map((row) => values(columns, row))]
  const totals = { 总交易单数: String(rows.length), 应结订单总金额: '0.00', 订单总金额: '0.00' }
  return `\ufeff${[...lines, sums.join(','), values(sums, totals)].join('\r\n')}\r\n`
}
